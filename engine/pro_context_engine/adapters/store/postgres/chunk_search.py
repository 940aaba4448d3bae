"""The search of the PostgreSQL store: an index of terms finds chunks, `chunk_scoring` scores them.

The index is a GIN index over the analysed terms (docs/decisions/0083-postgresql-for-many-servers.md).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES
from pro_context_engine.adapters.store.chunk_scoring import (
    LEAST_BYTES,
    ChunkPage,
    ChunkRow,
    RankedRow,
    Ranking,
    best_rows,
    chunk_bytes,
)
from pro_context_engine.adapters.store.postgres.cached_database import CachedTables, CacheView, number_of
from pro_context_engine.adapters.store.postgres.chunk_table import CHUNK_COLUMNS, ORDINAL_BITS, chunk_of, scope
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.index.link_texts import place_of
from pro_context_engine.search.index.number_runs import NumberRuns
from pro_context_engine.search.index.postings import Postings
from pro_context_engine.search.index.term_counts import PageTerms

MOST_LINKS = 50
"""The most links to a page that count: a site may have one on every page."""

_ORDINALS = (1 << ORDINAL_BITS) - 1
_NUMBER = f"(page_id << {ORDINAL_BITS} | ordinal)"

# Array by array: thousands of rows of one number each take much longer.
_POSTINGS = f"""
    SELECT term, (SELECT array_agg({_NUMBER}) FROM pro_context.chunk
                  WHERE pro_context.terms_of(fields) @> (ARRAY[term] || own.terms))
    FROM unnest(%s::text[]) AS term, (SELECT %s::text[] AS terms) AS own
"""  # noqa: S608 - ours

_IN_SCOPES = f"""
    SELECT array_agg({_NUMBER} ORDER BY page_id, ordinal)
    FROM pro_context.chunk JOIN pro_context.page ON page.id = page_id WHERE snapshot_id = ANY(%s)
"""  # noqa: S608 - ours

# Without the chunks of the pages: a link is read by the place that it points at.
_LINKS = f"""
    SELECT snapshot_id, place, (SELECT string_agg(terms, ' ' ORDER BY terms) FROM (
        SELECT terms FROM pro_context.link WHERE link.snapshot_id = asked.snapshot_id AND link.place = asked.place
        ORDER BY terms LIMIT {MOST_LINKS}
    ) AS found)
    FROM unnest(%s::integer[], %s::text[]) AS asked (snapshot_id, place)
"""  # noqa: S608 - ours


class _Snapshot(NamedTuple):
    """A snapshot and the sums of its pages."""

    row: int
    library_id: str
    version: str
    source: str
    pages: int
    chunks: int
    terms: int


class ChunkSearch(CachedTables, Ranking):
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

        def find(connection: Connection) -> tuple[int, list[Hit]]:
            number = number_of(connection)
            search = _Search(connection, self._database.searches.at(number), self)
            return number, search.hits(terms, scopes, limit, preferred)

        none: list[Hit] = []
        number, hits = await self._database.read(find, (0, none), "search")
        # A caller that finds nothing looks next whether another server has deleted the pages, and must see that.
        self._database.note(number)
        return hits


class _Search:
    """A search in one transaction, which sees one state of the database."""

    def __init__(self, connection: Connection, cache: CacheView, ranking: Ranking) -> None:
        self._connection = connection
        self._cache = cache
        self._ranking = ranking

    def hits(
        self,
        terms: Sequence[str],
        scopes: Sequence[tuple[str, str | None]] | None,
        limit: int,
        preferred: Sequence[tuple[str, str | None]],
    ) -> list[Hit]:
        every = self._cache.get("snapshots", self._snapshots, lambda found: ENTRY_BYTES * len(found))
        searched = every if scopes is None else _within(every, scopes)
        postings = self._postings([term for term in terms if " " not in term], searched, every)
        if not any(one.numbers for one in postings.values()):
            return []
        own = self._chunks_in(_within(every, preferred)) if preferred else None
        packages_only = all(one.source in self._ranking.package_sources for one in searched)
        weights, most = self._ranking.for_search(limit, packages_only=packages_only, prefers=bool(own))
        ranked = best_rows(terms, postings, _size(searched), most, self._first, self._rows, own, weights)
        return self._hits_of(list(islice(ranked, limit)))

    def _snapshots(self) -> list[_Snapshot]:
        """Return the snapshots that have pages, with the sums of these."""
        rows = self._connection.execute(
            "SELECT snapshot.id, library_id, version, source, count(*), sum(chunks), sum(terms) "
            "FROM pro_context.snapshot JOIN pro_context.page ON snapshot_id = snapshot.id "
            "GROUP BY snapshot.id ORDER BY snapshot.id"
        )
        return [_Snapshot(*row) for row in rows]

    def _postings(
        self, words: Sequence[str], searched: Sequence[_Snapshot], every: Sequence[_Snapshot]
    ) -> dict[str, Postings]:
        """Return the chunks that have each word."""
        if not searched:
            return {}
        # A search of everything stored needs no intersection.
        snapshots = None if len(searched) == len(every) else tuple(one.row for one in searched)
        keys = [(word, snapshots) for word in dict.fromkeys(words)]
        found = self._cache.get_all(keys, self._read_postings, lambda one: LEAST_BYTES + 8 * len(one.numbers))
        return {word: one for (word, _), one in found.items()}

    def _read_postings(
        self, keys: Sequence[tuple[str, tuple[int, ...] | None]]
    ) -> dict[tuple[str, tuple[int, ...] | None], Postings]:
        snapshots = keys[0][1]
        numbers: dict[str, list[int]] = {word: [] for word, _ in keys}
        for own in [()] if snapshots is None else [(scope(row),) for row in snapshots]:
            for word, found in self._connection.execute(_POSTINGS, (list(numbers), list(own)), binary=True):
                numbers[word] += found or ()
        return {(word, snapshots): Postings(array("q", sorted(found))) for word, found in numbers.items()}

    def _chunks_in(self, snapshots: Sequence[_Snapshot]) -> NumberRuns:
        """Return the chunks of some snapshots."""
        rows = [one.row for one in snapshots]

        def read() -> NumberRuns:
            found = self._connection.execute(_IN_SCOPES, (rows,), binary=True).fetchone()
            return NumberRuns.of(found[0] if found and found[0] else ())

        return self._cache.get(("chunks", *rows), read, lambda runs: LEAST_BYTES + 16 * len(runs))

    def _first(self, rows: Sequence[int], limit: int) -> list[int]:
        """Return the first chunks of these rows (ascending) by library, version, page and place."""
        chunks: dict[int, list[int]] = {}
        for number in rows:
            chunks.setdefault(number >> ORDINAL_BITS, []).append(number)
        # Each page has one of the chunks at least.
        pages = self._connection.execute(
            "SELECT page.id FROM pro_context.page JOIN pro_context.snapshot ON snapshot.id = snapshot_id "
            "WHERE page.id = ANY(%s) ORDER BY library_id, version, address LIMIT %s",
            (list(chunks), limit),
        )
        return [number for (page,) in pages for number in chunks[page]][:limit]

    def _rows(self, found: Sequence[int]) -> dict[int, ChunkRow]:
        """Return the chunks in these rows with the values that scoring needs, by row."""
        return self._cache.get_all(found, self._read_rows, lambda row: row.size)

    def _read_rows(self, found: Sequence[int]) -> dict[int, ChunkRow]:
        rows = self._connection.execute(
            f"""
            SELECT number, page_id, ordinal, headings, fields FROM unnest(%s::bigint[]) AS number
            JOIN pro_context.chunk ON page_id = number >> {ORDINAL_BITS} AND ordinal = (number & {_ORDINALS})
            """,  # noqa: S608 - ours
            (list(found),),
        ).fetchall()
        fields = {number: terms.split("\n")[1:] for number, *_, terms in rows}
        of_pages = {page: fields[number] for number, page, *_ in rows}
        keys = [("page of chunks", page) for page in of_pages]
        read = partial(self._read_pages, of_pages)
        pages = self._cache.get_all(keys, read, lambda page: page.size)
        return {
            number: pages["page of chunks", page].chunk(ordinal, headings, fields[number])
            for number, page, ordinal, headings, _ in rows
        }

    def _read_pages(
        self, fields: Mapping[int, Sequence[str]], keys: Sequence[tuple[str, int]]
    ) -> dict[tuple[str, int], ChunkPage]:
        rows = self._connection.execute(
            "SELECT page.id, page.snapshot_id, chunks, library_id, version, url "
            "FROM pro_context.page JOIN pro_context.snapshot ON snapshot.id = snapshot_id WHERE page.id = ANY(%s)",
            ([page for _, page in keys],),
        ).fetchall()
        places = {page: (snapshot, place_of(url)) for page, snapshot, _, _, _, url in rows}
        links = self._links(sorted(set(places.values())))
        return {
            ("page of chunks", page): ChunkPage(
                library_id, version, url, PageTerms(fields[page], links[places[page]], page, chunks)
            )
            for page, _, chunks, library_id, version, url in rows
        }

    def _links(self, places: Sequence[tuple[int, str]]) -> dict[tuple[int, str], str]:
        """Return the terms of the links that point at pages, joined by spaces."""
        rows = self._connection.execute(_LINKS, ([row for row, _ in places], [place for _, place in places]))
        return {(row, place): terms or "" for row, place, terms in rows}

    def _hits_of(self, ranked: Sequence[RankedRow]) -> list[Hit]:
        """Return the chunks of some rows as hits, in their order."""
        keys = [("chunk", one.number) for one in ranked]
        chunks = self._cache.get_all(keys, self._read_chunks, chunk_bytes)
        return [one.hit(chunks["chunk", one.number]) for one in ranked]

    def _read_chunks(self, keys: Sequence[tuple[str, int]]) -> dict[tuple[str, int], Chunk]:
        rows = self._connection.execute(
            f"""
            SELECT number, {CHUNK_COLUMNS} FROM unnest(%s::bigint[]) AS number
            JOIN pro_context.chunk ON page_id = number >> {ORDINAL_BITS} AND ordinal = (number & {_ORDINALS})
            JOIN pro_context.page ON page.id = page_id
            """,  # noqa: S608 - ours
            ([number for _, number in keys],),
        )
        return {("chunk", number): chunk_of(columns) for number, *columns in rows}


def _within(snapshots: Sequence[_Snapshot], scopes: Sequence[tuple[str, str | None]]) -> list[_Snapshot]:
    """Return the snapshots in some scopes."""
    wanted = set(scopes)
    return [one for one in snapshots if (one.library_id, one.version) in wanted or (one.library_id, None) in wanted]


def _size(snapshots: Sequence[_Snapshot]) -> tuple[int, float, float]:
    """Return the number of chunks, their mean length in terms, and the mean number of chunks of a page."""
    pages = sum(one.pages for one in snapshots)
    chunks = sum(one.chunks for one in snapshots)
    terms = sum(one.terms for one in snapshots)
    return chunks or 1, (terms or 1) / (chunks or 1), (chunks or 1) / (pages or 1)
