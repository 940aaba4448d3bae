"""The names that an earlier version of a package has, and the deprecation notes of that version about them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import orjson

from pro_context_engine.domain.recent_values import RecentValues
from pro_context_engine.domain.storage import SymbolStore
from pro_context_engine.domain.symbols import SymbolPlace

_KEPT_VERSIONS = 8
"""The versions whose deprecations stay in memory."""


class RemovedNames:
    """Look up names in the stored symbol tables of earlier versions.

    Args:
        store: keeps the symbol tables.
    """

    def __init__(self, store: SymbolStore) -> None:
        self._store = store
        self._replacements = RecentValues[tuple[str, str], Mapping[str, str]](_KEPT_VERSIONS)

    async def place(self, library_id: str, version: str, name: str) -> SymbolPlace | None:
        """Return the place that documents a name in a version, None where its table is not stored or lacks the name."""
        # A version without a stored table gives nothing at all.
        places = next(iter(await self._store.find_symbols(library_id, version, [name])), [])
        last = name.rpartition(".")[2]
        return next((place for place in places if place.name.rpartition(".")[2] == last), None)

    async def replacement(self, library_id: str, version: str, symbol: str) -> str:
        """Return the name that a version gives in place of one of its symbols that it deprecates, "" for none."""
        key = (library_id, version)
        known = self._replacements.get(key)
        if known is None:
            table = await self._store.symbol_table(library_id, version)
            known = self._replacements.keep(key, await asyncio.to_thread(_replacements, table))
        return known.get(symbol, "")


def _replacements(table: bytes) -> dict[str, str]:
    """Return the replacements of the deprecated symbols in the JSON form of a table, by their canonical names."""
    # Most questions name nothing that was removed.
    from pro_context_engine.code_checks import similar_names  # noqa: PLC0415

    found = {}
    for symbol in orjson.loads(table)["symbols"] if table else ():
        deprecation = symbol.get("deprecation") or {}
        named = similar_names.stated(deprecation.get("reason", ""), symbol["name"].rpartition(".")[2])
        if meant := deprecation.get("replacement") or next(iter(named), ""):
            found[symbol["name"]] = meant
    return found
