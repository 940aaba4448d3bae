"""The choice of those libraries whose hits plausibly answer a topic."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.coverage import share, term_weights, terms_in

LEAST_REACH = 0.5
"""A library whose reach is below this share of the best library's reach only shares words with the topic."""

_JUDGED = 3


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
