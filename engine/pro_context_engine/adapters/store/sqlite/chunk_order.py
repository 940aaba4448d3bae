"""The order of chunks by library, version, page and place, which does not depend on the order of storage."""

from __future__ import annotations

import json
import sqlite3
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

FEW = 1_000
"""Up to so many chunks are sorted by a query: the order of all takes longer, and is valid until the next write."""

_ENTRY_BYTES = 24

_FIRST_CHUNKS = """
    SELECT chunk.id FROM snapshot JOIN page ON snapshot_id = snapshot.id
    JOIN chunk ON page_id = page.id AND ordinal = 0 ORDER BY library_id, version, address
"""

_FIRST_OF_FEW = """
    SELECT chunk.id FROM chunk JOIN page ON page.id = page_id JOIN snapshot ON snapshot.id = snapshot_id
    WHERE chunk.id IN (SELECT value FROM json_each(?)) ORDER BY library_id, version, address, ordinal LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class ChunkOrder:
    """The first chunk of each page; the chunks of a page are stored together, in their order.

    Attributes:
        pages: the row of the first chunk of each page, in the order of the pages.
        starts: the same rows, ascending.
        places: for each of these the place of its page in that order.
    """

    pages: array[int]
    starts: array[int]
    places: array[int]

    @property
    def size(self) -> int:
        """Return the size of the order in memory, an estimate in bytes."""
        return _ENTRY_BYTES * len(self.pages)

    def first(self, rows: Sequence[int], limit: int) -> list[int]:
        """Return the first of some chunks in this order.

        Args:
            rows: ascending.
            limit: at most so many.
        """
        if len(rows) <= len(self.pages):
            # The sort keeps the rows of a page in their order.
            return sorted(rows, key=lambda row: self.places[bisect_right(self.starts, row) - 1])[:limit]
        found: list[int] = []
        for start in self.pages:
            if len(found) >= limit:
                break
            place = bisect_right(self.starts, start)
            end = self.starts[place] if place < len(self.starts) else rows[-1] + 1
            found += rows[bisect_left(rows, start) : bisect_left(rows, end)]
        return found[:limit]


def chunk_order(connection: sqlite3.Connection) -> ChunkOrder:
    """Return the order of all chunks."""
    pages = array("q", (row for (row,) in connection.execute(_FIRST_CHUNKS)))
    ordered = sorted(zip(pages, range(len(pages)), strict=True))
    return ChunkOrder(pages, array("q", (row for row, _ in ordered)), array("q", (place for _, place in ordered)))


def first_of_few(connection: sqlite3.Connection, rows: Sequence[int], limit: int) -> list[int]:
    """Return the first of at most a thousand chunks in their order."""
    return [row for (row,) in connection.execute(_FIRST_OF_FEW, (json.dumps(rows), limit))]
