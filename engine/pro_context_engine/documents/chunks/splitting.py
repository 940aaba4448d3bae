"""The chunks of a page: one per section, with tiny sections joined and large ones cut."""

from __future__ import annotations

from bisect import bisect_left
from hashlib import blake2b

from pro_context_engine.documents.chunks.heading_sections import HeadingSection, sections
from pro_context_engine.documents.chunks.pieces import pieces
from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.domain.model import Chunk, Page


def chunks_of(page: Page) -> tuple[Chunk, ...]:
    """Return the chunks of a page, in order.

    Their texts joined give the page's Markdown again, except for the head of a fence or table of more than 2,000
    tokens, which is repeated after each cut. A chunk has at most about 700 tokens, unless it is one fence or table.

    Args:
        page: a page; its headings are read from the Markdown if it carries none.

    Returns:
        Chunks; their ids stay the same while URL, headings above and position within the section do. () for a blank
        page.
    """
    if not page.markdown.strip():
        return ()
    lines = [f"{line}\n" for line in page.markdown.split("\n")]
    lines[-1] = lines[-1][:-1]
    headings = page.headings or outline(page.markdown)
    starts = [heading.line - 1 for heading in headings]
    found: list[Chunk] = []
    for section in sections(lines, headings):
        cut = pieces(lines[section.first : section.end])
        ends = [section.first + piece.first for piece in cut[1:]] + [section.end]
        for position, (piece, end) in enumerate(zip(cut, ends, strict=True)):
            first = section.first + piece.first
            found.append(
                Chunk(
                    chunk_id=_chunk_id(page.url, section, position),
                    page_url=page.url,
                    page_title=page.title,
                    section=page.section,
                    description=page.description,
                    heading_path=section.path,
                    anchor=section.anchor,
                    text=piece.text,
                    tokens=piece.tokens,
                    first_line=first + 1,
                    ordinal=len(found),
                    headings=headings[bisect_left(starts, first) : bisect_left(starts, end)],
                )
            )
    return tuple(found)


def _chunk_id(url: str, section: HeadingSection, position: int) -> str:
    """Return 16 hexadecimal digits; the anchor, unique within the page, tells sections of the same title apart."""
    identity = "\x1f".join((url, *section.path, section.anchor, str(position)))
    return blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
