"""Hits to sections: each heading of the chunks that were found, with the pieces of its text.

A chunk of a reference has several small sections, and a large section has several chunks. A question is about one
section: a function, a class, an option.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.search.index.section_parts import Pieces, SectionPart, parts_of
from pro_context_engine.search.ranking.ranked_pages import RankedPage


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
        pieces: of its only part, with the room behind it in the terms of the hit's chunk; None for several parts, and
            where they are not known.
    """

    hit: Hit
    path: tuple[str, ...]
    anchor: str
    parts: dict[int, str] = field(default_factory=dict)
    ordinal: int = 0
    begins: bool = False
    pieces: tuple[Pieces, int] | None = None

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
        for part in parts_of(chunk):
            if part.path == self.path:
                self.put(part, chunk.ordinal)

    def as_page(self, text: str, score: float, line: int | None) -> RankedPage:
        """Return a page whose only hit is this section, with a text in place of its own.

        Args:
            text: Markdown, the section in short.
            score: of the page and its hit.
            line: where the section begins, if it is shown in one passage with others of its page.
        """
        whole, own = self.hit, self.hit.chunk
        # `dataclasses.replace` takes several times as long, and an answer has a hundred headings and sections.
        chunk = Chunk(
            own.chunk_id, own.page_url, own.page_title, own.section, own.description, self.path, self.anchor, text,
            own.tokens, line or min(self.parts), line or self.ordinal, own.headings, own.pieces,
        )  # fmt: skip
        hit = Hit(chunk, score, whole.library_id, whole.version, score, whole.reach, whole.terms, whole.words)
        library, version = whole.library_id, whole.version
        return RankedPage(library, version, own.page_url, own.page_title, score, (hit,), self.anchor, line)

    def put(self, part: SectionPart, ordinal: int) -> None:
        """Add a part of the section that stands in the chunk with this ordinal."""
        self.ordinal = min(self.ordinal, ordinal) if self.parts else ordinal
        self.parts[part.line] = part.text
        self.pieces = (part.pieces, part.behind) if part.pieces and len(self.parts) == 1 else None
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
        for part in parts_of(hit.chunk):
            if part.text.strip():
                section = found.setdefault((hit.chunk.page_url, part.anchor), HitSection(hit, part.path, part.anchor))
                section.put(part, hit.chunk.ordinal)
    return [section for section in found.values() if section.says_something]
