"""Raw scores to relevance and confidence, 0..1, and the libraries that plausibly answer.

Both follow from coverage: the weighted share of a question's terms that a hit contains.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import log

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.index.chunk_fields import fields_of

SAMPLE = 20
"""The number of best hits from which the rarity of a term is estimated."""

_JUDGED = 3


def terms_in(hit: Hit, terms: Sequence[str]) -> frozenset[str]:
    """Return those of the asked terms that a hit has in any field.

    Args:
        hit: the hit; the index may give its terms, and then the text is not analysed again.
        terms: output of `analysis.query_terms`.
    """
    if hit.terms:
        bits, found = hit.words
        return frozenset([term for term in terms if (found & bits[term] if term in bits else f" {term} " in hit.terms)])
    return _chunk_terms(hit.chunk).intersection(terms)


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
def _chunk_terms(chunk: Chunk) -> frozenset[str]:
    return frozenset(term for terms in fields_of(chunk).values() for term in terms)


def relevances(hits: Sequence[Hit], terms: Sequence[str]) -> list[float]:
    """Return each hit's relevance, in the order of the hits.

    The best hit's relevance is its coverage of the asked terms, the others' is in proportion to their scores; so the
    best of poor hits is not 1.

    Args:
        hits: best first.
        terms: output of `analysis.query_terms`.

    Returns:
        Numbers in 0..1, never rising.
    """
    weights = term_weights(terms, hits)
    reach = max((share(terms_in(hit, terms), weights) for hit in hits[:_JUDGED]), default=0.0)
    best = hits[0].score if hits else 0.0
    return [reach * max(0.0, min(1.0, hit.score / best)) if best > 0 else 0.0 for hit in hits]


LEAST_REACH = 0.5
"""A library whose reach is below this share of the best library's reach only shares words with the topic."""


def are_plausible(libraries: Sequence[Sequence[Hit]], terms: Sequence[str]) -> list[bool]:
    """Tell for each library whether its hits plausibly answer the topic.

    Scores are no measure: those of a small library and of a large one have different scales.

    Args:
        libraries: the hits of each library, best first.
        terms: output of `analysis.query_terms`.
    """
    best = [hits[:_JUDGED] for hits in libraries]
    weights = term_weights(terms, [hit for hits in best for hit in hits])
    reach = [max((share(terms_in(hit, terms), weights) for hit in hits), default=0.0) for hits in best]
    least = LEAST_REACH * max(reach, default=0.0)
    return [bool(hits) and own >= least for hits, own in zip(libraries, reach, strict=True)]


CALIBRATION = ((0.0, 0.0), (0.8, 0.3), (1.4, 0.39), (1.45, 0.75), (2.0, 0.85), (2.2, 0.95), (3.0, 0.97))
"""The evidence for the best hit, and the share of such answers that hold the right page; linear between two points.

Below the step the values are lower than measured: otherwise questions about another library would be answered with
confidence (docs/decisions/0150-long-questions-reach-less.md).
"""

LEAST_WORDS = 2
"""A question of one word counts as one of so many: the heading that is this word answers it."""


def confidence(hits: Sequence[Hit], words: int) -> float:
    """Return the confidence in an answer made of these hits.

    It follows from the evidence: the reach of the best hit times the logarithm of the number of asked words. In the
    reach, rare words count more than common ones, and words in a title or heading or repeated words more than words
    that occur once. Words that the library never uses weigh most. A long question reaches less in the right place, and
    more of its words would have to be there by chance.

    Args:
        hits: in any order.
        words: the number of asked words.

    Returns:
        0..1; 0 without hits.
    """
    evidence = max((hit.reach for hit in hits), default=0.0) * log(1 + max(LEAST_WORDS, words))
    above = bisect_right(CALIBRATION, evidence, key=lambda point: point[0])
    if above == len(CALIBRATION):
        return CALIBRATION[-1][1]
    (start, low), (end, high) = CALIBRATION[above - 1], CALIBRATION[above]
    return low + (high - low) * (evidence - start) / (end - start)
