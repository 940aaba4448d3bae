"""The bound on the store's size: what was used longest ago goes first, a few pages with each write."""

from __future__ import annotations

import sqlite3
from datetime import datetime

IN_USE_SECONDS = 120
"""A snapshot used so short a time ago may be on its way in, here or in another process; it stays."""

TOUCH_SECONDS = 3600
"""How exactly it is known when a snapshot was used last: reading must not cost a write each time."""

PAGES_AT_ONCE = 8
"""Deleted with one write at most; more than come in, so that the store gets back under its bound."""

DISK_PAGES_AT_ONCE = 1_000
"""Given back to the file system with one write at most."""


def touch(connection: sqlite3.Connection, snapshot: int, now: datetime, seconds: int = 0) -> None:
    """Note that a snapshot is used, unless that was noted less than so many seconds ago."""
    moment = int(now.timestamp())
    connection.execute(
        "UPDATE snapshot SET used_at = ?2 WHERE id = ?1 AND used_at < ?2 - ?3", (snapshot, moment, seconds)
    )


def make_room(connection: sqlite3.Connection, max_bytes: int, now: datetime, keep: int | None = None) -> bool:
    """Delete some of what was used longest ago while the store is over its bound.

    Args:
        connection: in a write transaction.
        max_bytes: the bound.
        now: the current time.
        keep: the snapshot that is being written.

    Returns:
        Whether there is room for another page; not if only what is in use is left and already over the bound.
    """
    if used_bytes(connection) <= max_bytes:
        if file_bytes(connection) > max_bytes:
            give_back(connection, DISK_PAGES_AT_ONCE)
        return True
    victim = connection.execute(
        "SELECT id FROM snapshot WHERE id IS NOT ? AND used_at < ? ORDER BY used_at, id LIMIT 1",
        (keep, int(now.timestamp()) - IN_USE_SECONDS),
    ).fetchone()
    if victim is None:
        return False
    drop(connection, victim[0], PAGES_AT_ONCE)
    return True


def drop(connection: sqlite3.Connection, snapshot: int, pages: int) -> bool:
    """Delete so many pages of a snapshot, and the snapshot itself with its last; return whether it is gone."""
    connection.execute(
        "DELETE FROM page WHERE id IN (SELECT id FROM page WHERE snapshot_id = ? LIMIT ?)", (snapshot, pages)
    )
    if connection.execute("SELECT 1 FROM page WHERE snapshot_id = ? LIMIT 1", (snapshot,)).fetchone():
        return False
    connection.execute("DELETE FROM snapshot WHERE id = ?", (snapshot,))
    return True


def give_back(connection: sqlite3.Connection, disk_pages: int) -> bool:
    """Give unused pages of the file back to the file system; return whether there are more."""
    unused = _pragma(connection, "freelist_count")
    for _ in range(min(unused, disk_pages)):
        # One at a time: the statement gives back a page per step, and Python takes a single step.
        connection.execute("PRAGMA incremental_vacuum(1)")
    return unused > disk_pages


def used_bytes(connection: sqlite3.Connection) -> int:
    """Return how many bytes of the file hold something."""
    pages = _pragma(connection, "page_count") - _pragma(connection, "freelist_count")
    return pages * _pragma(connection, "page_size")


def file_bytes(connection: sqlite3.Connection) -> int:
    """Return the size of the file, without its journal."""
    return _pragma(connection, "page_count") * _pragma(connection, "page_size")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
