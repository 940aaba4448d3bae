"""The entries of tables of contents, and the llms.txt that each was read from.

The text is apart from the entries: searches, which read tables of contents, never need it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from pro_context_engine.adapters.store.sqlite.checksums import checksum, intact
from pro_context_engine.adapters.store.sqlite.overflow import StoreTables
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.domain.page_address import address_of


class TocTable(StoreTables):
    """The operations of `SnapshotStore` that read only entries or texts of tables of contents."""

    async def toc_text(self, library_id: str, version: str) -> str:
        """Return the llms.txt behind the stored TOC of a snapshot, "" if there is none."""

        def text(connection: sqlite3.Connection) -> str:
            found = connection.execute(
                "SELECT text, toc_text.checksum FROM toc_text JOIN snapshot ON snapshot.id = snapshot_id "
                "WHERE library_id = ? AND version = ?",
                (library_id, version),
            ).fetchone()
            return found[0] if found and intact((found[0],), found[1]) else ""

        return await self._databases.read(text, "")

    async def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version) of the newest snapshot whose TOC names this URL, fragment ignored."""

        def owner(connection: sqlite3.Connection) -> tuple[str, str] | None:
            found: tuple[str, str] | None = connection.execute(
                """
                SELECT library_id, version FROM toc_entry JOIN snapshot ON snapshot.id = snapshot_id
                WHERE address = ? ORDER BY fetched_at DESC, snapshot.id DESC LIMIT 1
                """,
                (address_of(url),),
            ).fetchone()
            return found

        return await self._databases.read(owner, None)


def entries_of(connection: sqlite3.Connection, snapshot: int) -> list[TocEntry]:
    """Return the entries of a snapshot's table of contents, in their order."""
    rows = connection.execute(
        "SELECT title, url, description, section, crawled FROM toc_entry WHERE snapshot_id = ? ORDER BY position",
        (snapshot,),
    )
    return [
        TocEntry(title, url, description, section, bool(crawled)) for title, url, description, section, crawled in rows
    ]


def entry_values(entries: Iterable[TocEntry]) -> list[str]:
    """Return the values that the checksum of a table of contents covers."""
    return [value for entry in entries for value in (entry.title, entry.url, entry.description, entry.section)]


def put_entries(connection: sqlite3.Connection, snapshot: int, entries: Iterable[TocEntry], text: str) -> None:
    """Store the entries of a table of contents in place of the former ones, and its text, "" for none."""
    connection.execute("DELETE FROM toc_entry WHERE snapshot_id = ?", (snapshot,))
    connection.executemany(
        "INSERT INTO toc_entry (snapshot_id, position, address, title, url, description, section, crawled) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((snapshot, position, address_of(entry.url), *entry) for position, entry in enumerate(entries)),
    )
    connection.execute("DELETE FROM toc_text WHERE snapshot_id = ?", (snapshot,))
    if text:
        row = (snapshot, text, checksum((text,)))
        connection.execute("INSERT INTO toc_text (snapshot_id, text, checksum) VALUES (?, ?, ?)", row)


def damaged_toc_texts(connection: sqlite3.Connection) -> int:
    """Return the number of texts whose checksum does not match."""
    rows = connection.execute("SELECT text, checksum FROM toc_text")
    return sum(checksum((text,)) != expected for text, expected in rows)
