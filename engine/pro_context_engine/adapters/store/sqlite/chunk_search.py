"""The search of the SQLite store: FTS5 finds chunks, `search.index.scoring` scores them.

The reasons against the scores of FTS5 are in docs/decisions/0026-scores-of-our-own.md. The module is over 300 lines
because each step of a search hands its rows to the next.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

import orjson

from pro_context_engine.adapters.store.chunk_scoring import (
    LEAST_BYTES,
    ChunkPage,
    ChunkRow,
    RankedRow,
    Ranking,
    best_rows,
    chunk_bytes,
)
from pro_context_engine.adapters.store.sqlite.cached_database import CachedDatabase
from pro_context_engine.adapters.store.sqlite.chunk_order import chunk_order
from pro_context_engine.adapters.store.sqlite.chunk_table import CHUNK_COLUMNS, chunks_of_row, scope
from pro_context_engine.adapters.store.sqlite.link_table import link_terms
from pro_context_engine.adapters.store.sqlite.overflow import StoreTables
from pro_context_engine.adapters.store.sqlite.thread_cache import ThreadCache
from pro_context_engine.adapters.store.sqlite.transaction import ReadTransaction
from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.index.chunk_fields import FIELDS
from pro_context_engine.search.index.link_texts import place_of
from pro_context_engine.search.index.number_runs import NumberRuns
from pro_context_engine.search.index.postings import Postings
from pro_context_engine.search.index.term_counts import PageTerms

# Read from the table in which FTS5 stores them (https://www.sqlite.org/fts5.html, section 9), in half the time; the
# first column is the scope.
STORED_TERMS = ", ".join(f"c{number}" for number, _ in enumerate(FIELDS, 1))

# The place of the first of these fields in a row of `_read`.
_FIRST_FIELD = 4

DENSE = 0.5
"""The share of its span from which a library is searched by the span: FTS5 reads a term within two rows several times
faster than it intersects two terms."""


class ChunkSearch(StoreTables, Ranking):
    """The search of `ChunkIndex`."""

    async def search(
        self,
        terms: Sequence[str],
        scopes: Sequence[tuple[str, str | None]] | None,
        limit: int,
        preferred: Sequence[tuple[str, str | None]] = (),
    ) -> list[Hit]:
        """Return the best chunks for the analysed terms; see `ChunkIndex`.

        Candidates are the chunks that contain the rarest terms, in any field and at any frequency.
        """

        def find(connection: sqlite3.Connection, cache: ThreadCache) -> list[Hit]:
            snapshots = None if scopes is None else _snapshots_in(connection, tuple(scopes), cache)
            if snapshots == []:
                return []
            found = _postings(connection, [term for term in terms if " " not in term], snapshots, cache)
            own = _chunks_in(connection, _rows_of(connection, preferred), cache) if preferred else None
            packages_only = _are_of(connection, snapshots, self.package_sources, cache)
            weights, most = self.for_search(limit, packages_only=packages_only, prefers=bool(own))
            rows = ranked(connection, terms, found, snapshots, most, cache, own, weights)
            return hits_of(connection, list(islice(rows, limit)), cache)

        def read(connection: sqlite3.Connection, cache: ThreadCache) -> list[Hit]:
            # Each statement of its own would lock the file, and look whether it has changed.
            with ReadTransaction(connection), cache.in_transaction(connection):
                return find(connection, cache)

        async def ask(database: CachedDatabase) -> list[Hit]:
            return await database.read(partial(read, cache=database.searches), [])

        def merge(stored: list[Hit], newer: list[Hit]) -> list[Hit]:
            pages = {_page_of(hit) for hit in newer}
            older = [hit for hit in stored if _page_of(hit) not in pages]
            # Cut to the limit, the hits of one database could leave no room for the preferred ones of the other.
            return sorted([*newer, *older], key=lambda hit: -hit.score)[: None if preferred else limit]

        return await self._databases.merged(ask, merge)


def ranked(
    connection: sqlite3.Connection,
    terms: Sequence[str],
    postings: Mapping[str, Postings],
    snapshots: Sequence[int] | None,
    limit: int,
    cache: ThreadCache,
    preferred: NumberRuns | None = None,
    weights: Mapping[str, float] | None = None,
) -> Iterator[RankedRow]:
    """Yield the chunks that are the best candidates by their postings, scored in full, best first.

    Args:
        connection: to the database.
        terms: see `storage.ChunkIndex.search`.
        postings: of each term except the pairs.
        snapshots: the rows of the snapshots to search; None for all.
        limit: the most chunks.
        cache: of this connection.
        preferred: the chunks that take at least half of the places if enough of them match; None for no preference.
        weights: see `chunk_scoring.ranked_rows`.
    """
    if not any(one.numbers for one in postings.values()):
        return iter(())
    size = cache.get(connection, ("size", str(snapshots)), lambda: _size(connection, snapshots), lambda _: LEAST_BYTES)
    first = partial(_first, connection, cache, snapshots)
    read = partial(read_rows, connection, cache=cache)
    return best_rows(terms, postings, size, limit, first, read, preferred, weights)


def _are_of(
    connection: sqlite3.Connection, snapshots: Sequence[int] | None, sources: Collection[str], cache: ThreadCache
) -> bool:
    """Tell whether all snapshots are of these sources."""

    def read() -> bool:
        others = connection.execute(
            "SELECT 1 FROM snapshot WHERE (?1 IS NULL OR id IN (SELECT value FROM json_each(?1))) "
            "AND source NOT IN (SELECT value FROM json_each(?2)) LIMIT 1",
            (None if snapshots is None else json.dumps(snapshots), json.dumps(sorted(sources))),
        ).fetchone()
        return others is None

    return cache.get(connection, ("packages", str(snapshots)), read, lambda _: LEAST_BYTES)


def _snapshots_in(
    connection: sqlite3.Connection, scopes: tuple[tuple[str, str | None], ...], cache: ThreadCache
) -> list[int] | None:
    """Return the rows of the snapshots in these scopes, None if they are all that have pages: a faster search."""

    def read() -> list[int] | None:
        rows = _rows_of(connection, scopes)
        others = connection.execute(
            "SELECT 1 FROM snapshot WHERE id NOT IN (SELECT value FROM json_each(?)) "
            "AND EXISTS (SELECT 1 FROM page_length WHERE snapshot_id = snapshot.id) LIMIT 1",
            (json.dumps(rows),),
        ).fetchone()
        return rows if others or not rows else None

    return cache.get(connection, ("snapshots", scopes), read, lambda rows: LEAST_BYTES + 8 * len(rows or ()))


def _rows_of(connection: sqlite3.Connection, scopes: Sequence[tuple[str, str | None]]) -> list[int]:
    """Return the rows of the snapshots in these scopes, ascending."""
    rows: set[int] = set()
    for library_id, version in scopes:
        found = connection.execute(
            "SELECT id FROM snapshot WHERE library_id = ?1 AND (?2 IS NULL OR version = ?2)", (library_id, version)
        )
        rows.update(row for (row,) in found)
    return sorted(rows)


def _chunks_in(connection: sqlite3.Connection, snapshots: Sequence[int], cache: ThreadCache) -> NumberRuns:
    """Return the chunks of some snapshots."""

    def read() -> NumberRuns:
        # The chunks of a page are stored together.
        return NumberRuns(
            connection.execute(
                "SELECT chunk.id, chunk.id + chunks FROM page_length JOIN chunk ON chunk.page_id = page_length.page_id "
                "AND ordinal = 0 WHERE snapshot_id IN (SELECT value FROM json_each(?)) ORDER BY chunk.id",
                (json.dumps(snapshots),),
            )
        )

    return cache.get(connection, ("chunks", *snapshots), read, lambda runs: LEAST_BYTES + 16 * len(runs))


def _postings(
    connection: sqlite3.Connection, words: Sequence[str], snapshots: Sequence[int] | None, cache: ThreadCache
) -> dict[str, Postings]:
    """Return for each word the rows of the chunks that have it, within snapshots."""
    runs = NumberRuns() if snapshots is None else _chunks_in(connection, snapshots, cache)
    keys = [("postings", word, str(snapshots)) for word in dict.fromkeys(words)]

    def postings(word: str) -> Postings:
        if snapshots is None:
            return _read_numbers(connection, _match(word))
        if runs.share < DENSE:
            return _read_numbers(connection, _match(word, snapshots))
        return runs.split(_read_numbers(connection, _match(word), runs.span))[0]

    def read(missing: Sequence[tuple[str, str, str]]) -> dict[tuple[str, str, str], Postings]:
        return {key: postings(key[1]) for key in missing}

    found = cache.get_all(connection, keys, read, lambda one: LEAST_BYTES + 8 * len(one.numbers))
    return {word: found["postings", word, str(snapshots)] for word in words}


def _read_numbers(connection: sqlite3.Connection, match: str, within: range | None = None) -> Postings:
    # One JSON array: thousands of rows of one number each take more than twice as long. Sorted here, where numbers in
    # order take no time: ordered by SQLite, each passes through a subquery.
    rows = "SELECT json_group_array(rowid) FROM chunk_terms WHERE chunk_terms MATCH ?"
    if within is None:
        found = connection.execute(rows, (match,))
    else:
        found = connection.execute(f"{rows} AND rowid BETWEEN ? AND ?", (match, within.start, within.stop - 1))
    numbers: list[int] = orjson.loads(found.fetchone()[0])
    numbers.sort()
    return Postings(array("q", numbers))


def _size(connection: sqlite3.Connection, snapshots: Sequence[int] | None) -> tuple[int, float, float]:
    """Return the number of chunks, their mean length in terms, and the mean number of chunks of a page."""
    chunks, terms, pages = connection.execute(
        "SELECT sum(chunks), sum(terms), count(*) FROM page_length "
        "WHERE ?1 IS NULL OR snapshot_id IN (SELECT value FROM json_each(?1))",
        (None if snapshots is None else json.dumps(snapshots),),
    ).fetchone()
    return chunks or 1, (terms or 1) / (chunks or 1), (chunks or 1) / (pages or 1)


def _first(
    connection: sqlite3.Connection,
    cache: ThreadCache,
    snapshots: Sequence[int] | None,
    rows: Sequence[int],
    limit: int,
) -> list[int]:
    """Return the first chunks of these rows (ascending) in the order of the chunks, not of storage."""
    read = partial(chunk_order, connection, snapshots)
    return cache.get(connection, ("order", str(snapshots)), read, lambda one: one.size).first(rows, limit)


def hits_of(connection: sqlite3.Connection, ranked: Sequence[RankedRow], cache: ThreadCache) -> list[Hit]:
    """Return the undamaged chunks of some rows as hits, in their order."""
    keys = [("chunk", one.number) for one in ranked]
    chunks = cache.get_all(connection, keys, partial(_chunks, connection), chunk_bytes)
    found: list[Hit] = []
    for one in ranked:
        chunk = chunks.get(("chunk", one.number))
        # Another process may have given the number to another chunk since the rows were read.
        if chunk and (chunk.page_url, chunk.ordinal) == (one.row.url, one.row.ordinal):
            found.append(one.hit(chunk))
    return found


def _chunks(connection: sqlite3.Connection, keys: Sequence[tuple[str, int]]) -> dict[tuple[str, int], Chunk | None]:
    rows = connection.execute(
        f"SELECT chunk.id, {CHUNK_COLUMNS} FROM chunk JOIN page ON page.id = page_id "  # noqa: S608 - ours
        "WHERE chunk.id IN (SELECT value FROM json_each(?))",
        (orjson.dumps([number for _, number in keys]).decode(),),
    )
    return {("chunk", number): next(iter(chunks_of_row(columns)), None) for number, *columns in rows}


def read_rows(connection: sqlite3.Connection, found: Sequence[int], cache: ThreadCache) -> dict[int, ChunkRow]:
    """Return the chunks in these rows with the values that scoring needs, by row."""
    read = partial(_read, connection, cache)
    return cache.get_all(connection, found, read, lambda row: row.size)


def _read(connection: sqlite3.Connection, cache: ThreadCache, found: Sequence[int]) -> dict[int, ChunkRow]:
    rows = connection.execute(
        f"""
        SELECT chunk.id, page_id, ordinal, headings, {STORED_TERMS} FROM chunk JOIN chunk_terms_content AS terms
        ON terms.id = chunk.id WHERE chunk.id IN (SELECT value FROM json_each(?))
        """,  # noqa: S608 - the columns are ours
        (orjson.dumps(found).decode(),),
    ).fetchall()
    rows_of_pages = {row[1]: row for row in rows}
    keys = [("page of chunks", page) for page in rows_of_pages]
    read = partial(_pages, connection, rows_of_pages)
    pages = cache.get_all(connection, keys, read, lambda page: page.size)
    return {
        row[0]: pages["page of chunks", row[1]].chunk(row[2], orjson.loads(row[3]), row[_FIRST_FIELD:]) for row in rows
    }


def _pages(
    connection: sqlite3.Connection, rows_of_pages: Mapping[int, Sequence[Any]], keys: Sequence[tuple[str, int]]
) -> dict[tuple[str, int], ChunkPage]:
    rows = connection.execute(
        "SELECT page.id, page.snapshot_id, chunks, library_id, version, url "
        "FROM page JOIN snapshot ON snapshot.id = page.snapshot_id JOIN page_length ON page_id = page.id "
        "WHERE page.id IN (SELECT value FROM json_each(?))",
        (orjson.dumps([page for _, page in keys]).decode(),),
    ).fetchall()
    places = {page: (snapshot, place_of(url)) for page, snapshot, _, _, _, url in rows}
    links = link_terms(connection, set(places.values()))
    return {
        ("page of chunks", page): ChunkPage(
            library_id,
            version,
            url,
            PageTerms(rows_of_pages[page][_FIRST_FIELD:], links[places[page]], page, chunks),
        )
        for page, _, chunks, library_id, version, url in rows
    }


def _match(term: str, snapshots: Sequence[int] = ()) -> str:
    """Return the FTS5 expression for a term, within some snapshots if there are any."""
    quoted = '"' + term.replace('"', '""') + '"'
    return f"scope : ({' OR '.join(map(scope, snapshots))}) AND {quoted}" if snapshots else quoted


def _page_of(hit: Hit) -> tuple[str, str | None, str]:
    return (hit.library_id, hit.version, hit.chunk.page_url)
