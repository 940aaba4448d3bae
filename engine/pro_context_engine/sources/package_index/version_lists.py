"""What indexes say of versions, asked at most once an hour for each package, and kept for the next process."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, Self, TypeVar

from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.errors import PackageIndexUnreachable
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Library
from pro_context_engine.sources.package_index.package_folder import PackageFolder

FRESH_FOR = timedelta(hours=1)
"""Age up to which a list of versions is taken as it is (seed 003 section 9.4)."""

MOST_NAMED = 20
"""So many versions are named where somebody asks for one that there is not."""

_MOST_REMEMBERED = 20


class Listing(Protocol):
    """The versions of one package."""

    def __len__(self) -> int:
        """Return how many there are."""
        ...

    def record(self) -> Mapping[str, Any]:
        """Return what `of_record` reads, as JSON has it."""
        ...

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the listing that a record keeps; raises KeyError, TypeError or ValueError for what is none."""
        ...


L = TypeVar("L", bound=Listing)
Page = TypeVar("Page")


@dataclass(frozen=True, slots=True)
class Listed(Generic[L, Page]):
    """The versions of one package at a time (UTC), and the page that lists them if this process has read it."""

    listing: L
    read_at: datetime
    page: Page | None = None


class VersionLists(Generic[L, Page]):
    """Remembers the versions of packages.

    Args:
        kind: of the listings.
        ask: asks the index for a package's versions, by name; raises PackageIndexUnreachable.
        folder: what the index said is kept there.
        clock: gives the current time in UTC.
        kept_for: age up to which a list is used while the index does not answer.
    """

    def __init__(
        self,
        kind: type[L],
        ask: Callable[[str], Awaitable[tuple[L, Page | None]]],
        folder: PackageFolder,
        clock: Clock,
        kept_for: timedelta,
    ) -> None:
        self._kind = kind
        self._ask_index = ask
        self._folder = folder
        self._clock = clock
        self._kept_for = kept_for
        self._remembered: OrderedDict[str, Listed[L, Page]] = OrderedDict()
        self._flights: SingleFlight[Listed[L, Page]] = SingleFlight()

    def remembered(self, package: str) -> L | None:
        """Return the versions of a package that this process was told, None for none."""
        listed = self._remembered.get(package)
        return listed.listing if listed else None

    async def known(self, package: str) -> Listed[L, Page] | None:
        """Return what this process, or one before, was told of a package, of whatever age; None for nothing."""
        return self._remembered.get(package) or await asyncio.to_thread(self._kept, package)

    async def page(self, package: str) -> Page | None:
        """Return what the index says of a package, read within the last hour; None if no index has it.

        Raises:
            PackageIndexUnreachable: an index does not answer.
        """
        listed = self._remembered.get(package)
        if listed and listed.page and self._age(listed) <= FRESH_FOR:
            return listed.page
        return (await self._flights.run(package, lambda: self._ask(package))).page

    async def current(self, library: Library, package: str, known: Listed[L, Page] | None) -> L:
        """Return the versions of a package, asked for anew after an hour.

        Args:
            library: for the fact alone.
            package: its name.
            known: output of `known`.

        Raises:
            PackageIndexUnreachable: an index does not answer, and nothing that is known is young enough.
        """
        if known and self._age(known) <= FRESH_FOR:
            self._remember(package, known)
            return known.listing
        try:
            return (await self._flights.run(package, lambda: self._ask(package))).listing
        except PackageIndexUnreachable as fact:
            if known and self._age(known) <= self._kept_for:
                return known.listing
            raise PackageIndexUnreachable(library.library_id) from fact

    async def _ask(self, package: str) -> Listed[L, Page]:
        listing, page = await self._ask_index(package)
        listed = Listed(listing, self._clock(), page)
        if listing:
            await asyncio.to_thread(self._keep, package, listed)
        self._remember(package, listed)
        return listed

    def _remember(self, package: str, listed: Listed[L, Page]) -> None:
        self._remembered[package] = listed
        self._remembered.move_to_end(package)
        if len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    def _keep(self, package: str, listed: Listed[L, Page]) -> None:
        self._folder.write_versions(package, {"readAt": listed.read_at.isoformat(), **listed.listing.record()})

    def _kept(self, package: str) -> Listed[L, Page] | None:
        """Return what an earlier process was told, None if that cannot be read."""
        try:
            record = self._folder.read_versions(package)
            listed: Listed[L, Page] = Listed(self._kind.of_record(record), datetime.fromisoformat(record["readAt"]))
            self._age(listed)
        except (KeyError, TypeError, ValueError):
            return None
        return listed

    def _age(self, listed: Listed[L, Page]) -> timedelta:
        return self._clock() - listed.read_at
