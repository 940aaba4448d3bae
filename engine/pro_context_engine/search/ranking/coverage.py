"""The share of a question's terms that a hit contains, from which relevance follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import log

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.index.chunk_fields import fields_of

SAMPLE = 20
"""The number of best hits from which the rarity of a term is estimated."""


def terms_in(hit: Hit, terms: Sequence[str]) -> frozenset[str]:
    """Return those of the asked terms that a hit has in any field.

    Args:
        hit: the hit; the index may give its terms, and then the text is not analysed again.
        terms: output of `analysis.query_terms`.
    """
    if hit.terms:
        return frozenset(term for term in terms if f" {term} " in hit.terms)
    return _analysed(hit.chunk).intersection(terms)


def term_weights(terms: Sequence[str], hits: Sequence[Hit]) -> dict[str, float]:
    """Return the weight of each asked term: 1 when every hit has it, up to 2 when none has.

    Args:
        terms: output of `analysis.query_terms`.
        hits: the best hits; their document frequencies stand in for those of the index. The least weight is 1 because
            the best hits were chosen for having the terms.
    """
    sample = [terms_in(hit, terms) for hit in hits[:SAMPLE]]
    rarest = _rarity(0, len(sample))
    return {term: 1 + _rarity(sum(term in one for one in sample), len(sample)) / rarest for term in terms}


def share(found: AbstractSet[str], weights: Mapping[str, float]) -> float:
    """Return the weighted share (0..1) of the asked terms that were found."""
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in found) / total if total else 0.0


def _rarity(having: int, total: int) -> float:
    """Return the inverse document frequency of BM25."""
    return log(1 + (total - having + 0.5) / (having + 0.5))


@lru_cache(maxsize=256)
def _analysed(chunk: Chunk) -> frozenset[str]:
    return frozenset(term for terms in fields_of(chunk).values() for term in terms)
