"""Pages in the SQLite store."""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime

from pro_context_engine.adapters.store.sqlite.checksums import checksum, intact
from pro_context_engine.adapters.store.sqlite.chunk_index import headings_text
from pro_context_engine.adapters.store.sqlite.page_checks import check_of, put_check
from pro_context_engine.adapters.store.sqlite.snapshot_table import to_text
from pro_context_engine.domain.delivery import Delivery
from pro_context_engine.domain.model import Dates, Heading, Page, SourceName, StoredPage, TocEntry
from pro_context_engine.domain.page_address import address_of


def page(connection: sqlite3.Connection, url: str, key: tuple[str, str] | None) -> StoredPage | None:
    """Return the stored page with this URL from one snapshot, or from the newest that has it."""
    found = connection.execute(
        """
        SELECT page.id, page.checksum, library_id, version, source,
               page.url, title, markdown, headings, description, section, page.fetched_at
        FROM page JOIN snapshot ON snapshot.id = snapshot_id
        WHERE address = ?1 AND (?2 IS NULL OR (library_id = ?2 AND version = ?3))
        ORDER BY snapshot.fetched_at DESC, snapshot.id DESC LIMIT 1
        """,
        (address_of(url), *(key or (None, None))),
    ).fetchone()
    if found is None:
        return None
    (page_id, expected, library_id, version, source), row = found[:5], found[5:]
    # A damaged index may lead to an undamaged row of another page.
    if not intact(row, expected) or address_of(row[0]) != address_of(url):
        return None
    url, title, markdown, headings, description, section, fetched_at = row
    outline = tuple(Heading(*heading) for heading in json.loads(headings))
    read_at = datetime.fromisoformat(fetched_at)
    delivery, checked_at = check_of(connection, page_id, read_at)
    stored = Page(url, title, markdown, outline, description, section, delivery)
    return StoredPage(stored, library_id, version, SourceName(source), checked_at, read_at)


def put_page(connection: sqlite3.Connection, snapshot: int, page: Page, read_at: datetime) -> int:
    """Store a page in place of the one with the same address, and return its row; its chunks go."""
    address = address_of(page.url)
    connection.execute("DELETE FROM page WHERE snapshot_id = ? AND address = ?", (snapshot, address))
    headings = headings_text(page.headings)
    row = (page.url, page.title, page.markdown, headings, page.description, page.section, to_text(read_at))
    (page_id,) = connection.execute(
        """
        INSERT INTO page (snapshot_id, address, url, title, markdown, headings, description, section, fetched_at,
                          checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (snapshot, address, *row, checksum(row)),
    ).fetchone()
    if page.delivery != Delivery():
        put_check(connection, page_id, page.delivery, read_at)
    return int(page_id)


def holds_page(connection: sqlite3.Connection, snapshot: int, url: str) -> bool:
    """Tell whether a page is stored."""
    return _page_id(connection, snapshot, url) is not None


def confirm_page(connection: sqlite3.Connection, snapshot: int, url: str, moment: datetime) -> None:
    """Note that a page was found unchanged."""
    row = _page_id(connection, snapshot, url)
    if row is not None:
        delivery, _ = check_of(connection, row, moment)
        put_check(connection, row, delivery, moment)


def drop_page(connection: sqlite3.Connection, snapshot: int, url: str) -> None:
    """Delete a page with its chunks, where it is stored."""
    connection.execute("DELETE FROM page WHERE snapshot_id = ? AND address = ?", (snapshot, address_of(url)))


def pages(connection: sqlite3.Connection, library_id: str, version: str) -> dict[str, Dates]:
    """Return the addresses of a snapshot's pages, with their dates."""
    rows = connection.execute(
        """
        SELECT address, page.fetched_at, coalesce(checked_at, page.fetched_at)
        FROM page JOIN snapshot ON snapshot.id = snapshot_id LEFT JOIN page_check ON page_id = page.id
        WHERE library_id = ? AND version = ?
        """,
        (library_id, version),
    )
    moment = datetime.fromisoformat
    return {address: Dates(moment(checked_at), moment(read_at)) for address, read_at, checked_at in rows}


def headings(connection: sqlite3.Connection, library_id: str, version: str, limit: int) -> list[TocEntry]:
    """Return the headings of a snapshot's pages, in the order these were stored."""
    rows = connection.execute(
        """
        SELECT json_extract(heading.value, '$[0]'), page.url, json_extract(heading.value, '$[2]')
        FROM page JOIN snapshot ON snapshot.id = snapshot_id JOIN json_each(headings) AS heading
        WHERE library_id = ? AND version = ? ORDER BY page.id, heading.key LIMIT ?
        """,
        (library_id, version, limit),
    )
    return [TocEntry(title, f"{url}#{anchor}" if anchor else url) for title, url, anchor in rows]


def damaged_pages(connection: sqlite3.Connection) -> int:
    """Return how many pages have another checksum than their row."""
    rows = connection.execute(
        "SELECT checksum, url, title, markdown, headings, description, section, fetched_at FROM page"
    )
    return sum(checksum(row) != expected for expected, *row in rows)


def _page_id(connection: sqlite3.Connection, snapshot: int, url: str) -> int | None:
    row = connection.execute(
        "SELECT id FROM page WHERE snapshot_id = ? AND address = ?", (snapshot, address_of(url))
    ).fetchone()
    return None if row is None else int(row[0])
