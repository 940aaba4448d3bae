"""How stored pages came, and when they were last found unchanged.

A page without a row was not checked since it was read, and its server said nothing to recognise it by.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from pro_context_engine.adapters.store.sqlite.checksums import checksum, intact
from pro_context_engine.adapters.store.sqlite.snapshot_table import to_text
from pro_context_engine.domain.delivery import Delivery, Validators

_COLUMNS = "url, etag, last_modified, checked_at, landed"


def put_check(connection: sqlite3.Connection, page: int, delivery: Delivery, moment: datetime) -> None:
    """Note how a page came, and that it was as it is stored at this moment."""
    validators = delivery.validators
    row = (delivery.url, validators.etag, validators.last_modified, to_text(moment), delivery.landed)
    connection.execute(
        f"INSERT OR REPLACE INTO page_check (page_id, {_COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
        (page, *row, checksum(_summed(row))),
    )


def check_of(connection: sqlite3.Connection, page: int, read_at: datetime) -> tuple[Delivery, datetime]:
    """Return how a page came and when it was checked last: when it was read, if nothing else is known."""
    found = connection.execute(
        f"SELECT {_COLUMNS}, checksum FROM page_check WHERE page_id = ?",  # noqa: S608 - the columns are ours
        (page,),
    ).fetchone()
    if found is None or not intact(_summed(found[:-1]), found[-1]):
        return Delivery(), read_at
    url, etag, last_modified, checked_at, landed, _ = found
    return Delivery(url, Validators(etag, last_modified), landed=landed), datetime.fromisoformat(checked_at)


def damaged_checks(connection: sqlite3.Connection) -> int:
    """Return how many checks have another checksum than their row."""
    rows = connection.execute(f"SELECT {_COLUMNS}, checksum FROM page_check")  # noqa: S608 - the columns are ours
    return sum(checksum(_summed(row)) != expected for *row, expected in rows)


def _summed(row: Sequence[str]) -> Sequence[str]:
    """Return what the checksum of a row is made of: an empty `landed` counts for nothing, for it came later."""
    return row if row[-1] else row[:-1]
