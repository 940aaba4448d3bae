"""The index file of a built corpus: the tables of the store, and further tables that only a corpus has.

The file is written once, under a name of its own, and never changes after that: a reader needs no lock and no right to
write. The pages with the same taxonomy values are one snapshot, whose library id is made of those values: so a filter
is a choice of snapshots, and the rarity of a word is that in the searched snapshots. The module is over 300 lines
because the reader and the writer of the file share its tables.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import quote

from pro_context_engine.adapters.store.sqlite import chunk_search, chunk_table, link_table, page_table, snapshot_table
from pro_context_engine.adapters.store.sqlite.corpus_postings import TABLE as POSTINGS
from pro_context_engine.adapters.store.sqlite.corpus_postings import (
    has_postings,
    posted_terms,
    read_postings,
    write_postings,
)
from pro_context_engine.adapters.store.sqlite.migration import ForeignFile, is_current, prepare
from pro_context_engine.adapters.store.sqlite.thread_cache import ThreadCache
from pro_context_engine.domain.errors import CorpusUnusable
from pro_context_engine.domain.model import Chunk, Hit, Page, SourceName, Toc
from pro_context_engine.search.index.chunk_fields import fields_of
from pro_context_engine.search.index.link_texts import links_of

CACHE_BYTES = 50_000_000
"""Bound on the rows cached for searches, an estimate."""

MOST_AHEAD = 8_000
"""The most chunks of an index that is read ahead: some 40 MB with their terms, a second on a slow machine."""

MAPPED_BYTES = 1_000_000_000
"""Bytes of a file that are mapped into memory, which the operating system shares among servers."""

# Terms or chunks that are read between two calls of `enough`: some ten milliseconds.
_AT_ONCE = 200

_Value = TypeVar("_Value")

_TABLES = (
    "CREATE TABLE IF NOT EXISTS corpus_file (path TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID",
    """
    CREATE TABLE IF NOT EXISTS corpus_vector (
        chunk INTEGER PRIMARY KEY REFERENCES chunk ON DELETE CASCADE, vector BLOB NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS corpus_chunk_id ON chunk (chunk_id)",
    POSTINGS,
)


def url_of(filepath: str) -> str:
    """Return the address of a page of a corpus in the index."""
    return f"file:///{quote(filepath)}"


class Group(NamedTuple):
    """The pages with the same taxonomy values.

    Attributes:
        number: of the group in its file.
        values: by key.
    """

    number: int
    values: Mapping[str, str]


class CorpusReader:
    """A finished index file."""

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            CorpusUnusable: it is missing, damaged, or of another version of this program.
        """
        with ExitStack() as undo:
            try:
                # Immutable: SQLite writes no file beside it, since the folder may be read-only.
                uri = f"{path.resolve().as_uri()}?immutable=1"
                self._connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
                undo.callback(self._connection.close)
                self._connection.execute(f"PRAGMA mmap_size = {MAPPED_BYTES}")
                current = is_current(self._connection) and has_postings(self._connection)
            except (sqlite3.Error, OSError, ForeignFile):
                raise CorpusUnusable("its index cannot be read; build it anew") from None
            if not current:
                raise CorpusUnusable("its index is of another version of Pro-Context; build it anew")
            undo.pop_all()
        self._cache = ThreadCache(CACHE_BYTES, lasting=True)  # a finished file never changes

    def fingerprints(self) -> dict[str, str]:
        """Return the fingerprint of each page that was read, by path."""
        return dict(self._connection.execute("SELECT path, fingerprint FROM corpus_file"))

    def groups(self) -> list[Group]:
        """Return the groups that have pages, in an order that does not depend on the order of storage."""
        return _groups(self._connection)

    def is_sound(self) -> bool:
        """Tell whether the whole file can be read."""
        try:
            return bool(self._connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        except sqlite3.Error:
            return False

    def chunks(self) -> int:
        """Return the number of chunks."""
        (chunks,) = self._connection.execute("SELECT count(*) FROM chunk").fetchone()
        return int(chunks)

    def read_ahead(self, enough: Callable[[], bool]) -> None:
        """Read a small index into the cache, so that no search waits for it.

        Args:
            enough: called now and then; returns whether to stop.
        """
        if self.chunks() > MOST_AHEAD:
            return
        for terms in _in_parts(posted_terms(self._connection)):
            if enough():
                return
            read_postings(self._connection, terms, None, self._cache)
        for rows in _in_parts([row for (row,) in self._connection.execute("SELECT id FROM chunk ORDER BY id")]):
            if enough():
                return
            chunk_search.read_rows(self._connection, rows, self._cache)

    def search(self, terms: Sequence[str], groups: Sequence[int] | None, limit: int) -> list[Hit]:
        """Return the best chunks for analysed terms.

        Args:
            terms: see `storage.ChunkIndex.search`.
            groups: numbers of those to search, None for all.
            limit: the most chunks.

        Returns:
            Hits, best first; the library id of each is the values of its group, as JSON.
        """
        words = [term for term in terms if " " not in term]
        postings = read_postings(self._connection, words, groups, self._cache)
        rows = chunk_search.ranked(self._connection, terms, postings, groups, limit, self._cache)
        return chunk_search.hits_of(self._connection, list(rows), self._cache)

    def around(self, chunk_id: str, distance: int) -> tuple[list[Chunk], int]:
        """Return a chunk with its neighbours on the page, and the number of chunks of the page.

        Returns:
            Chunks in page order; ([], 0) if no chunk has this id.
        """
        found = self._connection.execute(
            "SELECT page_id, ordinal, (SELECT count(*) FROM chunk AS other WHERE other.page_id = chunk.page_id) "
            "FROM chunk WHERE chunk_id = ?",
            (chunk_id,),
        ).fetchone()
        if found is None:
            return [], 0
        page, ordinal, total = found
        rows = self._connection.execute(
            f"SELECT {chunk_table.CHUNK_COLUMNS} FROM chunk JOIN page ON page.id = page_id "  # noqa: S608 - ours
            "WHERE page_id = ? AND ordinal BETWEEN ? AND ? ORDER BY ordinal",
            (page, ordinal - distance, ordinal + distance),
        )
        return [chunk for row in rows for chunk in chunk_table.chunks_of_row(row)], total

    def vectors(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the row, the number of the group and the vector of every chunk that has a vector."""
        yield from self._connection.execute(
            "SELECT chunk, snapshot_id, vector FROM corpus_vector JOIN chunk ON chunk.id = chunk "
            "JOIN page ON page.id = page_id ORDER BY chunk"
        )

    def hits(self, scores: Mapping[int, float]) -> list[Hit]:
        """Return the chunks in these rows as hits with these scores, best first."""
        rows = self._connection.execute(
            f"""
            SELECT chunk.id, library_id, {chunk_table.CHUNK_COLUMNS}
            FROM chunk JOIN page ON page.id = page_id JOIN snapshot ON snapshot.id = snapshot_id
            WHERE chunk.id IN (SELECT value FROM json_each(?))
            """,  # noqa: S608 - the columns are ours
            (json.dumps(list(scores)),),
        )
        found = [
            Hit(chunk, scores[row], group, None)
            for row, group, *rest in rows
            for chunk in chunk_table.chunks_of_row(rest)
        ]
        return sorted(found, key=lambda hit: (-hit.score, hit.chunk.chunk_id))

    def close(self) -> None:
        """Release the file."""
        self._connection.close()


class CorpusWriter:
    """An index file in the making; no process reads it before it has its final name."""

    def __init__(self, path: Path, moment: datetime) -> None:
        """Open a new file, or the copy of a finished one; a file of another version of this program is emptied.

        Args:
            path: of the file.
            moment: UTC time of the build.
        """
        self._path = path
        self._moment = moment
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        prepare(self._connection)
        # A build that dies leaves a file that no process reads.
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("BEGIN")
        for statement in _TABLES:
            self._connection.execute(statement)

    def fingerprints(self) -> dict[str, str]:
        """Return the fingerprint of each page in the file, by path."""
        return dict(self._connection.execute("SELECT path, fingerprint FROM corpus_file"))

    def groups(self) -> list[Group]:
        """Return the groups that have pages so far; see `CorpusReader.groups`."""
        return _groups(self._connection)

    def put(
        self,
        filepath: str,
        fingerprint: str,
        metadata: Mapping[str, str],
        page: Page | None,
        chunks: Sequence[Chunk],
        vectors: Sequence[bytes] = (),
    ) -> None:
        """Index a page in place of its former state.

        Args:
            filepath: of the page in the corpus.
            fingerprint: differs between any two states of the page.
            metadata: its taxonomy values.
            page: the page as it was read; None for a blank file.
            chunks: of the page, in order.
            vectors: one for each chunk, or none.
        """
        self.drop(filepath)
        self._connection.execute("INSERT INTO corpus_file (path, fingerprint) VALUES (?, ?)", (filepath, fingerprint))
        if page is None:
            return
        snapshot = self._snapshot(metadata)
        # The chunks hold the text.
        row = page_table.write_page(self._connection, snapshot, replace(page, markdown="", headings=()), self._moment)
        analysed = [(chunk, fields_of(chunk)) for chunk in chunks]
        chunk_table.put_chunks(self._connection, snapshot, row, analysed)
        link_table.put_links(self._connection, snapshot, row, links_of(page.url, page.markdown))
        rows = self._connection.execute("SELECT id FROM chunk WHERE page_id = ? ORDER BY ordinal", (row,)).fetchall()
        self._connection.executemany(
            "INSERT INTO corpus_vector (chunk, vector) VALUES (?, ?)",
            [(chunk, vector) for (chunk,), vector in zip(rows, vectors, strict=False)],
        )

    def drop(self, filepath: str) -> None:
        """Delete a page, if it is indexed."""
        self._connection.execute("DELETE FROM page WHERE address = ?", (url_of(filepath),))
        self._connection.execute("DELETE FROM corpus_file WHERE path = ?", (filepath,))

    def finish(self) -> None:
        """Write everything to the disk, as one file."""
        write_postings(self._connection)
        self._connection.execute("COMMIT")
        self._connection.execute("PRAGMA journal_mode = DELETE")
        self.close()
        with self._path.open("rb+") as file:
            os.fsync(file.fileno())

    def close(self) -> None:
        """Close the file; closing twice is allowed."""
        self._connection.close()

    def _snapshot(self, metadata: Mapping[str, str]) -> int:
        name = json.dumps(metadata, sort_keys=True, ensure_ascii=False)
        found = snapshot_table.snapshot_id(self._connection, name, "")
        if found is None:
            toc = Toc((), SourceName.CUSTOM, "corpus")
            snapshot_table.write_toc(self._connection, name, toc, self._moment, self._moment)
            found = snapshot_table.snapshot_id(self._connection, name, "")
        if found is None:
            raise AssertionError("the snapshot was stored just before")
        return found


@contextmanager
def corpus_writer(path: Path, moment: datetime) -> Iterator[CorpusWriter]:
    """Open an index file to write it, and close it afterwards; see `CorpusWriter`.

    Raises:
        OSError: the file cannot be written.
    """
    try:
        with closing(CorpusWriter(path, moment)) as writer:
            yield writer
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error)) from error


def _groups(connection: sqlite3.Connection) -> list[Group]:
    rows = connection.execute(
        "SELECT id, library_id FROM snapshot WHERE EXISTS (SELECT 1 FROM page WHERE snapshot_id = snapshot.id) "
        "ORDER BY library_id"
    )
    return [Group(number, json.loads(values)) for number, values in rows]


def _in_parts(values: Sequence[_Value]) -> Iterator[Sequence[_Value]]:
    yield from (values[start : start + _AT_ONCE] for start in range(0, len(values), _AT_ONCE))
