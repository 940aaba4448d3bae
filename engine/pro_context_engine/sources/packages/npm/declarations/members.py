"""The members of a class, interface, object type or enum, and the parameters of functions, from their tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pro_context_engine.domain.symbols import Parameter, ParameterKind, Signature
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan, Statement

LONGEST_TYPE = 1_000
"""The number of characters at which the text of a type is cut."""

_MODIFIERS = frozenset(
    {"public", "private", "protected", "static", "abstract", "readonly", "get", "set", "declare", "override", "async"}
    | {"accessor"}
)
_HIDDEN = frozenset({"private", "protected"})
_AFTER_NAME = frozenset({"(", "<", ":", "?", "!", ";", ",", "=", "}"})
_NO_BEGINNING = frozenset({"extends", "is", "in", "as"})
_ANGLES = {"<": 1, ">": -1}
_GAPS = re.compile(r"\s+")


@value_class
class TypeMember:
    """One member.

    Attributes:
        name: its name, "" for a call signature, a constructor and an index signature.
        kind: "method", "property", "call", "construct", "index" (also a mapped type) or "constant" (of an enum).
        optional: whether it may be missing.
        static: whether it belongs to the class itself.
        hidden: whether it is private or protected.
        statement: its tokens and its documentation comment.
        type_at: the position of its type, or of the brackets of its parameters; the end of its tokens for none.
    """

    name: str
    kind: str
    optional: bool
    static: bool
    hidden: bool
    statement: Statement
    type_at: int


def members_of(scan: Scan, first: int, last: int) -> Iterator[TypeMember]:
    """Yield the members of a class, interface or object type, given the tokens between its brackets."""
    return (_member(scan, one) for one in parts(scan, first, last, ";,", lines=True))


def enum_members(scan: Scan, first: int, last: int) -> Iterator[TypeMember]:
    """Yield the members of an enum, given the tokens between its brackets."""
    for one in parts(scan, first, last, ",", angles=False):
        name = scan.tokens[one.first].text.strip("'\"")
        yield TypeMember(name, "constant", optional=False, static=True, hidden=False, statement=one, type_at=one.last)


def signature_of(scan: Scan, at: int, last: int) -> Signature:
    """Return the signature that begins with the brackets of its type parameters or of its parameters."""
    at = after_angles(scan, at, last)
    if at >= last or scan.tokens[at].text != "(":
        return Signature()
    closing = min(scan.closing(at), last)
    found = (_parameter(scan, one) for one in parts(scan, at + 1, closing, ","))
    parameters = tuple(one for one in found if one.name != "this")
    has_result = closing + 1 < last and scan.tokens[closing + 1].text in (":", "=>")
    return Signature(parameters, type_text(scan, closing + 2, last) if has_result else None)


def after_angles(scan: Scan, at: int, last: int) -> int:
    """Return the position after the angle brackets that begin at a position, the position itself for none."""
    depth = 0
    while at < last and (depth or scan.tokens[at].text == "<"):
        token = scan.tokens[at]
        depth += _ANGLES.get(token.text, 0)
        at = scan.closing(at) + 1 if token.kind == "open" else at + 1
        if not depth:
            break
    return at


def trimmed(scan: Scan, first: int, last: int) -> tuple[int, int]:
    """Return a range without comments, leading `|`, `&` and `readonly`, and trailing `;` and `,`."""
    tokens = scan.tokens
    last = min(last, len(tokens))
    while first < last and (tokens[first].kind in ("doc", "comment") or tokens[first].text in ("|", "&", "readonly")):
        first += 1
    while last > first and (tokens[last - 1].kind in ("doc", "comment") or tokens[last - 1].text in (";", ",")):
        last -= 1
    return first, last


def type_text(scan: Scan, first: int, last: int) -> str:
    """Return the text between two tokens on one line, without comments, at most 1,000 characters."""
    last = min(last, len(scan.tokens))
    while last > first and scan.tokens[last - 1].text in (";", ","):
        last -= 1
    if first >= last:
        return ""
    start, end = scan.tokens[first].start, scan.tokens[last - 1].end
    text = scan.text[start : min(end, start + 4 * LONGEST_TYPE)]
    if "/*" in text or "//" in text:
        kept = [one for one in scan.tokens[first : first + LONGEST_TYPE] if one.end <= end]
        kept = [one for one in kept if one.kind not in ("doc", "comment")]
        gaps = [" " if before.end < after.start else "" for before, after in pairwise(kept)]
        text = "".join(one.text + gap for one, gap in zip(kept, [*gaps, ""], strict=True))
    return _GAPS.sub(" ", text).strip().removeprefix("| ")[:LONGEST_TYPE]


def parts(
    scan: Scan, first: int, last: int, separators: str, *, lines: bool = False, angles: bool = True
) -> Iterator[Statement]:
    """Yield the tokens between separators that stand outside of all brackets.

    Args:
        scan: the file's tokens.
        first: the first token.
        last: the position after the last token.
        separators: one-character tokens.
        lines: whether a line that begins a member separates too.
        angles: whether `<` and `>` are brackets.
    """
    begin, at, previous, depth, doc, pending = -1, first, -1, 0, "", ""
    last = min(last, len(scan.tokens))
    while at < last:
        token = scan.tokens[at]
        if token.kind in ("doc", "comment"):
            pending = token.text if token.kind == "doc" else pending
            at += 1
            continue
        if lines and begin >= 0 and not depth and _is_member_line(scan, previous, at):
            yield Statement(begin, previous + 1, doc)
            begin = -1
        if not depth and token.text in separators:
            if begin >= 0:
                yield Statement(begin, at, doc)
            begin, pending, at = -1, "", at + 1
            continue
        if begin < 0:
            begin, doc = at, pending
        pending = ""
        depth = max(0, depth + _ANGLES.get(token.text, 0)) if angles else 0
        previous = min(scan.closing(at), last - 1) if token.kind == "open" else at
        at = previous + 1
    if begin >= 0:
        yield Statement(begin, last, doc)


def _is_member_line(scan: Scan, previous: int, at: int) -> bool:
    token = scan.tokens[at]
    if token.text in _NO_BEGINNING and at + 1 < len(scan.tokens) and scan.tokens[at + 1].text not in _AFTER_NAME:
        return False
    return scan.may_end(previous, token) and scan.begins_member(token)


def _member(scan: Scan, statement: Statement) -> TypeMember:
    tokens, at, last = scan.tokens, statement.first, statement.last
    modifiers: set[str] = set()
    while at < last - 1 and tokens[at].text in _MODIFIERS and tokens[at + 1].text not in _AFTER_NAME:
        modifiers.add(tokens[at].text)
        at += 1
    token, name, kind, after = tokens[at], "", "property", at + 1
    following = tokens[at + 1].text if at + 1 < last else ""
    if token.text in ("(", "<"):
        kind, after = "call", at
    elif token.text in ("new", "constructor") and following in ("(", "<"):
        kind = "construct"
    elif token.text == "[":
        after = min(scan.closing(at) + 1, last)
        name = _computed_name(scan, at, after)
        kind = "property" if name else "index"
    elif token.kind in ("word", "string"):
        name = token.text.strip("'\"") if token.kind == "string" else token.text
    else:
        kind = "index"
    optional = after < last and tokens[after].text == "?"
    after += after < last and tokens[after].text in ("?", "!")
    if kind == "property" and after < last and tokens[after].text in ("(", "<") and not modifiers & {"get", "set"}:
        kind = "method"
    elif kind == "property" and after < last and tokens[after].text == ":":
        after += 1
    hidden = not _HIDDEN.isdisjoint(modifiers) or name.startswith("#")
    return TypeMember(name, kind, optional, "static" in modifiers, hidden, statement, after)


def _computed_name(scan: Scan, opening: int, after: int) -> str:
    """Return the name of a computed member (`[Symbol.iterator]`), "" for an index signature and a mapped type."""
    inside = scan.tokens[opening + 1 : after - 1]
    if len(inside) == 1 and inside[0].kind == "string":
        return inside[0].text.strip("'\"")
    if not inside or any(one.text in (":", "in") for one in inside[:3]) or len(inside) > 9:
        return ""
    return f"[{''.join(one.text for one in inside)}]"


def _parameter(scan: Scan, part: Statement) -> Parameter:
    tokens, at, last = scan.tokens, part.first, part.last
    rest = tokens[at].text == "..."
    at += rest
    while at < last - 1 and tokens[at].text in _MODIFIERS and tokens[at + 1].kind == "word":
        at += 1
    if at >= last:
        return Parameter("", ParameterKind.VAR_POSITIONAL)
    after = scan.closing(at) + 1 if tokens[at].kind == "open" else at + 1
    name = type_text(scan, at, min(after, last)) if tokens[at].kind == "open" else tokens[at].text
    optional = after < last and tokens[after].text == "?"
    after += optional
    typed = after < last and tokens[after].text == ":"
    return Parameter(
        name,
        ParameterKind.VAR_POSITIONAL if rest else ParameterKind.POSITIONAL_ONLY,
        "undefined" if optional else None,
        type_text(scan, after + 1, last) if typed else None,
    )
