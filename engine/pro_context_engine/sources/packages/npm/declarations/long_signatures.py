"""Signatures as a person writes them: a long one has one parameter a line."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.sources.packages.npm.declarations.members import after_angles, parts
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan

LONGEST_LINE = 100
"""The number of characters up to which a signature stays on one line."""

_LONGEST = 6_000


def readable_signature(text: str) -> str:
    """Return a declaration with its type parameters, parameters or alternatives on lines of their own, if it is long.

    Args:
        text: one declaration; one that has several lines already stays as it is.
    """
    if not LONGEST_LINE < len(text) <= _LONGEST or "\n" in text:
        return text
    scan = Scan(text)
    opening = parameters_opening(scan, 0, len(scan.tokens))
    if opening is not None:
        return _with_parameters(text, scan, opening)
    equals = next((at for at, token in enumerate(scan.tokens[:60]) if token.text == "="), None)
    if scan.tokens and scan.tokens[0].text == "type" and equals is not None:
        choices = [_cut(scan, one.first, one.last) for one in parts(scan, equals + 1, len(scan.tokens), "|")]
        if len(choices) > 2:
            lines = "".join(f"\n  | {choice}" for choice in choices)
            return text[: scan.tokens[equals].end] + lines
    return text


def parameters_opening(scan: Scan, first: int, last: int) -> int | None:
    """Return the position of the bracket before the parameters, None for a declaration without parameters.

    Args:
        scan: the tokens.
        first: the first token of the declaration.
        last: the token behind it.
    """
    at = first
    while at < last:
        token = scan.tokens[at]
        if token.text == "(":
            return at
        if token.text == "<":
            after = after_angles(scan, at, last)
            at = max(after, at + 1)
        elif token.text in ("=", "{", "["):
            return None
        else:
            at += 1
    return None


def _with_parameters(text: str, scan: Scan, opening: int) -> str:
    closing = scan.closing(opening)
    if closing >= len(scan.tokens):
        return text
    parameters = list(_items(scan, opening + 1, closing))
    head, tail = text[: scan.tokens[opening].start], text[scan.tokens[closing].start :]
    if len(head) > LONGEST_LINE // 2:
        head = _with_type_parameters(head, scan, opening)
    if not parameters:
        return head + text[scan.tokens[opening].start :]
    return f"{head}({''.join(parameters)}\n{tail}"


def _with_type_parameters(head: str, scan: Scan, before: int) -> str:
    """Return the text before the parameters with each type parameter on a line of its own."""
    first = next((at for at in range(before) if scan.tokens[at].text == "<"), None)
    if first is None or after_angles(scan, first, before) != before:
        return head
    items = "".join(_items(scan, first + 1, before - 1))
    return f"{head[: scan.tokens[first].end]}{items}\n>" if items else head


def _items(scan: Scan, first: int, last: int) -> Iterator[str]:
    return (f"\n  {_cut(scan, one.first, one.last)}," for one in parts(scan, first, last, ","))


def _cut(scan: Scan, first: int, last: int) -> str:
    return scan.text[scan.tokens[first].start : scan.tokens[last - 1].end].rstrip(";")
