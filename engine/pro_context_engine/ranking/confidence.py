"""How surely an answer answers: 0..1."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.model import Hit
from pro_context_engine.ranking.coverage import heading_terms, share, term_weights, terms_in
from pro_context_engine.ranking.pages import pages_of

_TEXT, _HEADING, _MARGIN = 0.55, 0.37, 0.08


def confidence(hits: Sequence[Hit], terms: Sequence[str]) -> float:
    """Return the confidence in an answer made of these hits.

    What counts most is the share of the asked terms (rare ones more) that the best chunk contains; naming them in
    the title or a heading, and standing out from the next page, adds to it. A topic of words the documentation lacks
    stays under 0.3, one that is a heading comes out over 0.8 (`bench/retrieval.py` measures both).

    Args:
        hits: in any order.
        terms: of `index.query_terms`.

    Returns:
        0..1; 0 without hits or terms.
    """
    pages = pages_of(hits)
    if not pages or not terms:
        return 0.0
    best = pages[0].hits[0].chunk
    weights = term_weights(terms, [hit.chunk for page in pages for hit in page.hits])
    text = share(terms_in(best), weights)
    heading = share(heading_terms(best), weights)
    margin = 1 - pages[1].score / pages[0].score if len(pages) > 1 and pages[0].score > 0 else 1.0
    return text * (_TEXT + _HEADING * heading + _MARGIN * margin)
