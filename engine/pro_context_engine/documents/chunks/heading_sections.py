"""The sections of a page: the lines under each heading, with tiny sections joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.domain.model import Heading
from pro_context_engine.domain.page_labels import ERROR_MESSAGES

# Neighbouring sections with fewer tokens are joined: alone they say too little.
_LEAST = 120
# A text of fewer tokens before the first subsection counts as the introduction of that subsection.
_INTRODUCTION = 30


@dataclass(slots=True)
class HeadingSection:
    """The lines first..end (0-based, end excluded) under the last heading of `path`, () before the first heading.

    `tokens` is its size without the messages of errors.
    """

    path: tuple[str, ...]
    anchor: str
    first: int
    end: int
    tokens: int


def sections(lines: Sequence[str], headings: Sequence[Heading]) -> list[HeadingSection]:
    """Return the sections of a page, in order; together they hold every line once.

    A small section is joined with the small siblings after it until they are large enough for a chunk. A mere
    introduction is joined with the first section below it and takes the heading of that section.

    Args:
        lines: the page's lines, newlines included.
        headings: the page's headings, in order.
    """
    joined: list[HeadingSection] = []
    for section in _all(lines, headings):
        previous = joined[-1] if joined else None
        if previous and _introduces(previous, section):
            section.first = previous.first
            section.tokens += previous.tokens
            joined[-1] = section
        elif previous and _small_siblings(previous, section):
            previous.end = section.end
            previous.tokens += section.tokens
        else:
            joined.append(section)
    return joined


def _introduces(section: HeadingSection, following: HeadingSection) -> bool:
    below = len(following.path) > len(section.path) and following.path[: len(section.path)] == section.path
    return below and section.tokens < _INTRODUCTION


def _small_siblings(section: HeadingSection, following: HeadingSection) -> bool:
    siblings = len(following.path) == len(section.path) and following.path[:-1] == section.path[:-1]
    return siblings and max(section.tokens, following.tokens) < _LEAST


def _all(lines: Sequence[str], headings: Sequence[Heading]) -> Iterable[HeadingSection]:
    """Yield one section per heading, and one for the text before the first heading."""
    ends = [heading.line - 1 for heading in headings[1:]] + [len(lines)]
    if not headings or headings[0].line > 1:
        yield _section((), "", 0, headings[0].line - 1 if headings else len(lines), lines)
    above: list[tuple[int, tuple[str, ...]]] = []
    for (title, level, anchor, line), end in zip(headings, ends, strict=bool(headings)):
        while above and above[-1][0] >= level:
            above.pop()
        path = (*above[-1][1], title) if above else (title,)
        above.append((level, path))
        yield _section(path, anchor, line - 1, end, lines)


def _section(path: tuple[str, ...], anchor: str, first: int, end: int, lines: Sequence[str]) -> HeadingSection:
    # Messages of errors do not tell what a section is about, and a tiny one stays with its neighbours.
    described = "".join(lines[first:end]).partition(ERROR_MESSAGES)[0]
    return HeadingSection(path, anchor, first, end, count(described))
