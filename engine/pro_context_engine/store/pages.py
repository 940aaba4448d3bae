"""Pages in the SQLite store."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import astuple
from datetime import datetime

from pro_context_engine.model import Heading, Page, SourceName, StoredPage
from pro_context_engine.store.checksums import checksum, intact
from pro_context_engine.store.snapshots import address_of, to_text


def page(connection: sqlite3.Connection, url: str) -> StoredPage | None:
    """Return the stored page with this URL from the newest snapshot that has it."""
    found = connection.execute(
        """
        SELECT page.checksum, library_id, version, source,
               page.url, title, markdown, headings, description, section, page.fetched_at
        FROM page JOIN snapshot ON snapshot.id = snapshot_id
        WHERE address = ? ORDER BY snapshot.fetched_at DESC, snapshot.id DESC LIMIT 1
        """,
        (address_of(url),),
    ).fetchone()
    if found is None:
        return None
    (expected, library_id, version, source), row = found[:4], found[4:]
    # A damaged index may lead to an undamaged row of another page.
    if not intact(row, expected) or address_of(row[0]) != address_of(url):
        return None
    url, title, markdown, headings, description, section, fetched_at = row
    outline = tuple(Heading(*heading) for heading in json.loads(headings))
    stored = Page(url, title, markdown, outline, description, section)
    return StoredPage(stored, library_id, version, SourceName(source), datetime.fromisoformat(fetched_at))


def put_page(connection: sqlite3.Connection, snapshot: int, page: Page, fetched_at: datetime) -> int:
    """Store a page in place of the one with the same address, and return its row; its chunks go."""
    address = address_of(page.url)
    connection.execute("DELETE FROM page WHERE snapshot_id = ? AND address = ?", (snapshot, address))
    headings = json.dumps([astuple(heading) for heading in page.headings])
    moment = to_text(fetched_at)
    row = (page.url, page.title, page.markdown, headings, page.description, page.section, moment)
    (page_id,) = connection.execute(
        """
        INSERT INTO page (snapshot_id, address, url, title, markdown, headings, description, section, fetched_at,
                          checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (snapshot, address, *row, checksum(row)),
    ).fetchone()
    return int(page_id)


def pages(connection: sqlite3.Connection, library_id: str, version: str) -> dict[str, datetime]:
    """Return the addresses of a snapshot's pages, with the UTC time each was fetched."""
    rows = connection.execute(
        "SELECT address, page.fetched_at FROM page JOIN snapshot ON snapshot.id = snapshot_id "
        "WHERE library_id = ? AND version = ?",
        (library_id, version),
    )
    return {address: datetime.fromisoformat(fetched_at) for address, fetched_at in rows}


def damaged_pages(connection: sqlite3.Connection) -> int:
    """Return how many pages have another checksum than their row."""
    rows = connection.execute(
        "SELECT checksum, url, title, markdown, headings, description, section, fetched_at FROM page"
    )
    return sum(checksum(row) != expected for expected, *row in rows)
