"""The search of the SQLite store: FTS5 finds chunks, `index.scoring` scores them.

Why not FTS5 alone is told in docs/decisions/0026-scores-of-our-own.md.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from pro_context_engine.index.fields import FIELDS
from pro_context_engine.index.links import place_of
from pro_context_engine.index.scoring import Candidate, Corpus, scores
from pro_context_engine.model import Hit
from pro_context_engine.store.chunk_index import CHUNK_COLUMNS, chunks_of_row, scope
from pro_context_engine.store.links import link_terms

LEAST_CANDIDATES = 60
"""So many chunks are scored in full, even where fewer are asked for."""

_TERMS = ", ".join(f"chunk_terms.{field}" for field in FIELDS)


def search(
    connection: sqlite3.Connection,
    terms: Sequence[str],
    scopes: Sequence[tuple[str, str | None]] | None,
    limit: int,
) -> list[Hit]:
    """Return the best chunks for the terms within the scopes, best first.

    Candidates are the chunks that have the most telling terms, in whatever field and however often.
    """
    snapshots = None if scopes is None else _snapshots_in(connection, scopes)
    having = _having(connection, [term for term in terms if " " not in term], snapshots)
    if not any(having.values()):
        return []
    corpus = Corpus(*_size(connection, snapshots), having)
    found = _found(connection, corpus, snapshots, max(limit, LEAST_CANDIDATES))
    rows = _rows(connection, found)
    scored = zip(rows, scores(terms, corpus, _candidates(connection, rows)), strict=True)
    hits = [
        Hit(chunk, score.total, library_id, version or None, score.own, score.reach)
        for (_, _, library_id, version, *rest), score in scored
        for chunk in chunks_of_row(rest[len(FIELDS) :])
    ]
    hits.sort(key=lambda hit: (-hit.score, hit.library_id, hit.chunk.page_url, hit.chunk.ordinal))
    return hits[:limit]


def _snapshots_in(connection: sqlite3.Connection, scopes: Sequence[tuple[str, str | None]]) -> list[int]:
    rows: set[int] = set()
    for library_id, version in scopes:
        found = connection.execute(
            "SELECT id FROM snapshot WHERE library_id = ?1 AND (?2 IS NULL OR version = ?2)", (library_id, version)
        )
        rows.update(row for (row,) in found)
    return sorted(rows)


def _having(connection: sqlite3.Connection, terms: Sequence[str], snapshots: Sequence[int] | None) -> dict[str, int]:
    """Return in how many chunks each term is."""
    if snapshots == []:
        return {}
    having: dict[str, int] = {}
    for term in terms:
        (having[term],) = connection.execute(
            "SELECT count(*) FROM chunk_terms WHERE chunk_terms MATCH ?", (_match(term, snapshots),)
        ).fetchone()
    return having


def _size(connection: sqlite3.Connection, snapshots: Sequence[int] | None) -> tuple[int, float]:
    """Return how many chunks there are, and their mean length in terms."""
    chunks, terms = connection.execute(
        "SELECT sum(chunks), sum(terms) FROM page_length "
        "WHERE ?1 IS NULL OR snapshot_id IN (SELECT value FROM json_each(?1))",
        (None if snapshots is None else json.dumps(snapshots),),
    ).fetchone()
    return chunks or 1, (terms or 1) / (chunks or 1)


def _found(connection: sqlite3.Connection, corpus: Corpus, snapshots: Sequence[int] | None, limit: int) -> list[int]:
    """Return the rows of the candidates."""
    each = "SELECT rowid AS id, ? AS weight FROM chunk_terms WHERE chunk_terms MATCH ?"
    known = [term for term, having in corpus.having.items() if having]
    values = [value for term in known for value in (corpus.weight(term), _match(term, snapshots))]
    rows = connection.execute(
        f"SELECT id FROM ({' UNION ALL '.join([each] * len(known))}) GROUP BY id ORDER BY sum(weight) DESC, id LIMIT ?",  # noqa: S608 - ours
        (*values, limit),
    )
    return [row for (row,) in rows]


def _rows(connection: sqlite3.Connection, found: Sequence[int]) -> list[Sequence[Any]]:
    """Return snapshot, URL, libraryId, version, the terms of each field, and the columns of each candidate."""
    return connection.execute(
        f"""
        SELECT snapshot.id, page.url, library_id, version, {_TERMS}, {CHUNK_COLUMNS}
        FROM chunk JOIN chunk_terms ON chunk_terms.rowid = chunk.id
        JOIN page ON page.id = page_id JOIN snapshot ON snapshot.id = snapshot_id
        WHERE chunk.id IN (SELECT value FROM json_each(?))
        """,  # noqa: S608 - the columns are ours
        (json.dumps(found),),
    ).fetchall()


def _candidates(connection: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> list[Candidate]:
    pages = [(snapshot, place_of(url)) for snapshot, url, *_ in rows]
    links = link_terms(connection, set(pages))
    return [Candidate(row[4 : 4 + len(FIELDS)], links[page]) for row, page in zip(rows, pages, strict=True)]


def _match(term: str, snapshots: Sequence[int] | None) -> str:
    """Return the FTS5 expression for a term within snapshots."""
    quoted = '"' + term.replace('"', '""') + '"'
    if snapshots is None:
        return quoted
    return f"scope : ({' OR '.join(map(scope, snapshots))}) AND {quoted}"
