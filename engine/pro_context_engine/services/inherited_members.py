"""The members that classes inherit, under the names of these classes (`Flask.route`, which `Scaffold` defines)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from pro_context_engine.domain.storage import SymbolStore
from pro_context_engine.domain.symbols import SymbolKind, SymbolPlace
from pro_context_engine.sources.packages.symbols.publicness import MEMBER


class InheritedMember(NamedTuple):
    """A member that a class inherits.

    Attributes:
        place: where it is documented, with the heir before its name; for a member of another distribution that of the
            heir.
        elsewhere: the canonical name of a member of another distribution (`starlette.applications.Starlette.mount`),
            "" for one of this package.
    """

    place: SymbolPlace
    elsewhere: str = ""


class InheritedMembers:
    """Find inherited members in the stored tables.

    The index of paths has a member where it is defined alone: with the names of all heirs it would be several times as
    large. So the table itself is read, for names that the index does not have.

    Args:
        store: keeps the tables.
    """

    def __init__(self, store: SymbolStore) -> None:
        self._store = store

    async def of(self, key: tuple[str, str], owner: str) -> list[InheritedMember]:
        """Return the members that a class inherits, with the class before each name and the place that documents it.

        Args:
            key: the library and its version.
            owner: a path of the class, or the end of one (`Flask`, `flask.Flask`), spelt as the class is.
        """
        stored = await self._store.symbol_table(*key)
        return await asyncio.to_thread(lambda: list(_members(stored, owner))) if stored else []

    async def named(self, key: tuple[str, str], name: str) -> InheritedMember | None:
        """Return the member with this name after its owner, of the most public class; None if no class inherits it."""
        owner, _, last = name.rpartition(".")
        found = await self.of(key, owner) if owner else []
        return next((one for one in found if one.place.name.endswith(f".{last}")), None)


def _members(stored: bytes, owner: str) -> Iterator[InheritedMember]:
    """Yield the inherited members of the classes with a path that ends with a name, the most public class first."""
    symbols: list[Mapping[str, Any]] = orjson.loads(stored).get("symbols", [])
    heirs = [one for one in symbols if one.get("inherited") and one.get("url") and _ends_with(one, owner)]
    wanted = {name for one in heirs for name in one["inherited"]}
    known = {one["name"]: one for one in symbols if one["name"] in wanted} if wanted else {}
    for heir in heirs:
        for name in heir["inherited"]:
            path, rank = f"{heir['name']}.{name.rpartition('.')[2]}", heir.get("rank", 0) + MEMBER
            member = known.get(name)
            if member is None:
                yield InheritedMember(SymbolPlace(path, SymbolKind.ATTRIBUTE, heir["url"], rank), name)
            elif member.get("url"):
                yield InheritedMember(SymbolPlace(path, member["kind"], member["url"], rank))


def _ends_with(symbol: Mapping[str, Any], name: str) -> bool:
    return any(path == name or path.endswith(f".{name}") for path in (symbol["name"], *symbol.get("paths", ())))
