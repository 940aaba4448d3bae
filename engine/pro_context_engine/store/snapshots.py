"""What the SQLite store does with snapshots, their tables of contents and their pages."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import astuple
from datetime import UTC, datetime
from urllib.parse import urldefrag

from pro_context_engine.model import Heading, Page, Snapshot, SourceName, StoredPage, Toc, TocEntry
from pro_context_engine.store.checksums import checksum, intact

_SNAPSHOT = """
    SELECT library_id, version, source, origin, fetched_at, fingerprint,
           (SELECT count(*) FROM page WHERE snapshot_id = snapshot.id) AS pages,
           (SELECT count(*) FROM toc_entry WHERE snapshot_id = snapshot.id) AS total_pages
    FROM snapshot
"""


def address_of(url: str) -> str:
    """Return the URL without its fragment."""
    return urldefrag(url).url


def to_text(moment: datetime) -> str:
    """Return a moment as UTC text that sorts by time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def snapshot_id(connection: sqlite3.Connection, library_id: str, version: str) -> int | None:
    """Return the row of a snapshot, None if there is none."""
    row = connection.execute(
        "SELECT id FROM snapshot WHERE library_id = ? AND version = ?", (library_id, version)
    ).fetchone()
    return None if row is None else int(row[0])


def snapshots(connection: sqlite3.Connection) -> list[Snapshot]:
    """Return every snapshot, newest first."""
    return [_snapshot(row) for row in connection.execute(_SNAPSHOT + "ORDER BY fetched_at DESC, library_id, version")]


def snapshot(connection: sqlite3.Connection, library_id: str, version: str) -> Snapshot | None:
    """Return one snapshot, None if there is none."""
    row = connection.execute(_SNAPSHOT + "WHERE library_id = ? AND version = ?", (library_id, version)).fetchone()
    return None if row is None else _snapshot(row)


def toc(connection: sqlite3.Connection, library_id: str, version: str) -> Toc | None:
    """Return a snapshot's table of contents, None if there is no such snapshot."""
    found = connection.execute(
        "SELECT id, source, origin FROM snapshot WHERE library_id = ? AND version = ?", (library_id, version)
    ).fetchone()
    if found is None:
        return None
    row, source, origin = found
    entries = connection.execute(
        "SELECT title, url, description, section FROM toc_entry WHERE snapshot_id = ? ORDER BY position", (row,)
    )
    return Toc(tuple(TocEntry(*entry) for entry in entries), SourceName(source), origin, version or None)


def put_toc(connection: sqlite3.Connection, library_id: str, toc: Toc, fetched_at: datetime, fingerprint: str) -> None:
    """Open or renew a snapshot; the pages its new table of contents does not name are deleted."""
    (row,) = connection.execute(
        """
        INSERT INTO snapshot (library_id, version, source, origin, fetched_at, fingerprint) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (library_id, version) DO UPDATE SET
            source = excluded.source, origin = excluded.origin,
            fetched_at = excluded.fetched_at, fingerprint = excluded.fingerprint
        RETURNING id
        """,
        (library_id, toc.version or "", toc.source, toc.origin, to_text(fetched_at), fingerprint),
    ).fetchone()
    connection.execute("DELETE FROM toc_entry WHERE snapshot_id = ?", (row,))
    connection.executemany(
        "INSERT INTO toc_entry (snapshot_id, position, address, url, title, description, section) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (row, position, address_of(entry.url), entry.url, entry.title, entry.description, entry.section)
            for position, entry in enumerate(toc.entries)
        ),
    )
    connection.execute(
        "DELETE FROM page WHERE snapshot_id = ?1 "
        "AND address NOT IN (SELECT address FROM toc_entry WHERE snapshot_id = ?1)",
        (row,),
    )


def page(connection: sqlite3.Connection, url: str) -> StoredPage | None:
    """Return the stored page with this URL from the newest snapshot that has it."""
    found = connection.execute(
        """
        SELECT page.url, title, markdown, headings, description, section, page.fetched_at,
               checksum, library_id, version, source
        FROM page JOIN snapshot ON snapshot.id = snapshot_id
        WHERE address = ? ORDER BY snapshot.fetched_at DESC, snapshot.id DESC LIMIT 1
        """,
        (address_of(url),),
    ).fetchone()
    if found is None:
        return None
    row, (expected, library_id, version, source) = found[:7], found[7:]
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


def owner(connection: sqlite3.Connection, url: str) -> tuple[str, str] | None:
    """Return (libraryId, version) of the newest snapshot whose table of contents names the URL."""
    found = connection.execute(
        """
        SELECT library_id, version FROM toc_entry JOIN snapshot ON snapshot.id = snapshot_id
        WHERE address = ? ORDER BY fetched_at DESC, snapshot.id DESC LIMIT 1
        """,
        (address_of(url),),
    ).fetchone()
    return None if found is None else (found[0], found[1])


def _snapshot(row: tuple[str, str, str, str, str, str, int, int]) -> Snapshot:
    library_id, version, source, origin, fetched_at, fingerprint, pages, total_pages = row
    moment = datetime.fromisoformat(fetched_at)
    return Snapshot(library_id, version, SourceName(source), origin, moment, pages, total_pages, fingerprint)
