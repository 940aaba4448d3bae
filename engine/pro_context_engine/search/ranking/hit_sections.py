"""Hits to sections: each heading of the chunks that were found, with the pieces of its text.

A chunk of a reference has several small sections, and a large section has several chunks. A question is about one
section: a function, a class, an option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from pro_context_engine.documents.pages.headings import slug
from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.search.ranking.ranked_pages import RankedPage

_FENCE = "```"
# The title of a page of a reference and a documented name; a member's heading begins with the name of its owner.
_DEPTH = 2


_REFERENCE = re.compile(r"\w+://[^/]+(?:/[^/]+){0,2}/api/")


class _SectionPart(NamedTuple):
    """The part of a chunk that belongs to one section; `line` is its 1-based first line in the page."""

    path: tuple[str, ...]
    anchor: str
    line: int
    text: str
    begins: bool


@dataclass(slots=True)
class HitSection:
    """A section of a page, as far as its text was found.

    Attributes:
        hit: the best hit that has a part of it.
        path: the headings that lead to it, its own heading last; () before the first heading of a page.
        anchor: of its heading.
        parts: its text by the 1-based first line of each part in the page.
        ordinal: of the first chunk that has a part of it.
        begins: whether its heading was found.
    """

    hit: Hit
    path: tuple[str, ...]
    anchor: str
    parts: dict[int, str] = field(default_factory=dict)
    ordinal: int = 0
    begins: bool = False

    @property
    def url(self) -> str:
        """Return the address of the section."""
        return at_anchor(self.hit.chunk.page_url, self.anchor)

    @property
    def text(self) -> str:
        """Return the parts that were found, in page order."""
        if len(self.parts) == 1:  # most sections
            return next(iter(self.parts.values()))
        return "".join(self.parts[line] for line in sorted(self.parts))

    @property
    def says_something(self) -> bool:
        """Tell whether there is more than a heading."""
        return not self.begins or bool(self.text.strip().partition("\n")[2].strip())

    def add(self, chunk: Chunk) -> None:
        """Add the parts of the section that a chunk has."""
        for part in _parts(chunk):
            if part.path == self.path:
                self.put(part, chunk.ordinal)

    def as_page(self, text: str, score: float, line: int | None = None) -> RankedPage:
        """Return a page whose only hit is this section, with a text in place of its own.

        Args:
            text: Markdown, the section in short.
            score: of the page and its hit.
            line: where the section begins, if it is shown in one passage with others of its page.
        """
        chunk = replace(
            self.hit.chunk,
            text=text,
            heading_path=self.path,
            anchor=self.anchor,
            first_line=line or min(self.parts),
            ordinal=line or self.ordinal,
        )
        hit = replace(self.hit, chunk=chunk, score=score, own_score=score)
        library, version, title = hit.library_id, hit.version, chunk.page_title
        return RankedPage(library, version, chunk.page_url, title, score, (hit,), self.anchor, line)

    def put(self, part: _SectionPart, ordinal: int) -> None:
        """Add a part of the section that stands in the chunk with this ordinal."""
        self.ordinal = min(self.ordinal, ordinal) if self.parts else ordinal
        self.parts[part.line] = part.text
        self.begins = self.begins or part.begins


def hit_sections(hits: Sequence[Hit]) -> list[HitSection]:
    """Return the sections that hits have, those of the best hit first.

    Headings inside of a docstring ("Parameters") begin no section of their own: their text belongs to what they are
    about.

    Args:
        hits: chunks of one library, best first.
    """
    found: dict[tuple[str, str], HitSection] = {}
    for hit in hits:
        for part in _parts(hit.chunk):
            if part.text.strip():
                section = found.setdefault((hit.chunk.page_url, part.anchor), HitSection(hit, part.path, part.anchor))
                section.put(part, hit.chunk.ordinal)
    return [section for section in found.values() if section.says_something]


def _parts(chunk: Chunk) -> Iterator[_SectionPart]:
    """Yield the parts of a chunk, one for each heading in it, and one for the text before these."""
    is_reference = bool(_REFERENCE.match(chunk.page_url))
    base = chunk.heading_path
    if len(chunk.headings) == 1 and chunk.text and chunk.headings[0].line == chunk.first_line:  # most chunks
        texts, headings = [chunk.text], chunk.headings
    else:
        lines = chunk.text.splitlines(keepends=True)
        headings = tuple(one for one in chunk.headings if 0 <= one.line - chunk.first_line < len(lines))
        starts = [heading.line - chunk.first_line for heading in headings]
        if not starts or starts[0] > 0:
            text = "".join(lines[: starts[0] if starts else None])
            yield _owned(_SectionPart(base, chunk.anchor, chunk.first_line, text, begins=False), is_reference)
        texts = ["".join(lines[start:end]) for start, end in pairwise([*starts, len(lines)])]
    level = next((one.level for one in headings if base and one.title == base[-1]), 0)
    for heading, text in zip(headings, texts, strict=True):
        depth = max(0, len(base) - 1 + heading.level - level) if level else len(base)
        path = (*base[:depth], heading.title)
        yield _owned(_SectionPart(path, heading.anchor, heading.line, text, begins=True), is_reference)


def _owned(part: _SectionPart, is_reference: bool) -> _SectionPart:
    """Return the part as one of the section of the documented name, if its own heading is one inside of a docstring."""
    path = part.path
    while is_reference and len(path) > _DEPTH and not _bare(path[-1]).startswith(f"{_bare(path[-2])}."):
        path = path[:-1]
    return part if path == part.path else _SectionPart(path, slug(path[-1]), part.line, part.text, begins=False)


def _bare(heading: str) -> str:
    return heading.strip("`")


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
