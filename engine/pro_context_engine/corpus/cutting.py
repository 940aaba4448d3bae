"""A page of a corpus becomes chunks, by the strategy of its manifest.

A chunk's id is `{filepath}#{heading-path}`, the path being the slugs of its headings; `{filepath}#_preamble` for what
stands before the first of them, `{filepath}` where a file is one chunk. The title, a level-1 heading that nothing
stands before, names the page and is no part of the path. An id stays as long as the headings above and the earlier ones
of the same name do. The further parts of a section that is too large have a number, the next that no heading took.
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
    """Lines first..end (0-based, end excluded) of a page under the heading that ends `path`."""

    path: tuple[str, ...]
    slugs: tuple[str, ...]
    first: int
    end: int
    bare: bool = False


def chunks_of(page: Page, filepath: str, strategy: Strategy) -> list[Chunk]:
    """Return the chunks of a page, in order; their texts joined give the page's Markdown again, but for blank lines.

    Args:
        page: as `pages.markdown` gives it.
        filepath: of the page in the corpus.
        strategy: how it is cut.
    """
    lines = page.markdown.rstrip("\n").split("\n")
    sections = _sections(lines, page.headings, _LEVELS[strategy.chunk_by])
    opening = "" if strategy.chunk_by == "file" else PREAMBLE
    taken = {"/".join(section.slugs) for section in sections}
    found: list[Chunk] = []
    for section in _joined(sections, lines, strategy.min_chunk_size):
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
    """Give the anchor of a section, then those of its further parts, which no section has."""
    yield first
    further = (f"{first}-part-{number}" if first else f"_part-{number}" for number in itertools.count(2))
    yield from (anchor for anchor in further if anchor not in taken)


def _sections(lines: Sequence[str], headings: Sequence[Heading], level: int) -> list[_Section]:
    """Return what stands before the first heading down to a level, and what stands under each."""
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
    """Return a path that no section has, with the next free number where the plain one is taken."""
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
    """Tell whether lines are a heading at most: it says too little alone."""
    written = [line for line in lines if line.strip()]
    return not written or (len(written) == 1 and written[0].lstrip().startswith("#")) or _is_underlined(written)


def _is_underlined(lines: Sequence[str]) -> bool:
    return len(lines) == 2 and bool(lines[1].strip()) and set(lines[1].strip()) in ({"="}, {"-"})


def _joined(sections: Sequence[_Section], lines: Sequence[str], least: int) -> Iterator[_Section]:
    """Give the sections: a bare heading with what follows it, what is too small with what stands before it."""
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
    """Give the parts of a section with the number of their first line: cut between blocks, else lines, else words."""
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
    """Give where a section may be cut: before each block but those that a heading stands over."""
    blocks = scan([line.expandtabs(4) for line in lines])
    for block, following in pairwise(blocks):
        if block.kind is not Kind.HEADING:
            yield following.first


def _lines_of(lines: Sequence[str], most: int) -> Iterator[tuple[int, str]]:
    """Give the parts of a block that is too large."""
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
    """Give the pieces of a line that is too long, cut behind a blank where there is one."""
    start = 0
    while len(line) - start > most:
        end = line.rfind(" ", start, start + most) + 1 or start + most
        yield line[start:end]
        start = end
    yield line[start:]
