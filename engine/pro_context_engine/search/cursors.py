"""Cursors: the position at which a search continues, bound to the question and to the results already shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from pro_context_engine.domain.errors import CursorUnusable

_DIGEST_BYTES = 4
_CURSOR = re.compile(r"([1-9][0-9]{0,3})-([0-9a-f]{8})(?:-([1-9][0-9]{0,3}))?")


Shown = tuple[str, str, str]
"""The parts that identify a result: its library, and its version and chunk, or its page and line."""


def cursors_after(found: Sequence[Shown], start: int, end: int, asked: Sequence[str], used: int = 0) -> Iterator[str]:
    """Yield for each result of a range the cursor that continues after it, "" after the last of all.

    Args:
        found: all results of the search.
        start: the position of the first result of the range.
        end: the position after its last one.
        asked: the question and the libraries searched, in a fixed order.
        used: the number of libraries that the session had used when the first results were given; with them the order
            of the results stays the same, though the session has used further libraries since.
    """
    digest = _digest(found[:start], asked)
    for position, result in enumerate(found[start:end], start + 1):
        _add(digest, result)
        rest = f"-{used}" if used else ""
        yield f"{position}-{digest.hexdigest()}{rest}" if position < len(found) else ""


def used_before(cursor: str) -> int:
    """Return the number of used libraries that a cursor carries, 0 for any other text."""
    parsed = _CURSOR.fullmatch(cursor)
    return int(parsed[3] or 0) if parsed else 0


def position_of(cursor: str, results: Sequence[Shown], asked: Sequence[str]) -> int:
    """Return how many results the caller has already seen.

    Args:
        cursor: output of `cursors_after`.
        results: the results of the search now.
        asked: see `cursors_after`.

    Raises:
        CursorUnusable: the cursor is of another search, or the results before it have changed.
    """
    parsed = _CURSOR.fullmatch(cursor)
    position = int(parsed[1]) if parsed else 0
    if not parsed or position > len(results) or parsed[2] != _digest(results[:position], asked).hexdigest():
        raise CursorUnusable
    return position


def _digest(shown: Sequence[Shown], asked: Sequence[str]) -> blake2b:
    """Return the digest of a question and its first results; it detects mistakes and is no protection."""
    digest = blake2b(digest_size=_DIGEST_BYTES)
    for parts in ((*asked, ""), *shown):
        _add(digest, parts)
    return digest


def _add(digest: blake2b, parts: Sequence[str]) -> None:
    for part in parts:
        text = part.encode("utf-8", "surrogatepass")
        digest.update(len(text).to_bytes(4) + text)
