"""The order of chunks by library, version, page and place, which does not depend on the order of storage."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from pro_context_engine.domain.value_class import value_class

_ENTRY_BYTES = 108

# In this order of the tables the indexes have all that is read; SQLite would look through the chunks of all libraries.
_FIRST_CHUNKS = """
    SELECT chunk.id FROM snapshot CROSS JOIN page ON snapshot_id = snapshot.id
    CROSS JOIN chunk ON page_id = page.id AND ordinal = 0
    WHERE ?1 IS NULL OR snapshot.id IN (SELECT value FROM json_each(?1)) ORDER BY library_id, version, address
"""


@value_class
class ChunkOrder:
    """The first chunk of each page; the chunks of a page are stored together, in their order.

    Attributes:
        pages: the row of the first chunk of each page, in the order of the pages.
        starts: the same rows, ascending.
        places: for each of these the place of its page in that order.
    """

    pages: list[int]
    starts: list[int]
    places: list[int]

    @property
    def size(self) -> int:
        """Return the size of the order in memory, an estimate in bytes."""
        return _ENTRY_BYTES * len(self.pages)

    def first(self, rows: Sequence[int], limit: int) -> list[int]:
        """Return the first of some chunks in this order.

        Args:
            rows: ascending.
            limit: the most chunks.
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


def chunk_order(connection: sqlite3.Connection, snapshots: Sequence[int] | None) -> ChunkOrder:
    """Return the order of the chunks of some snapshots; None for all."""
    found = connection.execute(_FIRST_CHUNKS, (None if snapshots is None else json.dumps(snapshots),))
    pages = [row for (row,) in found]
    ordered = sorted(zip(pages, range(len(pages)), strict=True))
    return ChunkOrder(pages, [row for row, _ in ordered], [place for _, place in ordered])
