"""Hits to sections: each heading of the chunks that were found, with the pieces of its text.

A chunk of a reference has several small sections, and a large section has several chunks. A question is about one
section: a function, a class, an option.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.domain.page_address import at_anchor

_FENCE = "```"


@dataclass(slots=True)
class HitSection:
    """A section of a page, as far as its text was found.

    Attributes:
        hit: the best hit that has a piece of it.
        path: the headings that lead to it, its own heading last; () before the first heading of a page.
        anchor: of its heading.
        pieces: its text by the ordinals of the chunks.
        first_lines: the 1-based first line of each piece in the page.
        begins: the ordinal of the chunk that its heading stands in, None if that chunk was not found.
    """

    hit: Hit
    path: tuple[str, ...]
    anchor: str
    pieces: dict[int, str] = field(default_factory=dict)
    first_lines: dict[int, int] = field(default_factory=dict)
    begins: int | None = None

    @property
    def url(self) -> str:
        """Return the address of the section."""
        return at_anchor(self.hit.chunk.page_url, self.anchor)

    @property
    def text(self) -> str:
        """Return the pieces that were found, in page order."""
        return "".join(self.pieces[ordinal] for ordinal in sorted(self.pieces))

    def add(self, chunk: Chunk) -> None:
        """Add the piece of the section that a chunk has."""
        for section, piece, first, begins in _parts(chunk):
            if section == (self.path, self.anchor):
                self._add(chunk.ordinal, piece, first, begins=begins)

    def _add(self, ordinal: int, piece: str, first: int, *, begins: bool) -> None:
        if ordinal not in self.pieces:
            self.pieces[ordinal], self.first_lines[ordinal] = piece, first
        if begins:
            self.begins = ordinal


def hit_sections(hits: Sequence[Hit]) -> list[HitSection]:
    """Return the sections that hits have, those of the best hit first.

    Args:
        hits: chunks of one library, best first.
    """
    found: dict[tuple[str, str], HitSection] = {}
    for hit in hits:
        for (path, anchor), piece, first, begins in _parts(hit.chunk):
            if piece.strip():
                section = found.setdefault((hit.chunk.page_url, anchor), HitSection(hit, path, anchor))
                section._add(hit.chunk.ordinal, piece, first, begins=begins)
    return list(found.values())


def _parts(chunk: Chunk) -> Iterator[tuple[tuple[tuple[str, ...], str], str, int, bool]]:
    """Yield path and anchor of each section of a chunk, its text, its first line and whether its heading is there."""
    lines = chunk.text.splitlines(keepends=True)
    headings = [one for one in chunk.headings if 0 <= one.line - chunk.first_line < len(lines)]
    starts = [heading.line - chunk.first_line for heading in headings]
    base = chunk.heading_path
    if not starts or starts[0] > 0:
        yield (base, chunk.anchor), "".join(lines[: starts[0] if starts else None]), chunk.first_line, False
    level = next((one.level for one in headings if base and one.title == base[-1]), 0)
    for heading, (start, end) in zip(headings, pairwise([*starts, len(lines)]), strict=True):
        depth = max(0, len(base) - 1 + heading.level - level) if level else len(base)
        path = (*base[:depth], heading.title)
        yield (path, heading.anchor), "".join(lines[start:end]), heading.line, True


@dataclass(frozen=True, slots=True)
class SectionText:
    """The parts of a section's text: the declaration in its first fence, the first paragraph, all behind the fence."""

    declaration: str
    summary: str
    rest: str


def section_text(text: str) -> SectionText:
    """Return the parts of a section's text.

    Args:
        text: Markdown; a heading in its first line belongs to no part.
    """
    lines = text.strip("\n").split("\n")
    start = 1 if lines[0].startswith("#") else 0
    while start < len(lines) and not lines[start].strip():
        start += 1
    declaration: list[str] = []
    if start < len(lines) and lines[start].startswith(_FENCE):
        end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith(_FENCE)), len(lines))
        declaration, start = lines[start + 1 : end], end + 1
    rest = "\n".join(lines[start:]).strip("\n")
    summary = rest.split("\n\n", 1)[0]
    return SectionText("\n".join(declaration), "" if summary.startswith(("**", _FENCE, "- ", "|")) else summary, rest)
