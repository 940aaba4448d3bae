"""Pages to results: the sections of a page that answer, a section that contains several of them, and their anchors.

The figures behind the constants are in docs/decisions/0035-sections-and-pasted-errors.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.index.analysis import analyse, words_if_known
from pro_context_engine.search.index.dotted_names import anchor_of
from pro_context_engine.search.ranking.ranked_pages import PageKey, RankedPage

MOST_SECTIONS = 3
"""The maximum number of a page's sections that are separate results, besides one section that contains several."""

SECTION_SHARE = 0.4
"""A section whose own score is below this share of the page's best own score is no result."""

LEAST_PARTS = 3
"""A section with at least this many answering subsections is a result itself."""

HeadingPath = tuple[str, ...]


def containing_section(page: RankedPage) -> HeadingPath:
    """Return the heading path of the smallest section with three answering parts, () if there is none."""
    if len(page.hits) < LEAST_PARTS:
        return ()
    parts: Counter[HeadingPath] = Counter()
    for hits in _answering_sections(page):
        path = hits[0].chunk.heading_path
        above = 1 if path[:1] == (page.title,) else 0
        parts.update(path[:depth] for depth in range(above + 1, len(path)))
    return max((path for path, count in parts.items() if count >= LEAST_PARTS), key=len, default=())


def section_alone(chunk: Chunk, path: HeadingPath) -> Chunk | None:
    """Return the chunk in which a section begins, reduced to that section; None if the section does not begin in it."""
    heading = next((heading for heading in reversed(chunk.headings) if heading.title == path[-1]), None)
    return replace(chunk, heading_path=path, anchor=heading.anchor, headings=(heading,)) if heading else None


def sections_of(pages: Sequence[RankedPage], wholes: Mapping[PageKey, Chunk]) -> list[RankedPage]:
    """Return each page once for each of its answering sections, with the hits of that section, best first.

    A page's best section has the page's score. A further section has the share of it that its own score is of the best
    own score, and a containing section has the score of its best part. So pages keep their order.

    Args:
        pages: output of `pages_of`.
        wholes: output of `section_alone` for the path that `containing_section` returns, by `RankedPage.key`.
    """
    results = [section for page in pages for section in _results(page, wholes.get(page.key))]
    return sorted(results, key=lambda section: -section.score)


def _results(page: RankedPage, whole: Chunk | None) -> Iterator[RankedPage]:
    """Yield the sections of a page that are results."""
    if len(page.hits) == 1:  # true of most pages
        yield page
        return
    answering = _answering_sections(page)
    shown = answering[:MOST_SECTIONS]
    for hits in shown or [page.hits]:
        yield _result(page, hits, hits[0])
    if whole and not any(_has_section(whole.anchor, hits[0].chunk) for hits in shown):
        best = next(
            hits[0] for hits in answering if hits[0].chunk.heading_path[: len(whole.heading_path)] == whole.heading_path
        )
        yield _result(page, (replace(best, chunk=whole),), best)


def _result(page: RankedPage, hits: tuple[Hit, ...], best: Hit) -> RankedPage:
    most = page.hits[0].own_score
    score = page.score * (best.own_score / most if most else 1.0)
    return RankedPage(page.library_id, page.version, page.url, page.title, score, hits)


def _answering_sections(page: RankedPage) -> list[tuple[Hit, ...]]:
    """Return the hits of each answering section, the section with the highest own score first."""
    least = SECTION_SHARE * page.hits[0].own_score
    sections: dict[str, list[Hit]] = {}
    for hit in page.hits:
        sections.setdefault(hit.chunk.anchor, []).append(hit)
    return [tuple(hits) for hits in sections.values() if hits[0].own_score >= least > 0]


def _has_section(anchor: str, chunk: Chunk) -> bool:
    """Tell whether a chunk has a section with this anchor; `best_anchor` chooses among its sections."""
    return anchor == chunk.anchor or any(anchor == heading.anchor for heading in chunk.headings)


def best_anchor(chunk: Chunk, terms: Sequence[str], names: Sequence[str] = ()) -> str:
    """Return the anchor of the section that a question is about, "" if it has none.

    Args:
        chunk: the chunk that was found.
        terms: output of `analysis.query_terms`.
        names: output of `dotted_names.asked_names`; a section that documents one of these names is preferred.

    Returns:
        The anchor of the section with most of the terms, a term in the heading counted twice; of equals the section
        whose heading has no other words, then the first. The anchor of the chunk if it has no heading.
    """
    documented = anchor_of(chunk.text, chunk.page_title, names) if names else ""
    if documented or len(chunk.headings) < 2:
        return documented or (chunk.headings[0].anchor if chunk.headings else chunk.anchor)
    asked = frozenset(terms)
    lines = chunk.text.split("\n")
    starts = [heading.line - chunk.first_line for heading in chunk.headings]
    found: list[tuple[int, bool]] = []
    for heading, start, end in zip(chunk.headings, starts, [*starts[1:], len(lines)], strict=True):
        in_title = asked.intersection(analyse(heading.title))
        in_text = asked.intersection(analyse("\n".join(lines[start + 1 : end])))
        found.append((2 * len(in_title) + len(in_text - in_title), bool(words_if_known(heading.title, asked))))
    return chunk.headings[found.index(max(found))].anchor
