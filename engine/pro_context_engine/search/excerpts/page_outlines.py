"""The outline of a page: those of its headings that stand near the sections that are shown.

The section that answers is often the one above or beside the best text, and has other words than the question
(docs/decisions/0084-pages-in-short.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from pro_context_engine.documents.pages.headings import slug
from pro_context_engine.domain.model import Heading
from pro_context_engine.search.index.term_finder import TermFinder

MOST_HEADINGS = 15
"""The maximum number of headings of a page that are shown without a text."""

HeadingPath = tuple[str, ...]


def outline(
    headings: Sequence[Heading], shown: AbstractSet[str], finder: TermFinder
) -> list[tuple[Heading, HeadingPath]]:
    """Return the headings of, above and near the shown sections, in page order, each with those that lead to it.

    Of a long page the headings above shown sections come first, then those beside or below them and those with asked
    words, then the others from the highest level down.

    Args:
        headings: all headings of the page, in page order.
        shown: the anchors of the sections that are shown; an answer that has their texts needs no headings of them.
        finder: finds the asked terms.

    Returns:
        At most `MOST_HEADINGS` besides those of the shown sections.
    """
    placed = list(_with_paths(headings))
    leading = {path[:depth] for one, path in placed if one.anchor in shown for depth in range(1, len(path) + 1)}
    finder.look_at(frozenset(word for one in headings for word in one.title.split()))

    def order(number: int) -> tuple[bool, bool, int, int, int]:
        one, path = placed[number]
        beside = (path[:-1] in leading) + len(set(finder.find_known(one.title)))
        return one.anchor not in shown, path not in leading, -beside, len(path), number

    kept = sorted(range(len(placed)), key=order)[: len(shown) + MOST_HEADINGS]
    return [placed[number] for number in sorted(kept)]


def heading_line(heading: Heading) -> str:
    """Return a heading as Markdown, with its anchor where that does not follow from the title."""
    marked = "" if slug(heading.title) == heading.anchor else f" {{#{heading.anchor}}}"
    return f"{'#' * heading.level} {heading.title}{marked}"


def _with_paths(headings: Sequence[Heading]) -> Iterator[tuple[Heading, HeadingPath]]:
    above: list[Heading] = []
    for heading in headings:
        above = [one for one in above if one.level < heading.level] + [heading]
        yield heading, tuple(one.title for one in above)
