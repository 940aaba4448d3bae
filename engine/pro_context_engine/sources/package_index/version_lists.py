"""The lists of versions: requested at most once an hour for each package, and stored for the next process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, Self, TypeVar

from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.errors import PackageIndexUnreachable
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.recent_values import RecentValues
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.sources.package_index.package_folder import PackageFolder

FRESH_FOR = timedelta(hours=1)
"""The age up to which a list of versions is used without a request."""

MOST_NAMED = 20
"""The number of versions that an error about an unknown version names."""

_MOST_REMEMBERED = 20


class VersionListing(Protocol):
    """The versions of one package."""

    def __len__(self) -> int:
        """Return the number of versions."""
        ...

    def record(self) -> Mapping[str, Any]:
        """Return the listing as JSON values, for `of_record`."""
        ...

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the listing in a record; raises KeyError, TypeError or ValueError for a malformed one."""
        ...


L = TypeVar("L", bound=VersionListing)
Page = TypeVar("Page")


@value_class
class DatedListing(Generic[L, Page]):
    """The versions of one package at a time (UTC), and the page that lists them if this process has read it."""

    listing: L
    read_at: datetime
    page: Page | None = None


@part_class
class VersionLists(Generic[L, Page]):
    """The known versions of packages.

    Attributes:
        kind: type of the listings.
        ask: requests a package's versions by name; raises PackageIndexUnreachable.
        folder: stores the listings.
        clock: returns the current time in UTC.
        kept_for: age up to which a listing is used while the index does not answer.
    """

    kind: type[L]
    ask: Callable[[str], Awaitable[tuple[L, Page | None]]]
    folder: PackageFolder
    clock: Clock
    kept_for: timedelta
    _remembered: RecentValues[str, DatedListing[L, Page]] = field(
        init=False, default_factory=lambda: RecentValues(_MOST_REMEMBERED)
    )
    _flights: SingleFlight[DatedListing[L, Page]] = field(init=False, default_factory=SingleFlight)

    def in_memory(self, package: str) -> L | None:
        """Return the versions of a package that this process has read, None for none."""
        dated = self._remembered.get(package)
        return dated.listing if dated else None

    async def find(self, package: str) -> DatedListing[L, Page] | None:
        """Return the versions of a package that this or an earlier process has read, of any age; None for none."""
        return self._remembered.get(package) or await asyncio.to_thread(self._kept, package)

    async def page(self, package: str) -> Page | None:
        """Return the page of a package, read within the last hour; None if no index has it.

        Raises:
            PackageIndexUnreachable: an index does not answer.
        """
        dated = self._remembered.get(package)
        if dated and dated.page and self._age(dated) <= FRESH_FOR:
            return dated.page
        return (await self._flights.run(package, lambda: self._read(package))).page

    async def current(self, library: Library, package: str, known: DatedListing[L, Page] | None) -> L:
        """Return the versions of a package, requested again after an hour.

        Args:
            library: the library named in the error.
            package: its name.
            known: output of `find`.

        Raises:
            PackageIndexUnreachable: an index does not answer, and no known listing is young enough.
        """
        if known and self._age(known) <= FRESH_FOR:
            self._remembered.keep(package, known)
            return known.listing
        try:
            return (await self._flights.run(package, lambda: self._read(package))).listing
        except PackageIndexUnreachable as fact:
            if known and self._age(known) <= self.kept_for:
                return known.listing
            raise PackageIndexUnreachable.because_of(library.library_id, fact) from fact

    async def _read(self, package: str) -> DatedListing[L, Page]:
        listing, page = await self.ask(package)
        dated = DatedListing(listing, self.clock(), page)
        if listing:
            await asyncio.to_thread(self._keep, package, dated)
        return self._remembered.keep(package, dated)

    def _keep(self, package: str, dated: DatedListing[L, Page]) -> None:
        self.folder.write_versions(package, {"readAt": dated.read_at.isoformat(), **dated.listing.record()})

    def _kept(self, package: str) -> DatedListing[L, Page] | None:
        """Return the listing that an earlier process stored, None if it cannot be read."""
        try:
            record = self.folder.read_versions(package)
            dated: DatedListing[L, Page] = DatedListing(
                self.kind.of_record(record), datetime.fromisoformat(record["readAt"])
            )
            self._age(dated)
        except (KeyError, TypeError, ValueError):
            return None
        return dated

    def _age(self, dated: DatedListing[L, Page]) -> timedelta:
        return self.clock() - dated.read_at
