"""The parts of a chunk by the sections that they belong to, and the parts of a section of a reference.

What a section says to a question depends on the part that has its words. Where the parts stand in the terms of the
chunk is stored with the chunk, so that a question finds its words there and no text is analysed again
(docs/decisions/0103-where-sections-stand-in-terms.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import NamedTuple

from pro_context_engine.documents.pages.headings import slug
from pro_context_engine.domain.model import Chunk, Heading
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.index.analysis import analyse, runs_of
from pro_context_engine.search.index.stop_words import STOP_WORDS

_FENCE = "```"
# The title of a page of a reference and a documented name; a member's heading begins with the name of its owner.
_DEPTH = 2

_REFERENCE = re.compile(r"\w+://[^/]+(?:/[^/]+){0,2}/api/")
_SITES = ("https:", "http:")
_ITEM = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
# In TypeScript: a function, a method, and a constant or a property whose type is that of a function.
_MODIFIERS = r"(?:(?:static|abstract|readonly|async) )*(?:(?:const|let|var) )?"
_TYPESCRIPT_FUNCTION = re.compile(rf"^(?:(?:async )?function\b|{_MODIFIERS}[\w$]{{1,200}}\??(?:: )?[<(])", re.MULTILINE)


# They list the members of a type, and seldom say its purpose.
_TYPESCRIPT_TYPES = ("type ", "interface ", "abstract class ")


class Pieces(NamedTuple):
    """The parts of a section's text as rooms: the characters that their terms take in padded terms.

    Attributes:
        before: of its heading, and of all that stands before its declaration.
        declaration: of its declaration.
        declared_words: the words of its declaration.
        summary_words: the words of its summary.
        telling: the terms of its summary without stop words.
        is_class: 1 where a class or a type is declared, else 0.
        is_function: 1 where a function is declared, else 0.
        summary: how many of the items are its summary.
        items: of each paragraph and list item.
    """

    before: int
    declaration: int
    declared_words: int
    summary_words: int
    telling: int
    is_class: int
    is_function: int
    summary: int
    items: tuple[int, ...]

    @classmethod
    def of(cls, stored: Sequence[int]) -> Pieces:
        """Return pieces from their stored form, see `stored`."""
        before, declaration, declared, words, telling, is_class, is_function, summary, *items = stored
        return cls(before, declaration, declared, words, telling, is_class, is_function, summary, tuple(items))

    @property
    def stored(self) -> tuple[int, ...]:
        """Return all numbers in one row, which is the form in which they are stored."""
        return (*self[:-1], *self.items)

    @property
    def room(self) -> int:
        """Return the room of the whole text."""
        return self.before + self.declaration + sum(self.items)


class SectionPart(NamedTuple):
    """The part of a chunk that belongs to one section.

    Attributes:
        path: the headings that lead to the section, its own heading last.
        anchor: of its heading.
        line: the 1-based first line of the part in the page.
        text: its Markdown.
        begins: whether the section begins with it.
        pieces: of its text, None where no store has them.
        behind: the room of the chunk's text behind the part.
    """

    path: tuple[str, ...]
    anchor: str
    line: int
    text: str
    begins: bool
    pieces: Pieces | None = None
    behind: int = 0


def is_reference(url: str) -> bool:
    """Tell from its address whether a page is of an API reference."""
    return _REFERENCE.match(url) is not None


def parts_of(chunk: Chunk) -> Iterator[SectionPart]:
    """Yield the parts of a chunk, one for each heading in it, and one for the text before these."""
    of_reference = is_reference(chunk.page_url)
    base = chunk.heading_path
    before, headed = _divided(chunk)
    if before is not None:
        yield _owned(SectionPart(base, chunk.anchor, chunk.first_line, before, begins=False), of_reference=of_reference)
    level = next((one.level for one, _ in headed if base and one.title == base[-1]), 0)
    # A chunk that was cut to one of its sections has no text for the headings before it.
    stored = chunk.pieces[len(chunk.headings) - len(headed) :]
    pieces: list[Pieces | None] = [Pieces.of(one) for one in stored] if stored else [None] * len(headed)
    behind = 0 if len(pieces) == 1 else sum(one.room for one in pieces if one)
    for (heading, text), own in zip(headed, pieces, strict=True):
        depth = max(0, len(base) - 1 + heading.level - level) if level else len(base)
        if own and len(pieces) > 1:
            behind -= own.room
        yield _owned(
            SectionPart((*base[:depth], heading.title), heading.anchor, heading.line, text, True, own, behind),
            of_reference=of_reference,
        )


def with_pieces(chunk: Chunk, terms: Sequence[str]) -> Chunk:
    """Return a chunk of a package with its pieces, and one of a site unchanged.

    Args:
        chunk: the chunk.
        terms: of its text.
    """
    if chunk.page_url.startswith(_SITES):
        return chunk
    before, headed = _divided(chunk)
    is_one = len(headed) == 1 and before is None  # most chunks, whose terms are known
    pieces = tuple(_pieces(text, _room(terms if is_one else analyse(text))).stored for _, text in headed)
    return replace(chunk, pieces=pieces) if len(pieces) == len(chunk.headings) else chunk


def _divided(chunk: Chunk) -> tuple[str | None, Sequence[tuple[Heading, str]]]:
    """Return the text of a chunk before its first heading, None for none, and its headings with the texts below."""
    if len(chunk.headings) == 1 and chunk.text and chunk.headings[0].line == chunk.first_line:  # most chunks
        return None, [(chunk.headings[0], chunk.text)]
    lines = chunk.text.splitlines(keepends=True)
    headings = [one for one in chunk.headings if 0 <= one.line - chunk.first_line < len(lines)]
    starts = [heading.line - chunk.first_line for heading in headings]
    before = "".join(lines[: starts[0] if starts else None]) if not starts or starts[0] > 0 else None
    texts = ["".join(lines[start:end]) for start, end in pairwise([*starts, len(lines)])]
    return before, list(zip(headings, texts, strict=True))


def divided_terms(text: str) -> tuple[list[str], Pieces]:
    """Return the terms of the text of a section from its declaration on, and its pieces from there.

    Args:
        text: Markdown.
    """
    parts = section_text(text)
    declaration, items = analyse(parts.declaration), [analyse(item) for item in _items(parts.rest)]
    summary = len(_items(parts.summary)) if parts.summary else 0
    pieces = Pieces(
        before=0,
        declaration=_room(declaration),
        declared_words=len(runs_of(parts.declaration)),
        summary_words=len(runs_of(parts.summary)),
        telling=sum(term not in STOP_WORDS for item in items[:summary] for term in item),
        is_class=int(_is_class(parts)),
        is_function=int(_is_function(parts)),
        summary=summary,
        items=tuple(map(_room, items)),
    )
    return [*declaration, *chain.from_iterable(items)], pieces


def _is_class(parts: SectionText) -> bool:
    if parts.language == "ts" and parts.declaration.startswith(_TYPESCRIPT_TYPES):
        return True
    return parts.declaration.startswith("class ") or "\nclass " in parts.declaration


def _is_function(parts: SectionText) -> bool:
    if parts.language == "ts":
        return _TYPESCRIPT_FUNCTION.search(parts.declaration) is not None
    return "def " in parts.declaration


def _pieces(text: str, room: int) -> Pieces:
    """Return the pieces of a text of this room; all that is not divided stands before the declaration."""
    _, pieces = divided_terms(text)
    return pieces._replace(before=room - pieces.room)


def _items(text: str) -> list[str]:
    """Return the paragraphs and list items of a text."""
    return _ITEM.split(text)


def _room(terms: Sequence[str]) -> int:
    """Return the characters that terms take in padded terms, each with a space on either side."""
    return sum(map(len, terms)) + 2 * len(terms)


def _owned(part: SectionPart, *, of_reference: bool) -> SectionPart:
    """Return the part as one of the section of the documented name, if its own heading is one inside of a docstring."""
    path = part.path
    while of_reference and len(path) > _DEPTH and not _bare(path[-1]).startswith(f"{_bare(path[-2])}."):
        path = path[:-1]
    return part if path == part.path else part._replace(path=path, anchor=slug(path[-1]), begins=False)


def _bare(heading: str) -> str:
    return heading.strip("`")


@value_class
class SectionText:
    """The parts of a section's text: the declaration in its first fence, the first paragraph, all behind the fence.

    `language` is that of the fence.
    """

    declaration: str
    summary: str
    rest: str
    language: str = ""


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
    language = ""
    if start < len(lines) and lines[start].startswith(_FENCE):
        end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith(_FENCE)), len(lines))
        language = lines[start].strip("` ")
        declaration, start = lines[start + 1 : end], end + 1
    rest = "\n".join(lines[start:]).strip("\n")
    summary = rest.split("\n\n", 1)[0]
    summary = "" if summary.startswith(("**", _FENCE, "- ", "|")) else summary
    return SectionText("\n".join(declaration), summary, rest, language)
