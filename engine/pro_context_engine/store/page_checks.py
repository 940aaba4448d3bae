"""How stored pages came, and when they were last found unchanged.

A page without a row was not checked since it was read, and its server said nothing to recognise it by.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime

from pro_context_engine.delivery import Delivery, Validators
from pro_context_engine.store.checksums import checksum, intact
from pro_context_engine.store.snapshots import to_text


def put_check(connection: sqlite3.Connection, page: int, delivery: Delivery, moment: datetime) -> None:
    """Note how a page came, and that it was as it is stored at this moment."""
    validators = delivery.validators
    row = (delivery.url, validators.etag, validators.last_modified, to_text(moment))
    connection.execute(
        "INSERT OR REPLACE INTO page_check (page_id, url, etag, last_modified, checked_at, checksum) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (page, *row, checksum(row)),
    )


def check_of(connection: sqlite3.Connection, page: int, read_at: datetime) -> tuple[Delivery, datetime]:
    """Return how a page came and when it was checked last: when it was read, if nothing else is known."""
    found = connection.execute(
        "SELECT checksum, url, etag, last_modified, checked_at FROM page_check WHERE page_id = ?", (page,)
    ).fetchone()
    if found is None or not intact(found[1:], found[0]):
        return Delivery(), read_at
    _, url, etag, last_modified, checked_at = found
    return Delivery(url, Validators(etag, last_modified)), datetime.fromisoformat(checked_at)


def damaged_checks(connection: sqlite3.Connection) -> int:
    """Return how many checks have another checksum than their row."""
    rows = connection.execute("SELECT checksum, url, etag, last_modified, checked_at FROM page_check")
    return sum(checksum(row) != expected for expected, *row in rows)
