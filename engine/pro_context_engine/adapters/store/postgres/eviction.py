"""The bound on the documentation: the snapshots used longest ago are deleted first, a few pages with each write.

Rows that were deleted take room until PostgreSQL reuses it, so the size is that of the rows in use, as estimated when
each page was stored.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from pro_context_engine.adapters.store.postgres.migration import Connection

IN_USE = timedelta(seconds=120)
"""The time for which a snapshot stays after its last use: a server may still store its pages."""

TOUCH_SECONDS = 3600
"""The precision of the time of the last use: reading must not cost a write each time."""

PAGES_AT_ONCE = 8
"""The most pages that are deleted for each page that a write adds, so that the store shrinks to its bound."""

MEASURE_SECONDS = 10.0
"""The fewest seconds between two readings of the size while it is far below the bound."""

_NEAR = 0.9
"""From this share of the bound on, the size is read with every write."""


def touch(connection: Connection, library_id: str, version: str, now: datetime, seconds: int = 0) -> None:
    """Note that a snapshot is in use, unless that was noted in the last seconds."""
    connection.execute(
        "UPDATE pro_context.snapshot SET used_at = %s WHERE library_id = %s AND version = %s AND used_at < %s",
        (now, library_id, version, now - timedelta(seconds=seconds)),
    )


class Room:
    """The room that is left below the bound.

    Args:
        max_bytes: the bound.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._size = 0
        self._measured_at = -MEASURE_SECONDS

    def make(self, connection: Connection, now: datetime, keep: int | None = None, pages: int = 1) -> bool:
        """Delete some pages of the snapshot used longest ago if the documentation is above its bound.

        Args:
            connection: in a transaction that writes.
            now: the current time.
            keep: the snapshot that is being written.
            pages: number of the pages that the transaction adds.

        Returns:
            Whether there is room for another page; False if the snapshots in use alone are above the bound.
        """
        if self._measured(connection) <= self._max_bytes:
            return True
        # A snapshot that another server is writing is skipped: two servers must not wait for each other.
        victim = connection.execute(
            "SELECT id FROM pro_context.snapshot WHERE id <> %s AND used_at < %s "
            "ORDER BY used_at, id LIMIT 1 FOR UPDATE SKIP LOCKED",
            (-1 if keep is None else keep, now - IN_USE),
        ).fetchone()
        if victim is None:
            return False
        drop(connection, victim[0], PAGES_AT_ONCE * pages)
        return True

    def take(self, size: int) -> None:
        """Note that a page of this size is stored."""
        self._size += size

    def _measured(self, connection: Connection) -> int:
        far = self._size < _NEAR * self._max_bytes
        if not far or time.monotonic() - self._measured_at >= MEASURE_SECONDS:
            self._size = used_bytes(connection)
            self._measured_at = time.monotonic()
        return self._size


def drop(connection: Connection, snapshot: int, pages: int) -> bool:
    """Delete a number of pages of a snapshot, and with its last page the snapshot; return whether it is gone."""
    connection.execute(
        "DELETE FROM pro_context.page WHERE id IN "
        "(SELECT id FROM pro_context.page WHERE snapshot_id = %s ORDER BY id LIMIT %s)",
        (snapshot, pages),
    )
    if connection.execute("SELECT 1 FROM pro_context.page WHERE snapshot_id = %s LIMIT 1", (snapshot,)).fetchone():
        return False
    connection.execute("DELETE FROM pro_context.snapshot WHERE id = %s", (snapshot,))
    return True


def used_bytes(connection: Connection) -> int:
    """Return the size of the rows in use, in bytes, as estimated when they were stored."""
    row = connection.execute("SELECT coalesce(sum(bytes), 0)::bigint FROM pro_context.page").fetchone()
    return 0 if row is None else int(row[0])
