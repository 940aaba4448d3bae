"""Which of several libraries have something to say on a topic."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.coverage import share, term_weights, terms_in

LEAST_REACH = 0.5
"""A library whose best chunks have less of what is asked than this share of another's only has the words in common."""

_JUDGED = 3


def plausible(libraries: Sequence[Sequence[Hit]], terms: Sequence[str]) -> list[bool]:
    """Tell of each library whether it plausibly has something on the topic.

    Scores do not tell: those of a small library are not on the scale of a large one's.

    Args:
        libraries: the hits of each, best first.
        terms: of `index.query_terms`.
    """
    best = [hits[:_JUDGED] for hits in libraries]
    weights = term_weights(terms, [hit for hits in best for hit in hits])
    reach = [max((share(terms_in(hit, terms), weights) for hit in hits), default=0.0) for hits in best]
    least = LEAST_REACH * max(reach, default=0.0)
    return [bool(hits) and own >= least for hits, own in zip(libraries, reach, strict=True)]
