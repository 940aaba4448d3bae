"""The search of the SQLite store: FTS5 finds chunks, `index.scoring` scores them.

Why not FTS5 alone is told in docs/decisions/0026-scores-of-our-own.md.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import orjson

from pro_context_engine.adapters.store.sqlite.chunk_index import OWN_COLUMNS, PAGE_COLUMNS, chunks_of_row, scope
from pro_context_engine.adapters.store.sqlite.chunk_order import FEW, chunk_order, first_of_few
from pro_context_engine.adapters.store.sqlite.kept import ENTRY_BYTES
from pro_context_engine.adapters.store.sqlite.link_table import link_terms
from pro_context_engine.adapters.store.sqlite.remembering import Remembered
from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.index.candidates import candidates
from pro_context_engine.search.index.chunk_fields import FIELDS
from pro_context_engine.search.index.link_texts import place_of
from pro_context_engine.search.index.postings import Postings
from pro_context_engine.search.index.scoring import Candidate, CollectionStatistics, scores

LEAST_CANDIDATES = 60
"""So many chunks are scored in full, even where fewer are asked for."""

# Out of the table that FTS5 keeps them in (https://www.sqlite.org/fts5.html, section 9), in half the time; the first
# column is the scope.
STORED_TERMS = ", ".join(f"c{number}" for number, _ in enumerate(FIELDS, 1))

# What is remembered of a candidate takes so many bytes, and so many times its terms.
_ROW_BYTES, _COPIES = 1_500, 4
# What anything takes that is remembered, however small.
_LEAST_BYTES = 200


class _Page(NamedTuple):
    """What the chunks of a page have in common; `columns` as in `PAGE_COLUMNS`, `links` the terms of links to it."""

    library_id: str
    version: str
    columns: Sequence[str]
    links: str


class _Row(NamedTuple):
    """A chunk in the index; without the chunk itself where that is damaged."""

    page: _Page
    candidate: Candidate
    terms: str
    chunk: Chunk | None


def search(
    connection: sqlite3.Connection,
    terms: Sequence[str],
    scopes: Sequence[tuple[str, str | None]] | None,
    limit: int,
    remembered: Remembered,
) -> list[Hit]:
    """Return the best chunks for the terms within the scopes, best first.

    Candidates are the chunks that have the most telling terms, in whatever field and however often.

    Args:
        connection: to the database.
        terms: see `storage.ChunkIndex.search`.
        scopes: see there.
        limit: at most so many.
        remembered: of this connection; keeps which chunks have a term.
    """
    snapshots = None if scopes is None else _snapshots_in(connection, scopes)
    if snapshots == []:
        return []
    found = {term: _postings(connection, _match(term, snapshots), remembered) for term in terms if " " not in term}
    return ranked(connection, terms, found, snapshots, max(limit, LEAST_CANDIDATES), remembered)[:limit]


def ranked(
    connection: sqlite3.Connection,
    terms: Sequence[str],
    postings: Mapping[str, Postings],
    snapshots: Sequence[int] | None,
    limit: int,
    remembered: Remembered,
) -> list[Hit]:
    """Return the chunks that are the best candidates by their postings, scored in full, best first.

    Args:
        connection: to the database.
        terms: see `storage.ChunkIndex.search`.
        postings: of each term but the pairs.
        snapshots: where is searched; None for all.
        limit: at most so many.
        remembered: of this connection.
    """
    if not any(one.numbers for one in postings.values()):
        return []
    size = remembered.get(
        connection, ("size", str(snapshots)), lambda: _size(connection, snapshots), lambda _: _LEAST_BYTES
    )
    statistics = CollectionStatistics(*size, {term: len(one.numbers) for term, one in postings.items()})
    weighted = [(statistics.weight(term), one) for term, one in postings.items() if one.numbers]
    first = partial(_first, connection, remembered)
    rows = read_rows(connection, candidates(weighted, limit, first), remembered)
    positions = {row: position for position, row in enumerate(rows)}
    places = {term: frozenset(positions[row] for row in one.intersect(positions)) for term, one in postings.items()}
    scored = scores(terms, statistics, [row.candidate for row in rows.values()], places)
    hits = [
        Hit(row.chunk, score.total, row.page.library_id, row.page.version or None, score.own, score.reach, row.terms)
        for row, score in zip(rows.values(), scored, strict=True)
        if row.chunk
    ]
    hits.sort(key=lambda hit: (-hit.score, hit.library_id, hit.chunk.page_url, hit.chunk.ordinal))
    return hits


def _snapshots_in(connection: sqlite3.Connection, scopes: Sequence[tuple[str, str | None]]) -> list[int] | None:
    """Return the snapshots of these scopes, None where these are all there are: that is searched faster."""
    rows: set[int] = set()
    for library_id, version in scopes:
        found = connection.execute(
            "SELECT id FROM snapshot WHERE library_id = ?1 AND (?2 IS NULL OR version = ?2)", (library_id, version)
        )
        rows.update(row for (row,) in found)
    others = connection.execute(
        "SELECT 1 FROM snapshot WHERE id NOT IN (SELECT value FROM json_each(?)) "
        "AND EXISTS (SELECT 1 FROM page_length WHERE snapshot_id = snapshot.id) LIMIT 1",
        (json.dumps(sorted(rows)),),
    ).fetchone()
    return sorted(rows) if others or not rows else None


def _postings(connection: sqlite3.Connection, match: str, remembered: Remembered) -> Postings:
    """Return the rows of the chunks that match."""

    def read() -> Postings:
        # As one value: thousands of rows of one number each take more than twice as long.
        (rows,) = connection.execute(
            "SELECT json_group_array(rowid) FROM "
            "(SELECT rowid FROM chunk_terms WHERE chunk_terms MATCH ? ORDER BY rowid)",
            (match,),
        ).fetchone()
        return Postings(array("q", orjson.loads(rows)))

    return remembered.get(connection, match, read, lambda one: _LEAST_BYTES + 8 * len(one.numbers))


def _size(connection: sqlite3.Connection, snapshots: Sequence[int] | None) -> tuple[int, float]:
    """Return how many chunks there are, and their mean length in terms."""
    chunks, terms = connection.execute(
        "SELECT sum(chunks), sum(terms) FROM page_length "
        "WHERE ?1 IS NULL OR snapshot_id IN (SELECT value FROM json_each(?1))",
        (None if snapshots is None else json.dumps(snapshots),),
    ).fetchone()
    return chunks or 1, (terms or 1) / (chunks or 1)


def _first(connection: sqlite3.Connection, remembered: Remembered, rows: Sequence[int], limit: int) -> list[int]:
    """Return the first so many of some chunks, whichever were stored first; the rows are ascending."""
    if len(rows) <= FEW:
        return first_of_few(connection, rows, limit)
    order = remembered.get(connection, "order", partial(chunk_order, connection), lambda one: one.size)
    return order.first(rows, limit)


def read_rows(connection: sqlite3.Connection, found: Sequence[int], remembered: Remembered) -> dict[int, _Row]:
    """Return what scoring and showing some chunks takes, by row."""
    read = partial(_read, connection, remembered)
    return remembered.get_all(connection, found, read, lambda row: _ROW_BYTES + _COPIES * len(row.terms))


def _read(connection: sqlite3.Connection, remembered: Remembered, found: Sequence[int]) -> dict[int, _Row]:
    rows = connection.execute(
        f"""
        SELECT chunk.id, page_id, {STORED_TERMS}, {OWN_COLUMNS} FROM chunk JOIN chunk_terms_content AS terms
        ON terms.id = chunk.id WHERE chunk.id IN (SELECT value FROM json_each(?))
        """,  # noqa: S608 - the columns are ours
        (json.dumps(found),),
    ).fetchall()
    keys = [("page of chunks", page) for page in dict.fromkeys(page for _, page, *_ in rows)]
    read = partial(_pages, connection)
    pages = remembered.get_all(connection, keys, read, lambda page: ENTRY_BYTES + len(page.links))
    return {number: _row(pages["page of chunks", page], columns) for number, page, *columns in rows}


def _pages(connection: sqlite3.Connection, keys: Sequence[tuple[str, int]]) -> dict[tuple[str, int], _Page]:
    rows = connection.execute(
        f"SELECT page.id, snapshot_id, library_id, version, {PAGE_COLUMNS} "  # noqa: S608 - the columns are ours
        "FROM page JOIN snapshot ON snapshot.id = snapshot_id WHERE page.id IN (SELECT value FROM json_each(?))",
        (json.dumps([page for _, page in keys]),),
    ).fetchall()
    places = {page: (snapshot, place_of(url)) for page, snapshot, _, _, url, *_ in rows}
    links = link_terms(connection, set(places.values()))
    return {
        ("page of chunks", page): _Page(library_id, version, columns, links[places[page]])
        for page, _, library_id, version, *columns in rows
    }


def _row(page: _Page, columns: Sequence[Any]) -> _Row:
    fields, own = columns[: len(FIELDS)], columns[len(FIELDS) :]
    chunk = next(iter(chunks_of_row([*own, *page.columns])), None)
    titles = [heading.title for heading in chunk.headings] if chunk else []
    return _Row(page, Candidate(fields, page.links, titles), f" {' '.join(fields)} ", chunk)


def _match(term: str, snapshots: Sequence[int] | None) -> str:
    """Return the FTS5 expression for a term within snapshots."""
    quoted = '"' + term.replace('"', '""') + '"'
    if snapshots is None:
        return quoted
    return f"scope : ({' OR '.join(map(scope, snapshots))}) AND {quoted}"
