"""The cutting of a page into chunks, by the strategy of its manifest.

A chunk's id is `{filepath}#{heading-path}`, where the path is the slugs of its headings; `{filepath}#_preamble` for
the lines before the first heading; `{filepath}` if the file is one chunk. The title, a level-1 heading on the first
line, is not part of the path. An id stays the same as long as the headings above and earlier headings of the same name
do. The further parts of a section that is too large have a number, the next that no heading uses.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pro_context_engine.corpus.values import Strategy
from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.documents.pages.blocks import Kind, scan
from pro_context_engine.documents.pages.headings import slug
from pro_context_engine.domain.model import Chunk, Heading, Page

PREAMBLE = "_preamble"

_LEVELS = {"file": 0, "h1": 1, "h2": 2, "h3": 3}


@dataclass(slots=True)
class _Section:
    """Lines first..end (0-based, end excluded) of a page under the heading at the end of `path`."""

    path: tuple[str, ...]
    slugs: tuple[str, ...]
    first: int
    end: int
    bare: bool = False


def chunks_of(page: Page, filepath: str, strategy: Strategy) -> list[Chunk]:
    """Return the chunks of a page, in order; their joined texts are the page's Markdown except for blank lines.

    Args:
        page: output of `pages.markdown`.
        filepath: path of the page in the corpus.
        strategy: how to cut it.
    """
    lines = page.markdown.rstrip("\n").split("\n")
    sections = _sections(lines, page.headings, _LEVELS[strategy.chunk_by])
    opening = "" if strategy.chunk_by == "file" else PREAMBLE
    taken = {"/".join(section.slugs) for section in sections}
    found: list[Chunk] = []
    for section in _join_small(sections, lines, strategy.min_chunk_size):
        cut = _parts(lines[section.first : section.end], strategy.max_chunk_size)
        anchors = _anchors("/".join(section.slugs) or opening, taken)
        for (offset, text), anchor in zip(
            ((first, text) for first, text in cut if text.strip()), anchors, strict=False
        ):
            found.append(
                Chunk(
                    chunk_id=f"{filepath}#{anchor}" if anchor else filepath,
                    page_url=page.url,
                    page_title=page.title,
                    section="",
                    description=page.description,
                    heading_path=section.path,
                    anchor=anchor,
                    text=text,
                    tokens=count(text),
                    first_line=section.first + offset + 1,
                    ordinal=len(found),
                )
            )
    return found


def _anchors(first: str, taken: Container[str]) -> Iterator[str]:
    """Yield the anchor of a section, then unused anchors for its further parts."""
    yield first
    further = (f"{first}-part-{number}" if first else f"_part-{number}" for number in itertools.count(2))
    yield from (anchor for anchor in further if anchor not in taken)


def _sections(lines: Sequence[str], headings: Sequence[Heading], level: int) -> list[_Section]:
    """Return a section for the lines before the first heading down to a level, and one for each such heading."""
    opening = headings[1:] if headings and headings[0].level == 1 and headings[0].line == 1 else headings
    cuts = [heading for heading in opening if heading.level <= level]
    ends = [heading.line - 1 for heading in cuts] + [len(lines)]
    found = [_Section((), (), 0, ends[0])]
    above: list[tuple[int, str, str]] = []
    taken: dict[tuple[str, ...], int] = {(PREAMBLE,): 1}
    for heading, end in zip(cuts, ends[1:], strict=True):
        while above and above[-1][0] >= heading.level:
            above.pop()
        slugs = _unique(tuple(each[2] for each in above), slug(heading.title), taken)
        above.append((heading.level, heading.title, slugs[-1]))
        found.append(_Section(tuple(each[1] for each in above), slugs, heading.line - 1, end))
    for section, following in pairwise(found):
        section.bare = _is_bare(lines[section.first : section.end]) and following.path[:-1] == section.path
    return found


def _unique(above: tuple[str, ...], name: str, taken: dict[tuple[str, ...], int]) -> tuple[str, ...]:
    """Return an unused path: the plain one, or the one with the next free number."""
    path = (*above, name)
    number = taken.get(path, 0)
    while number and (*above, f"{name}-{number + 1}") in taken:
        number += 1
    taken[path] = number + 1
    if not number:
        return path
    numbered = (*above, f"{name}-{number + 1}")
    taken[numbered] = 1
    return numbered


def _is_bare(lines: Sequence[str]) -> bool:
    """Tell whether lines are empty or only a heading, which is not useful alone."""
    written = [line for line in lines if line.strip()]
    return not written or (len(written) == 1 and written[0].lstrip().startswith("#")) or _is_underlined(written)


def _is_underlined(lines: Sequence[str]) -> bool:
    return len(lines) == 2 and bool(lines[1].strip()) and set(lines[1].strip()) in ({"="}, {"-"})


def _join_small(sections: Sequence[_Section], lines: Sequence[str], least: int) -> Iterator[_Section]:
    """Yield the sections, with a bare heading joined to the next section and a small section to the previous one."""
    previous: _Section | None = None
    bare_from: int | None = None
    for section in sections:
        if bare_from is not None:
            section.first = bare_from
        bare_from = section.first if section.bare else None
        if section.bare:
            continue
        if previous and sum(len(line) + 1 for line in lines[section.first : section.end]) < least:
            previous.end = section.end
            continue
        if previous:
            yield previous
        previous = section
    if previous:
        yield previous


def _parts(lines: Sequence[str], most: int) -> Iterator[tuple[int, str]]:
    """Yield the parts of a section with the number of their first line: cut between blocks, else lines, else words."""
    if sum(len(line) + 1 for line in lines) <= most:
        yield 0, "\n".join(lines).strip("\n")
        return
    first, size, start = 0, 0, 0
    for end in [*_block_ends(lines), len(lines)]:
        length = sum(len(line) + 1 for line in lines[start:end])
        if size and size + length > most:
            yield first, "\n".join(lines[first:start]).strip("\n")
            first, size = start, 0
        if length > most:
            yield from ((start + offset, text) for offset, text in _lines_of(lines[start:end], most))
            first, size = end, 0
        else:
            size += length
        start = end
    if first < len(lines):
        yield first, "\n".join(lines[first:]).strip("\n")


def _block_ends(lines: Sequence[str]) -> Iterator[int]:
    """Yield the lines where a section may be cut: before each block that does not follow a heading."""
    blocks = scan([line.expandtabs(4) for line in lines])
    for block, following in pairwise(blocks):
        if block.kind is not Kind.HEADING:
            yield following.first


def _lines_of(lines: Sequence[str], most: int) -> Iterator[tuple[int, str]]:
    """Yield the parts of a block that is too large, each with the number of its first line."""
    group: list[str] = []
    first, size = 0, 0
    for number, line in enumerate(lines):
        if group and size + len(line) + 1 > most:
            yield first, "\n".join(group)
            group, first, size = [], number, 0
        if len(line) > most:
            yield from ((number, piece) for piece in _pieces(line, most))
            first = number + 1
            continue
        group.append(line)
        size += len(line) + 1
    if group:
        yield first, "\n".join(group)


def _pieces(line: str, most: int) -> Iterator[str]:
    """Yield the pieces of a line that is too long, cut after a blank if there is one."""
    start = 0
    while len(line) - start > most:
        end = line.rfind(" ", start, start + most) + 1 or start + most
        yield line[start:end]
        start = end
    yield line[start:]
