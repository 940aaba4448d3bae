"""Cursors: where a search goes on, bound to what was asked and to what was shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from pro_context_engine.domain.errors import CursorUnusable
from pro_context_engine.search.ranking.ranked_pages import RankedPage

_DIGEST_BYTES = 8
_CURSOR = re.compile(r"([1-9][0-9]{0,3})-([0-9a-f]{16})")


def cursor_after(shown: Sequence[RankedPage], asked: Sequence[str]) -> str:
    """Return the cursor that goes on after some results.

    Args:
        shown: all results before it, from the first one on.
        asked: what was asked and where, in a fixed order.
    """
    return f"{len(shown)}-{_digest(shown, asked)}"


def position_of(cursor: str, results: Sequence[RankedPage], asked: Sequence[str]) -> int:
    """Return how many results were shown before.

    Args:
        cursor: output of `cursor_after`.
        results: what the search finds now.
        asked: see `cursor_after`.

    Raises:
        CursorUnusable: it is none of this search, or what was shown would not be shown any more.
    """
    parsed = _CURSOR.fullmatch(cursor)
    position = int(parsed[1]) if parsed else 0
    if not parsed or position > len(results) or parsed[2] != _digest(results[:position], asked):
        raise CursorUnusable
    return position


def _digest(shown: Sequence[RankedPage], asked: Sequence[str]) -> str:
    """Return 16 hexadecimal digits; they tell mistakes apart and guard nothing."""
    results = (part for page in shown for part in (page.library_id, page.version or "", page.hits[0].chunk.chunk_id))
    digest = blake2b(digest_size=_DIGEST_BYTES)
    for part in (*asked, "", *results):
        text = part.encode("utf-8", "surrogatepass")
        digest.update(len(text).to_bytes(4) + text)
    return digest.hexdigest()
