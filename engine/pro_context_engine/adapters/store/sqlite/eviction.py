"""The bound on the store's size: the snapshots used longest ago are deleted first, a few pages with each write."""

from __future__ import annotations

import sqlite3
from datetime import datetime

IN_USE_SECONDS = 120
"""Seconds for which a snapshot stays after its last use: this or another process may still store its pages."""

TOUCH_SECONDS = 3600
"""The precision of the time of the last use: reading must not cost a write each time."""

PAGES_AT_ONCE = 8
"""The most pages that are deleted with one write; more than it adds, so that the store shrinks to its bound."""

DISK_PAGES_AT_ONCE = 1_000
"""The most disk pages that are given back to the file system with one write."""


def touch(connection: sqlite3.Connection, library_id: str, version: str, now: datetime, seconds: int = 0) -> None:
    """Note that a snapshot is in use, unless that was noted in the last seconds."""
    connection.execute(
        "UPDATE snapshot SET used_at = ?3 WHERE library_id = ?1 AND version = ?2 AND used_at < ?3 - ?4",
        (library_id, version, int(now.timestamp()), seconds),
    )


def make_room(connection: sqlite3.Connection, max_bytes: int, now: datetime, keep: int | None = None) -> bool:
    """Delete some pages of the snapshot used longest ago if the store is above its bound.

    Args:
        connection: in a write transaction.
        max_bytes: the bound.
        now: the current time.
        keep: the snapshot that is being written.

    Returns:
        Whether there is room for another page; False if the snapshots in use alone are above the bound.
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
    """Delete a number of pages of a snapshot, and with its last page the snapshot; return whether it is gone."""
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
    """Return the size of the disk pages in use, in bytes."""
    pages = _pragma(connection, "page_count") - _pragma(connection, "freelist_count")
    return pages * _pragma(connection, "page_size")


def file_bytes(connection: sqlite3.Connection) -> int:
    """Return the size of the file without its journal, in bytes."""
    return _pragma(connection, "page_count") * _pragma(connection, "page_size")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
