"""The llms.txt behind a table of contents, apart from it: searches, which read tables of contents, never need it."""

from __future__ import annotations

import sqlite3

from pro_context_engine.adapters.store.sqlite.checksums import checksum, intact


def put_toc_text(connection: sqlite3.Connection, snapshot: int, text: str) -> None:
    """Store the text of a snapshot's table of contents in place of what it had, "" for none."""
    connection.execute("DELETE FROM toc_text WHERE snapshot_id = ?", (snapshot,))
    if text:
        row = (snapshot, text, checksum((text,)))
        connection.execute("INSERT INTO toc_text (snapshot_id, text, checksum) VALUES (?, ?, ?)", row)


def toc_text(connection: sqlite3.Connection, library_id: str, version: str) -> str:
    """Return the text of a snapshot's table of contents, "" if there is none."""
    found = connection.execute(
        "SELECT text, toc_text.checksum FROM toc_text JOIN snapshot ON snapshot.id = snapshot_id "
        "WHERE library_id = ? AND version = ?",
        (library_id, version),
    ).fetchone()
    return found[0] if found and intact((found[0],), found[1]) else ""


def damaged_toc_texts(connection: sqlite3.Connection) -> int:
    """Return how many texts have another checksum."""
    rows = connection.execute("SELECT text, checksum FROM toc_text")
    return sum(checksum((text,)) != expected for text, expected in rows)
