"""The comments inside a signature, which describe the members of its object types.

`click(options?: { /** How often. */ count?: number })` documents `options.count`. Such a comment is shown as that of a
parameter is: the signature stays readable, and each option is found and shown by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.declarations.long_signatures import parameters_opening
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan

_BEFORE_NAME = frozenset({"readonly", "static", "get", "set", "...", "|", "&"})
_BEFORE_MEMBER = frozenset({"{", "(", ",", ";"})
_AFTER_NAME = frozenset({":", "("})
_AFTER_DESCRIBED = frozenset({":", "(", "<", ",", ";", "=", "}"})
_MOST_OWNERS = 4
_LONGEST_NAME = 100


@value_class
class DescribedMember:
    """A member of an object type that has a comment.

    Attributes:
        path: its name, behind those of the parameters and members that it is in, with dots; "" for what has no name.
        comment: its documentation comment, with its delimiters.
        is_returned: whether it is in the type of what a function returns.
    """

    path: str
    comment: str
    is_returned: bool = False


def described_members(scan: Scan, first: int, last: int) -> Iterator[DescribedMember]:
    """Yield the members between two tokens that have a comment, and alternatives of a type that have one, in order."""
    opening = parameters_opening(scan, first, last)
    end = last if opening is None else scan.closing(opening)
    owners: list[str] = []
    name = comment = ""
    for at in range(first, last):
        token = scan.tokens[at]
        if token.kind == "doc":
            comment = token.text
        if token.kind in ("doc", "comment") or token.text in _BEFORE_NAME:
            continue
        own = _name(scan, first, at, last, is_described=bool(comment))
        name = own or name
        if comment:
            yield DescribedMember(".".join(filter(None, (*owners[-_MOST_OWNERS:], own))), comment, at > end)
            comment = ""
        if token.kind == "open":
            owners.append(name)
            name = ""
        elif token.kind == "close":
            name = owners.pop() if owners else ""
        elif token.text in (",", ";"):
            name = ""


def _name(scan: Scan, first: int, at: int, last: int, *, is_described: bool) -> str:
    """Return the name of a member or a parameter, or the described literal, that a token is; "" for any other token."""
    token = scan.tokens[at]
    if token.kind not in ("word", "string"):
        return ""
    after = at + 2 if at + 1 < last and scan.tokens[at + 1].text == "?" else at + 1
    following = scan.tokens[after].text if after < last else ";"
    if is_described:
        is_name = following in _AFTER_DESCRIBED
        written = token.text.strip("'\"") if following == ":" else token.text
        return written[:_LONGEST_NAME] if is_name or token.kind == "string" else ""
    return token.text.strip("'\"")[:_LONGEST_NAME] if following in _AFTER_NAME and _begins(scan, first, at) else ""


def _begins(scan: Scan, first: int, at: int) -> bool:
    """Tell whether a member or a parameter begins with a token."""
    before = at - 1
    while before >= first and (
        scan.tokens[before].kind in ("doc", "comment") or scan.tokens[before].text in _BEFORE_NAME
    ):
        before -= 1
    return before >= first and (
        scan.tokens[before].text in _BEFORE_MEMBER or scan.tokens[before].line < scan.tokens[at].line
    )
