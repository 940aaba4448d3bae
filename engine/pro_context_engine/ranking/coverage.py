"""How much of what was asked a chunk contains: the evidence behind relevance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import log

from pro_context_engine.index.fields import fields_of
from pro_context_engine.model import Chunk

SAMPLE = 20
"""How many of the best hits tell which terms are rare: enough to separate them, few enough to analyse per answer."""


# One answer asks for the same few chunks two or three times, for each wording; analysing costs about 0.3 ms each.
@lru_cache(maxsize=256)
def terms_in(chunk: Chunk) -> frozenset[str]:
    """Return every term of the chunk, whatever its field."""
    return frozenset(term for terms in fields_of(chunk).values() for term in terms)


def term_weights(terms: Sequence[str], chunks: Sequence[Chunk]) -> dict[str, float]:
    """Return how much each asked term tells: 1 when every chunk has it, up to 2 when none has.

    Args:
        terms: of `index.query_terms`.
        chunks: the best ones found; their inverse document frequency stands in for the corpus's. The floor of 1 is
            there because the best hits were chosen for having the terms.
    """
    sample = [terms_in(chunk) for chunk in chunks[:SAMPLE]]
    rarest = _rarity(0, len(sample))
    return {term: 1 + _rarity(sum(term in one for one in sample), len(sample)) / rarest for term in terms}


def share(found: AbstractSet[str], weights: Mapping[str, float]) -> float:
    """Return the weighted share (0..1) of the asked terms that were found."""
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in found) / total if total else 0.0


def _rarity(having: int, total: int) -> float:
    """Return the inverse document frequency as BM25 takes it."""
    return log(1 + (total - having + 0.5) / (having + 0.5))
