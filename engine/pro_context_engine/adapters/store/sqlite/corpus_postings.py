"""The postings of a corpus: the chunks that contain a term, and the impact of the term on the score of each.

FTS5 has the chunks alone. Candidates that are chosen without impacts must be more than twice as many, all of them read
and scored, and some of the best chunks are not among them. A corpus never changes once it is built, so its impacts can
be stored (docs/decisions/0041-postings-with-impacts.md).
"""

from __future__ import annotations

import json
import sqlite3
import sys
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pro_context_engine.adapters.store.sqlite.chunk_search import STORED_TERMS
from pro_context_engine.adapters.store.sqlite.link_table import link_terms
from pro_context_engine.adapters.store.sqlite.thread_cache import ThreadCache
from pro_context_engine.search.index.link_texts import place_of
from pro_context_engine.search.index.postings import Postings
from pro_context_engine.search.index.scoring import impacts

TABLE = """
    CREATE TABLE IF NOT EXISTS corpus_posting (term TEXT PRIMARY KEY, chunks BLOB NOT NULL, impacts BLOB NOT NULL)
"""
"""`chunks` are rows, ascending, as unsigned numbers of 32 bits; impacts have 32 bits; both are little-endian."""

_CHUNKS = f"""
    SELECT chunk.id, snapshot_id, url, {STORED_TERMS} FROM chunk JOIN page ON page.id = page_id
    JOIN chunk_terms_content AS terms ON terms.id = chunk.id ORDER BY chunk.id
"""  # noqa: S608 - the columns are ours

_LEAST_BYTES, _BYTES = 400, 8


def has_postings(connection: sqlite3.Connection) -> bool:
    """Tell whether a file has postings; files of earlier versions have none."""
    return bool(connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'corpus_posting'").fetchone())


def write_postings(connection: sqlite3.Connection) -> None:
    """Write the postings of all chunks in place of the former ones."""
    connection.execute("DELETE FROM corpus_posting")
    (length,) = connection.execute("SELECT CAST(sum(terms) AS REAL) / sum(chunks) FROM page_length").fetchone()
    found: defaultdict[str, tuple[array[int], array[float]]] = defaultdict(lambda: (array("I"), array("f")))
    for chunk, fields, links in _chunks(connection):
        for term, impact in impacts(fields, links, length).items():
            chunks, counted = found[term]
            chunks.append(chunk)
            counted.append(impact)
    connection.executemany(
        "INSERT INTO corpus_posting (term, chunks, impacts) VALUES (?, ?, ?)",
        ((term, _stored(chunks), _stored(counted)) for term, (chunks, counted) in sorted(found.items())),
    )


def read_postings(
    connection: sqlite3.Connection, terms: Iterable[str], snapshots: Sequence[int] | None, cache: ThreadCache
) -> Mapping[str, Postings]:
    """Return the postings of terms, empty for a term that no chunk has.

    Args:
        connection: to the index of a corpus.
        terms: analysed.
        snapshots: the rows of the snapshots to search; None for all.
        cache: of this connection.
    """
    scope = str(snapshots)
    keys = [(scope, term) for term in dict.fromkeys(terms)]

    def read(missing: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Postings]:
        rows = connection.execute(
            "SELECT term, chunks, impacts FROM corpus_posting WHERE term IN (SELECT value FROM json_each(?))",
            (json.dumps([term for _, term in missing]),),
        )
        inside = None if snapshots is None else _inside(connection, snapshots, cache)
        found = {(scope, term): _postings(chunks, counted, inside) for term, chunks, counted in rows}
        return dict.fromkeys(missing, Postings(())) | found

    found = cache.get_all(connection, keys, read, lambda one: _LEAST_BYTES + _BYTES * len(one.numbers))
    return {term: found[scope, term] for _, term in keys}


def posted_terms(connection: sqlite3.Connection) -> list[str]:
    """Return every term that has postings."""
    return [term for (term,) in connection.execute("SELECT term FROM corpus_posting")]


def _chunks(connection: sqlite3.Connection) -> Iterator[tuple[int, Sequence[str], str]]:
    """Yield the row of each chunk, its fields and the terms of the links to its page, in order of the rows."""
    links: dict[tuple[int, str], str] = {}
    for chunk, snapshot, url, *fields in connection.execute(_CHUNKS):
        place = snapshot, place_of(url)
        if place not in links:  # the chunks of a page follow each other
            links = link_terms(connection, [place])
        yield chunk, fields, links[place]


def _inside(connection: sqlite3.Connection, snapshots: Sequence[int], cache: ThreadCache) -> frozenset[int]:
    """Return the rows of the chunks of some snapshots."""

    def read() -> frozenset[int]:
        rows = connection.execute(
            "SELECT chunk.id FROM chunk JOIN page ON page.id = page_id "
            "WHERE snapshot_id IN (SELECT value FROM json_each(?))",
            (json.dumps(snapshots),),
        )
        return frozenset(row for (row,) in rows)

    return cache.get(connection, ("inside", str(snapshots)), read, lambda rows: _LEAST_BYTES + 64 * len(rows))


def _postings(chunks: bytes, counted: bytes, inside: Collection[int] | None) -> Postings:
    numbers, found = _read("I", chunks), _read("f", counted)
    if inside is not None:
        kept = [(number, impact) for number, impact in zip(numbers, found, strict=True) if number in inside]
        numbers, found = array("I", (number for number, _ in kept)), array("f", (impact for _, impact in kept))
    return Postings(numbers, found, max(found, default=0.0))


def _stored(values: array[Any]) -> bytes:
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def _read(kind: str, stored: bytes) -> array[Any]:
    values: array[Any] = array(kind)
    values.frombytes(stored)
    if sys.byteorder == "big":
        values.byteswap()
    return values
