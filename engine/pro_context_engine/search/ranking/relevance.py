"""Raw scores to relevance: 0..1, comparable between answers."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.coverage import share, term_weights, terms_in

_JUDGED = 3


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
