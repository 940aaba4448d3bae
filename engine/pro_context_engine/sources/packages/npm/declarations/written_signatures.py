"""A declaration as a page shows it: its text without comments, and the text of all its comments."""

from __future__ import annotations

from typing import NamedTuple

from pro_context_engine.sources.packages.npm.declarations.described_members import DescribedMember, described_members
from pro_context_engine.sources.packages.npm.declarations.doc_comments import comment_markdown, is_internal
from pro_context_engine.sources.packages.npm.declarations.long_signatures import parameters_opening
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan

_WITH_PROPERTIES = ("const ", "enum ", "interface ", "let ", "type ", "var ")
_OTHERS = "Parameters"

LONGEST_RESULT = 6_000
"""The characters of the type of a result that is shown; a longer one was inferred, and would hide the function."""


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
    members = _long_result(scan, first, last)
    if members is not None:
        described = tuple(described_members(scan, first, members))
        return WrittenSignature(f"{scan.bare_source(first, members)} … }}", doc, described)
    # Most declarations have no comments in them.
    if all(token.kind != "doc" for token in scan.tokens[first:last]):
        return WrittenSignature(scan.source(first, last), doc)
    return WrittenSignature(scan.bare_source(first, last), doc, tuple(described_members(scan, first, last)))


def _long_result(scan: Scan, first: int, last: int) -> int | None:
    """Return where the members of a result begin that has too many to show, None for any other declaration."""
    if scan.tokens[last - 1].end - scan.tokens[first].start <= LONGEST_RESULT:
        return None
    opening = parameters_opening(scan, first, last)
    end = last if opening is None else scan.closing(opening)
    if end >= last or scan.tokens[last - 1].end - scan.tokens[end].end <= LONGEST_RESULT:
        return None
    return next((at + 1 for at in range(end, last) if scan.tokens[at].text == "{"), None)
