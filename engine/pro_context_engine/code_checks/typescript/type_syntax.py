"""The forms of written types, by their tokens."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.sources.packages.npm.declarations.members import after_angles
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan, Statement

_COMMENTS = frozenset({"comment", "doc"})
_ANGLES = {"<": 1, ">": -1}


def outside(scan: Scan, first: int, last: int, text: str) -> Iterator[int]:
    """Yield the positions of the tokens with a text that stand outside of all brackets."""
    depth, at = 0, first
    while at < last:
        token = scan.tokens[at]
        if token.text == text and not depth:
            yield at
        depth = max(0, depth + _ANGLES.get(token.text, 0))
        at = scan.closing(at) + 1 if token.kind == "open" else at + 1


def text_of(scan: Scan, first: int, last: int) -> str:
    """Return the text of a type without spaces, for short types."""
    return "".join(token.text for token in scan.tokens[first : min(last, first + 4)])


def dotted(scan: Scan, at: int, last: int) -> tuple[str, int]:
    """Return the dotted name at a position, "" for none, and the position after it."""
    names: list[str] = []
    while at < last and scan.tokens[at].kind == "word" and len(names) < 10:
        names.append(scan.tokens[at].text)
        at += 1
        if at + 1 >= last or scan.tokens[at].text != "." or scan.tokens[at + 1].kind != "word":
            break
        at += 1
    return ".".join(names), at


def conditional_branches(scan: Scan, first: int, last: int) -> list[tuple[int, int]]:
    """Return the two results of a conditional type (`A extends B ? C : D`), [] for any other type."""
    mark = next(outside(scan, first, last, "?"), None)
    if mark is None or next(outside(scan, first, mark, "extends"), None) is None:
        return []
    nested, at = 0, mark + 1
    while at < last:
        text = scan.tokens[at].text
        nested += text == "?"
        if text == ":":
            if not nested:
                return [(mark + 1, at), (at + 1, last)]
            nested -= 1
        at = scan.closing(at) + 1 if scan.tokens[at].kind == "open" else at + 1
    return []


def function_at(scan: Scan, first: int, last: int) -> int | None:
    """Return the position of the type parameters or the brackets of a function type, None for any other type."""
    at = first + (scan.tokens[first].text == "abstract")
    at += at < last and scan.tokens[at].text == "new"
    opening = after_angles(scan, at, last)
    if opening >= last or scan.tokens[opening].text != "(":
        return None
    closing = scan.closing(opening)
    return at if closing + 1 < last and scan.tokens[closing + 1].text == "=>" else None


def has_number_keys(scan: Scan, statement: Statement) -> bool:
    """Tell whether an index signature has numbers or symbols as keys (`[index: number]: T`)."""
    opening = next((at for at in range(statement.first, statement.last) if scan.tokens[at].text == "["), None)
    if opening is None:
        return False
    words = [token.text for token in scan.tokens[opening + 2 : scan.closing(opening)]]
    return words in ([":", "number"], [":", "symbol"])


def inferred_names(scan: Scan, first: int, last: int) -> list[str]:
    """Return the names that a conditional type infers (`A extends B<infer C> ? …`)."""
    tokens = scan.tokens
    return [tokens[at + 1].text for at in range(first, last - 1) if tokens[at].text == "infer"]


def is_anything(scan: Scan, first: int, last: int) -> bool:
    """Tell whether a part of an intersection adds no member to it (`unknown`, `object`, `{}`)."""
    return text_of(scan, first, last) in ("unknown", "object", "{}")


def is_predicate(scan: Scan, first: int, last: int) -> bool:
    """Tell whether a type is that of a function which tests a value (`x is T`, `asserts x`)."""
    words = [token.text for token in scan.tokens[first : min(last, first + 3)]]
    return words[1:2] == ["is"] or (words[:1] == ["asserts"] and len(words) > 1)


def mapped_keys(scan: Scan, opening: int, closing: int) -> tuple[int, int] | None:
    """Return the type of the keys of a mapped type, None for an object type; an empty range for renamed keys."""
    at = opening + 1
    while at < closing and (scan.tokens[at].text in ("+", "-", "readonly") or scan.tokens[at].kind in _COMMENTS):
        at += 1
    if at + 2 >= closing or scan.tokens[at].text != "[" or scan.tokens[at + 2].text != "in":
        return None
    end = scan.closing(at)
    renamed = any(outside(scan, at + 3, end, "as"))
    return (end, end) if renamed else (at + 3, end)
