"""The members that classes inherit, under the names of these classes (`Flask.route`, which `Scaffold` defines)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from pro_context_engine.domain.storage import SymbolStore
from pro_context_engine.domain.symbols import SymbolPlace
from pro_context_engine.sources.packages.symbols.publicness import MEMBER


class InheritedMembers:
    """Find inherited members in the stored tables.

    The index of paths has a member where it is defined alone: with the names of all heirs it would be several times as
    large. So the table itself is read, for names that the index does not have.

    Args:
        store: keeps the tables.
    """

    def __init__(self, store: SymbolStore) -> None:
        self._store = store

    async def of(self, key: tuple[str, str], owner: str) -> list[SymbolPlace]:
        """Return the members that a class inherits, with the class before each name and the place that documents it.

        Args:
            key: the library and its version.
            owner: a path of the class, or the end of one (`Flask`, `flask.Flask`), spelt as the class is.
        """
        stored = await self._store.symbol_table(*key)
        return await asyncio.to_thread(lambda: list(_places(stored, owner))) if stored else []

    async def place(self, key: tuple[str, str], name: str) -> list[SymbolPlace]:
        """Return the places of a name with its owner, [] if no such class inherits it."""
        owner, _, last = name.rpartition(".")
        return [place for place in await self.of(key, owner) if place.name.endswith(f".{last}")] if owner else []


def _places(stored: bytes, owner: str) -> Iterator[SymbolPlace]:
    """Yield the inherited members of the classes with a path that ends with a name, the most public class first."""
    symbols: list[Mapping[str, Any]] = orjson.loads(stored).get("symbols", [])
    heirs = [one for one in symbols if one.get("inherited") and _ends_with(one, owner)]
    if not heirs:
        return
    wanted = {name for one in heirs for name in one["inherited"]}
    known = {one["name"]: one for one in symbols if one["name"] in wanted}
    for heir in heirs:
        for name in heir["inherited"]:
            member = known.get(name)
            # What a class of another distribution defines has no page of its own here.
            if member is not None and member.get("url"):
                path = f"{heir['name']}.{name.rpartition('.')[2]}"
                yield SymbolPlace(path, member["kind"], member["url"], heir.get("rank", 0) + MEMBER)


def _ends_with(symbol: Mapping[str, Any], name: str) -> bool:
    return any(path == name or path.endswith(f".{name}") for path in (symbol["name"], *symbol.get("paths", ())))
