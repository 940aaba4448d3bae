"""The places that document names: from the inventories of sites, and the symbol tables of packages."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from pro_context_engine.adapters.store.bounded_cache import rows_of_ranks
from pro_context_engine.adapters.store.postgres.cached_database import CachedTables
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.adapters.store.postgres.stored_values import is_indexable
from pro_context_engine.adapters.store.symbol_paths import (
    MOST_FOUND,
    MOST_PER_NAME,
    paths_beginning_with,
    paths_ending_with,
    stored_path,
)
from pro_context_engine.domain.model import Symbol
from pro_context_engine.domain.storage import SymbolOwner, SymbolTerm
from pro_context_engine.domain.symbols import SymbolPlace
from pro_context_engine.search.index.dotted_names import full_term

_SNAPSHOT = "(SELECT id FROM pro_context.snapshot WHERE library_id = %s AND version = %s)"


class SymbolTables(CachedTables):
    """The operations of `SymbolStore`, and the operation of `ChunkIndex` that needs no chunks."""

    async def symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[str]:
        """Return the URLs that document the first known name, shortest full name first; see `ChunkIndex`."""

        def symbols(connection: Connection) -> list[str]:
            for start, end in map(paths_ending_with, names):
                rows = connection.execute(
                    f"SELECT name, url FROM pro_context.symbol WHERE snapshot_id = {_SNAPSHOT} "  # noqa: S608 - ours
                    "AND name >= %s AND name < %s ORDER BY name, url LIMIT %s",
                    (library_id, version, start, end, MOST_PER_NAME),
                ).fetchall()
                if rows:
                    return [url for _, url in sorted(rows, key=lambda row: (len(row[0]), row))][:MOST_FOUND]
            return []

        none: frozenset[tuple[str, str]] = frozenset()
        known = await self._database.overview(("inventories",), _inventories, none, len)
        return await self._database.read(symbols, []) if (library_id, version) in known else []

    async def has_symbols(self, library_id: str, version: str) -> bool:
        """Tell whether the symbol table of a snapshot is stored."""
        with_table = partial(_with_table, library_id=library_id, version=version)
        return await self._database.read(lambda connection: with_table(connection) is not None, False)

    async def put_symbol_table(self, library_id: str, version: str, table: bytes, places: Sequence[SymbolTerm]) -> None:
        """Store the symbol table of a snapshot in place of the former one; see `SymbolStore`."""
        content = zlib.compress(table)
        await self._database.write(partial(_put_table, key=(library_id, version), content=content, places=places))

    async def symbol_table(self, library_id: str, version: str) -> bytes:
        """Return the symbol table of a snapshot in its JSON form, b"" if none is stored."""

        def read(connection: Connection) -> bytes:
            query = f"SELECT content FROM pro_context.package_symbols WHERE snapshot_id = {_SNAPSHOT}"  # noqa: S608 - ours
            row = connection.execute(query, (library_id, version), binary=True).fetchone()
            return zlib.decompress(row[0]) if row else b""

        return await self._database.read(read, b"")

    async def find_symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[list[SymbolPlace]]:
        """Return for each name the documented symbols that have a path with this ending; see `SymbolStore`."""

        def find(connection: Connection) -> list[list[SymbolPlace]]:
            snapshot = _with_table(connection, library_id, version)
            return [] if snapshot is None else [_places(connection, snapshot, name) for name in names]

        return await self._database.read(find, [])

    async def symbol_owners(self, name: str) -> list[SymbolOwner]:
        """Return the documented symbols of all snapshots that have a path with this ending; see `SymbolStore`."""
        start, end = paths_ending_with(full_term(name))

        def find(connection: Connection) -> list[SymbolOwner]:
            # In this order each snapshot costs one look-up; the other way round all paths would be read.
            rows = connection.execute(
                "SELECT DISTINCT library_id, version, name, kind, url, rank, length(name) FROM pro_context.snapshot, "
                "LATERAL (SELECT name, kind, url, rank FROM pro_context.package_symbol "
                "WHERE snapshot_id = snapshot.id AND path >= %s AND path < %s OFFSET 0) AS found "
                "ORDER BY rank, length(name), library_id, version, name, kind, url LIMIT %s",
                (start, end, MOST_PER_NAME),
            )
            return [SymbolOwner(library_id, version, SymbolPlace(*place)) for library_id, version, *place, _ in rows]

        return await self._database.read(find, [])

    async def symbol_names(
        self, scopes: Sequence[tuple[str, str]] | None, beginning: str = "", limit: int | None = None
    ) -> list[str]:
        """Return the canonical names of the documented symbols with a path that begins so; see `SymbolStore`."""
        start, end, owners = paths_beginning_with(full_term(beginning))
        libraries, versions = zip(*scopes, strict=True) if scopes else ((), ())
        wanted = (
            ""
            if scopes is None
            else ("WHERE (library_id, version) IN (SELECT * FROM unnest(%(libraries)s::text[], %(versions)s::text[]))")
        )

        def read(connection: Connection) -> list[str]:
            rows = connection.execute(
                f"""
                SELECT name FROM pro_context.snapshot, LATERAL (
                    SELECT name, rank FROM pro_context.package_symbol
                    WHERE snapshot_id = snapshot.id AND path >= %(start)s AND path < %(end)s
                    AND starts_with(substr(path, strpos(path, '.') + 1), %(owners)s) OFFSET 0
                ) AS found {wanted}
                GROUP BY name ORDER BY min(rank), length(name), name LIMIT %(limit)s
                """,  # noqa: S608 - the condition is ours
                {
                    "start": start, "end": end, "owners": owners, "limit": limit,
                    "libraries": list(libraries), "versions": list(versions),
                },
            )  # fmt: skip
            return [name for (name,) in rows]

        return await self._database.read(read, [])

    async def symbol_ranks(self, library_id: str, version: str) -> Mapping[str, int]:
        """Return the rank of the most public symbol that each URL with anchor documents; see `SymbolStore`."""

        def read(connection: Connection) -> dict[str, int]:
            query = (
                f"SELECT url, min(rank) FROM pro_context.package_symbol WHERE snapshot_id = {_SNAPSHOT} GROUP BY url"  # noqa: S608 - ours
            )
            return dict(connection.execute(query, (library_id, version)).fetchall())

        none: dict[str, int] = {}
        return await self._database.overview(("ranks", library_id, version), read, none, rows_of_ranks)


def put_symbols(connection: Connection, snapshot: int, symbols: Iterable[Symbol]) -> None:
    """Store the symbols of a snapshot in place of the former ones."""
    connection.execute("DELETE FROM pro_context.symbol WHERE snapshot_id = %s", (snapshot,))
    rows = {(stored_path(symbol.name), symbol.url) for symbol in symbols}
    with connection.cursor().copy("COPY pro_context.symbol (snapshot_id, name, url) FROM STDIN") as copy:
        for name, url in sorted(rows):
            if is_indexable(name, url):
                copy.write_row((snapshot, name, url))


def _put_table(connection: Connection, key: tuple[str, str], content: bytes, places: Sequence[SymbolTerm]) -> bool:
    row = connection.execute(
        "SELECT id FROM pro_context.snapshot WHERE library_id = %s AND version = %s FOR NO KEY UPDATE", key
    ).fetchone()
    if row is None:
        return False
    (snapshot,) = row
    connection.execute("DELETE FROM pro_context.package_symbol WHERE snapshot_id = %s", (snapshot,))
    connection.execute(
        "INSERT INTO pro_context.package_symbols (snapshot_id, content) VALUES (%s, %s) "
        "ON CONFLICT (snapshot_id) DO UPDATE SET content = excluded.content",
        (snapshot, content),
    )
    # Of places with the same path and name, the first one counts.
    rows = {(stored_path(path), place.name): place for path, place in reversed(places)}
    columns = "snapshot_id, path, name, kind, url, rank"
    with connection.cursor().copy(f"COPY pro_context.package_symbol ({columns}) FROM STDIN") as copy:
        for (path, _), place in sorted(rows.items(), key=lambda item: item[0]):
            if is_indexable(path, place.name):
                copy.write_row((snapshot, path, *place))
    return True


def _inventories(connection: Connection) -> frozenset[tuple[str, str]]:
    """Return (libraryId, version) of the snapshots with an inventory."""
    rows = connection.execute(
        "SELECT library_id, version FROM pro_context.snapshot "
        "WHERE EXISTS (SELECT 1 FROM pro_context.symbol WHERE snapshot_id = snapshot.id)"
    )
    return frozenset((library_id, version) for library_id, version in rows)


def _with_table(connection: Connection, library_id: str, version: str) -> int | None:
    """Return the row of a snapshot with a symbol table, None if its table is not stored."""
    query = f"SELECT snapshot_id FROM pro_context.package_symbols WHERE snapshot_id = {_SNAPSHOT}"  # noqa: S608 - ours
    row = connection.execute(query, (library_id, version)).fetchone()
    return row[0] if row else None


def _places(connection: Connection, snapshot: int, name: str) -> list[SymbolPlace]:
    """Return the documented symbols of a snapshot that have a path with this ending, the most public first."""
    start, end = paths_ending_with(full_term(name))
    rows = connection.execute(
        "SELECT DISTINCT name, kind, url, rank, length(name) FROM pro_context.package_symbol WHERE snapshot_id = %s "
        "AND path >= %s AND path < %s ORDER BY rank, length(name), name, kind, url LIMIT %s",
        (snapshot, start, end, MOST_PER_NAME),
    )
    return [SymbolPlace(*place) for *place, _ in rows]
