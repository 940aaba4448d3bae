"""A declaration as a page shows it: its text without comments, and the text of all its comments."""

from __future__ import annotations

from typing import NamedTuple

from pro_context_engine.sources.packages.npm.declarations.described_members import DescribedMember, described_members
from pro_context_engine.sources.packages.npm.declarations.doc_comments import comment_markdown, is_internal
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan

_WITH_PROPERTIES = ("const ", "enum ", "interface ", "let ", "type ", "var ")
_OTHERS = "Parameters"


class WrittenSignature(NamedTuple):
    """A declaration: its text without the comments in it, its own comment, and the members that those describe."""

    text: str
    doc: str
    described: tuple[DescribedMember, ...] = ()

    @property
    def says_something(self) -> bool:
        """True if it has any comment."""
        return bool(self.doc or self.described)

    @property
    def comment(self) -> str:
        """The text of its comments, as Markdown."""
        shown = [one for one in self.described if not is_internal(one.comment)]
        members, returned = (
            [(one.path, one.comment) for one in shown if one.is_returned is is_returned]
            for is_returned in (False, True)
        )
        title = "Properties" if self.text.startswith(_WITH_PROPERTIES) else _OTHERS
        return comment_markdown(self.doc, members, title, returned)


def written_signature(scan: Scan, first: int, last: int, doc: str) -> WrittenSignature:
    """Return the declaration between two tokens, with its comment."""
    # Most declarations have no comments in them.
    if all(token.kind != "doc" for token in scan.tokens[first:last]):
        return WrittenSignature(scan.source(first, last), doc)
    return WrittenSignature(scan.bare_source(first, last), doc, tuple(described_members(scan, first, last)))
