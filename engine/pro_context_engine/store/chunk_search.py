"""The search of the SQLite store: FTS5 finds chunks, `index.scoring` scores them.

Why not FTS5 alone is told in docs/decisions/0026-scores-of-our-own.md.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pro_context_engine.index.candidates import candidates
from pro_context_engine.index.fields import FIELDS
from pro_context_engine.index.links import place_of
from pro_context_engine.index.scoring import Candidate, Corpus, scores
from pro_context_engine.model import Chunk, Hit
from pro_context_engine.store.chunk_index import CHUNK_COLUMNS, chunks_of_row, scope
from pro_context_engine.store.links import link_terms
from pro_context_engine.store.remembering import Remembered

LEAST_CANDIDATES = 60
"""So many chunks are scored in full, even where fewer are asked for."""

_TERMS = ", ".join(f"chunk_terms.{field}" for field in FIELDS)

# What is remembered of a candidate is as long as so many times its terms.
_COPIES = 4
# What anything takes that is remembered, however small.
_LEAST_BYTES = 200


@dataclass(frozen=True, slots=True)
class _Row:
    """A chunk in the index; without the chunk itself where that is damaged."""

    library_id: str
    version: str
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
    lists = {term: _list(connection, _match(term, snapshots), remembered) for term in terms if " " not in term}
    if not any(lists.values()):
        return []
    size = remembered.get(
        connection, ("size", str(snapshots)), lambda: _size(connection, snapshots), lambda _: _LEAST_BYTES
    )
    corpus = Corpus(*size, {term: len(numbers) for term, numbers in lists.items()})
    weighed = [(corpus.weight(term), numbers) for term, numbers in lists.items() if numbers]
    rows = _rows(connection, candidates(weighed, max(limit, LEAST_CANDIDATES)), remembered)
    places = {term: _places(rows, numbers) for term, numbers in lists.items()}
    scored = scores(terms, corpus, [row.candidate for row in rows.values()], places)
    hits = [
        Hit(row.chunk, score.total, row.library_id, row.version or None, score.own, score.reach, row.terms)
        for row, score in zip(rows.values(), scored, strict=True)
        if row.chunk
    ]
    hits.sort(key=lambda hit: (-hit.score, hit.library_id, hit.chunk.page_url, hit.chunk.ordinal))
    return hits[:limit]


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


def _list(connection: sqlite3.Connection, match: str, remembered: Remembered) -> array[int]:
    """Return the rows of the chunks that match, ascending."""

    def read() -> array[int]:
        rows = connection.execute("SELECT rowid FROM chunk_terms WHERE chunk_terms MATCH ? ORDER BY rowid", (match,))
        return array("q", (row for (row,) in rows))

    return remembered.get(connection, match, read, lambda rows: _LEAST_BYTES + rows.itemsize * len(rows))


def _size(connection: sqlite3.Connection, snapshots: Sequence[int] | None) -> tuple[int, float]:
    """Return how many chunks there are, and their mean length in terms."""
    chunks, terms = connection.execute(
        "SELECT sum(chunks), sum(terms) FROM page_length "
        "WHERE ?1 IS NULL OR snapshot_id IN (SELECT value FROM json_each(?1))",
        (None if snapshots is None else json.dumps(snapshots),),
    ).fetchone()
    return chunks or 1, (terms or 1) / (chunks or 1)


def _rows(connection: sqlite3.Connection, found: Sequence[int], remembered: Remembered) -> dict[int, _Row]:
    """Return what scoring and showing the candidates takes, by row."""
    return remembered.get_all(connection, found, partial(_read, connection), lambda row: _COPIES * len(row.terms))


def _read(connection: sqlite3.Connection, found: Sequence[int]) -> dict[int, _Row]:
    rows = connection.execute(
        f"""
        SELECT chunk.id, snapshot.id, page.url, library_id, version, {_TERMS}, {CHUNK_COLUMNS}
        FROM chunk JOIN chunk_terms ON chunk_terms.rowid = chunk.id
        JOIN page ON page.id = page_id JOIN snapshot ON snapshot.id = snapshot_id
        WHERE chunk.id IN (SELECT value FROM json_each(?))
        """,  # noqa: S608 - the columns are ours
        (json.dumps(found),),
    ).fetchall()
    pages = {number: (snapshot, place_of(url)) for number, snapshot, url, *_ in rows}
    links = link_terms(connection, set(pages.values()))
    return {number: _row(links[pages[number]], *row) for number, _, _, *row in rows}


def _row(links: str, library_id: str, version: str, *columns: Any) -> _Row:
    fields = columns[: len(FIELDS)]
    chunk = next(iter(chunks_of_row(columns[len(FIELDS) :])), None)
    return _Row(library_id, version, Candidate(fields, links), f" {' '.join(fields)} ", chunk)


def _places(rows: Iterable[int], numbers: Sequence[int]) -> dict[int, None]:
    """Return at which positions of some rows those are that a list has, in order."""
    places = ((position, bisect_left(numbers, row), row) for position, row in enumerate(rows))
    return {position: None for position, place, row in places if place < len(numbers) and numbers[place] == row}


def _match(term: str, snapshots: Sequence[int] | None) -> str:
    """Return the FTS5 expression for a term within snapshots."""
    quoted = '"' + term.replace('"', '""') + '"'
    if snapshots is None:
        return quoted
    return f"scope : ({' OR '.join(map(scope, snapshots))}) AND {quoted}"
