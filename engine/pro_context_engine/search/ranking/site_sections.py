"""The sections of documentation sites that answer a question, each in short.

The best chunk of each page leaves out half of the sections that answer
(docs/decisions/0086-answers-of-sites-are-sections.md has the figures).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.index.term_finder import TermFinder
from pro_context_engine.search.ranking.hit_sections import HitSection, hit_sections
from pro_context_engine.search.ranking.passage_selection import PAGES, SECTIONS
from pro_context_engine.search.ranking.ranked_pages import RankedPage
from pro_context_engine.search.ranking.section_digest import digest

FIRST_TOKENS, NEXT_TOKENS = 700, 120
"""The room of the best section, and of each other one, tokens."""

AGAIN = 0.05
"""A section counts so much less for each better one on its page: first come the best sections of several pages."""


def site_sections(pages: Sequence[RankedPage], best: Sequence[Chunk], terms: Sequence[str]) -> list[RankedPage]:
    """Return the best sections of the best pages, each as a page whose only hit is the section in short, best first.

    Args:
        pages: the pages of a library that have hits, best first.
        best: every chunk of the best page, so that its best section can be shown whole.
        terms: output of `analysis.query_terms`.

    Returns:
        No page where the hits are headings without a text.
    """
    best_page = pages[0].score or 1.0
    worth = {page.url: page.score / best_page for page in pages[:PAGES]}
    hits = sorted((hit for page in pages[:PAGES] for hit in page.hits), key=lambda hit: -hit.score)
    best_hit = hits[0].score or 1.0
    by_page: dict[str, list[HitSection]] = {}
    for section in hit_sections(hits):
        by_page.setdefault(section.hit.chunk.page_url, []).append(section)
    ranked = sorted(chain.from_iterable(_shares(page, best_hit, worth) for page in by_page.values()), key=_by_share)
    if ranked and (first := ranked[0][1]).hit.chunk.page_url == pages[0].url:
        for chunk in best:
            first.add(chunk)
    finder = TermFinder(terms)
    return [
        section.as_page(digest(section.text, finder, NEXT_TOKENS if place else FIRST_TOKENS), hits[0].score * share)
        for place, (share, section) in enumerate(ranked[:SECTIONS])
    ]


def _shares(page: Sequence[HitSection], best: float, worth: Mapping[str, float]) -> Iterator[tuple[float, HitSection]]:
    """Yield the sections of a page in the order of their own scores, with shares (0..1) that fall from one to the next.

    A share is the mean of a hit's and its page's score, relative to the best.

    Args:
        page: its sections that have hits.
        best: the best score of a hit.
        worth: the relative score of each page.
    """
    scores = sorted((section.hit.score for section in page), reverse=True)
    ordered = sorted(page, key=lambda section: -section.hit.own_score)
    for place, (score, section) in enumerate(zip(scores, ordered, strict=True)):
        yield (score / best + worth[section.hit.chunk.page_url]) / 2 - AGAIN * place, section


def _by_share(one: tuple[float, HitSection]) -> float:
    return -one[0]
