"""The sections of documentation sites that answer a question, each in short, and the outlines of their pages.

The best chunk of each page leaves out half of the sections that answer, and so do the twelve best sections
(docs/decisions/0086-answers-of-sites-are-sections.md and 0084-pages-in-short.md have the figures).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from pro_context_engine.domain.model import Chunk, Heading
from pro_context_engine.search.excerpts.page_outlines import heading_line, outline
from pro_context_engine.search.excerpts.section_digest import GAP, digest
from pro_context_engine.search.index.term_finder import TermFinder
from pro_context_engine.search.ranking.hit_sections import HitSection, hit_sections
from pro_context_engine.search.ranking.passage_selection import LEAST_SHARE, PAGES, SECTIONS
from pro_context_engine.search.ranking.ranked_pages import RankedPage

FIRST_TOKENS, FIRST_SHARE = 700, 0.25
"""The room of the best section: tokens at most, and its share of the budget."""

EARLY_TOKENS, EARLY_SHARE = 600, 0.15
"""The same for each other section that is shown before any outline, its share counting from 1,000 tokens on.

A large budget has room for their examples; in a small one the outlines find more of the sections that answer.
"""

NEXT_TOKENS, NEXT_SHARE = (60, 120), 0.03
"""The same for each further section: tokens at least and at most, and its share."""

AGAIN = 0.05
"""A section counts so much less for each better one on its page: first come the best sections of several pages."""

BEFORE_OUTLINES = 3
"""The sections that are shown before any outline, besides the best one."""

OUTLINED = 5
"""The maximum number of pages whose outlines are shown."""

Outlines = Mapping[str, Sequence[Heading]]
"""All headings of pages, by URL."""


def site_sections(
    pages: Sequence[RankedPage],
    best: Sequence[Chunk],
    outlines: Outlines,
    terms: Sequence[str],
    max_tokens: int,
    first_tokens: int | None = None,
) -> list[RankedPage]:
    """Return the sections of the best pages that may be shown, best first, each as a page whose only hit it is.

    First the best sections in short, then the best pages' other headings alone, then further sections in short.

    Args:
        pages: the pages of a library that have hits, best first.
        best: every chunk of the best page, so that its best section can be shown whole.
        outlines: the headings of the pages.
        terms: output of `analysis.query_terms`.
        max_tokens: the budget of the answer.
        first_tokens: the room of the best section; None for its share of the budget.

    Returns:
        No page where the hits are headings without a text.
    """
    ranked = _ranked(pages)[:SECTIONS]
    if not ranked:
        return []
    first = ranked[0][1]
    if first.hit.chunk.page_url == pages[0].url:
        for chunk in best:
            first.add(chunk)
    finder = TermFinder(terms)
    most = max(hit.score for page in pages[:PAGES] for hit in page.hits)
    next_room = min(NEXT_TOKENS[1], max(NEXT_TOKENS[0], int(NEXT_SHARE * max_tokens)))
    early_room = max(next_room, min(EARLY_TOKENS, int(EARLY_SHARE * (max_tokens - 1_000))))
    first_room = min(FIRST_TOKENS, int(FIRST_SHARE * max_tokens))
    rooms = [first_tokens or first_room] + BEFORE_OUTLINES * [early_room]
    sections = [
        _in_short(section, outlines, finder, rooms[place] if place < len(rooms) else next_room, most * share)
        for place, (share, section) in enumerate(ranked[: 1 + max_tokens // next_room])
    ]
    begun = sections[: 1 + BEFORE_OUTLINES]
    # By identity: to compare all fields of some with those of all others would be most of the time that this takes.
    known = set(map(id, begun))
    for page in pages[:OUTLINED]:
        own = [one for one in begun if one.url == page.url] or [one for one in sections if one.url == page.url][:1]
        if own and page.score >= LEAST_SHARE * pages[0].score:
            begun += own if id(own[0]) not in known else []
            known.add(id(own[0]))
            begun += _headings(own, outlines.get(page.url, ()), finder, LEAST_SHARE * most)
    return [*begun, *(one for one in sections if id(one) not in known)]


def _ranked(pages: Sequence[RankedPage]) -> list[tuple[float, HitSection]]:
    """Return the sections of the best pages with their shares (0..1 of the best), best first."""
    best_page = pages[0].score or 1.0
    worth = {page.url: page.score / best_page for page in pages[:PAGES]}
    hits = sorted((hit for page in pages[:PAGES] for hit in page.hits), key=lambda hit: -hit.score)
    best_hit = hits[0].score or 1.0
    by_page: dict[str, list[HitSection]] = {}
    for section in hit_sections(hits):
        by_page.setdefault(section.hit.chunk.page_url, []).append(section)
    return sorted(
        chain.from_iterable(_shares(page, best_hit, worth) for page in by_page.values()), key=lambda one: -one[0]
    )


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


def _in_short(section: HitSection, outlines: Outlines, finder: TermFinder, max_tokens: int, score: float) -> RankedPage:
    """Return a section in short, under its heading even if only a later part of it was found."""
    text, line = section.text, min(section.parts)
    headings = outlines.get(section.hit.chunk.page_url, ())
    if heading := next((one for one in headings if one.anchor == section.anchor), None):
        first, _, rest = text.lstrip("\n").partition("\n")
        if not section.begins:
            text = f"{heading_line(heading)}\n\n{GAP}\n\n{text}"
        elif first.startswith("#"):
            text = f"{heading_line(heading)}\n{rest}"
        line = heading.line
    return section.as_page(digest(text, finder, max_tokens), score, line)


def _headings(
    shown: Sequence[RankedPage], headings: Sequence[Heading], finder: TermFinder, score: float
) -> Iterator[RankedPage]:
    """Yield the headings of a page that stand near its shown sections, each as a section without a text."""
    best = shown[0].hits[0]
    for heading, path in outline(headings, {one.anchor or "" for one in shown}, finder):
        section = HitSection(best, path, heading.anchor, {heading.line: heading_line(heading)})
        yield section.as_page(section.text, score, heading.line)
