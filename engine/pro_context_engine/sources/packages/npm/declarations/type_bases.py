"""The types whose members a class, an interface or an object type has too, from its tokens."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.sources.packages.npm.declarations.members import after_angles, parts
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan

# Types of TypeScript that have most members of their argument. `Pick` has few, often of a type with hundreds.
_WRAPPERS = frozenset({"NonNullable", "Omit", "Partial", "Readonly", "Required"})
_PICKED = "Pick"
# Types with one of these, outside of brackets, are not those of an object, or not of one that can be named.
_OTHER_TYPES = frozenset({"=>", "?", "[", "asserts", "extends", "infer", "is", "keyof", "new", "typeof", "unique", "|"})
_DEEPEST = 3


def type_bases(scan: Scan, kind: str, first: int, last: int) -> Iterator[str]:
    """Yield the names of the bases of a declaration, without type arguments.

    `Omit<Pool, "mud">` has the base `Pool` behind `extends`, as has `type Pond = Tidy<Pool & { reeds: number }>`.

    Args:
        scan: the file's tokens.
        kind: the kind of the declaration: only classes, interfaces and types have bases.
        first: its first token.
        last: the position after its last token.
    """
    if kind == "type":
        after = after_angles(scan, first + 2, last)
        if after < last and scan.tokens[after].text == "=":
            yield from _joined(scan, after + 1, last, _DEEPEST)
    elif kind in ("class", "interface"):
        yield from _extended(scan, first, last)


def _extended(scan: Scan, first: int, last: int) -> Iterator[str]:
    """Yield the names behind `extends`."""
    at, is_base = first, False
    while at < last and scan.tokens[at].text != "{":
        token = scan.tokens[at]
        if token.text in ("extends", "implements"):
            is_base = token.text == "extends"
            at += 1
        elif token.kind == "word":
            name, at = _dotted(scan, at, last)
            after = after_angles(scan, at, last)
            if is_base and name not in _WRAPPERS:
                yield name
            elif is_base:
                yield from _in_arguments(scan, name, at, after, _DEEPEST)
            at = after
        else:
            at = scan.closing(at) + 1 if token.kind == "open" else at + 1


def _joined(scan: Scan, first: int, last: int, deepest: int) -> list[str]:
    """Return the names of the types that a type joins, and of those in their angle brackets; [] for any other type."""
    found: list[str] = []
    at = first
    while at < last:
        token = scan.tokens[at]
        if token.text in _OTHER_TYPES:
            return []
        if token.kind == "word":
            name, at = _dotted(scan, at, last)
            after = after_angles(scan, at, last)
            found += [] if name in _WRAPPERS else [name]
            found += _in_arguments(scan, name, at, after, deepest - 1) if deepest else ()
            at = after
        else:
            at = scan.closing(at) + 1 if token.kind == "open" else at + 1
    return found


def _in_arguments(scan: Scan, name: str, first: int, last: int, deepest: int) -> list[str]:
    """Return the names that the type arguments of a type join; of one that leaves out members, those of the first."""
    arguments = list(parts(scan, first + 1, last - 1, ",")) if name != _PICKED else []
    wanted = arguments[:1] if name in _WRAPPERS else arguments
    return [found for one in wanted for found in _joined(scan, one.first, one.last, deepest)]


def _dotted(scan: Scan, at: int, last: int) -> tuple[str, int]:
    """Return the name that begins at a token, with its parts behind dots, and the position after it."""
    name = [scan.tokens[at].text]
    at += 1
    while at + 1 < last and scan.tokens[at].text == "." and scan.tokens[at + 1].kind == "word":
        name.append(scan.tokens[at + 1].text)
        at += 2
    return ".".join(name), at
