"""Places for requests to a site: the port of a store, and the places of a server that is alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol


class HostPlaces(Protocol):
    """Bounds the requests that all servers have under way to one origin."""

    def place(self, origin: str) -> AbstractAsyncContextManager[None]:
        """Wait for a place, and keep it for the block.

        Args:
            origin: scheme, host and port of a site.
        """
        ...


@dataclass(slots=True)
class _OwnSite:
    places: asyncio.Semaphore
    users: int = 0


class OwnPlaces:
    """The places of a server that is alone.

    Args:
        most: number of places at each origin.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._sites: dict[str, _OwnSite] = {}

    @asynccontextmanager
    async def place(self, origin: str) -> AsyncIterator[None]:
        """Wait for a place, and keep it for the block."""
        site = self._sites.setdefault(origin, _OwnSite(asyncio.Semaphore(self._most)))
        site.users += 1
        try:
            async with site.places:
                yield
        finally:
            site.users -= 1
            if not site.users:
                del self._sites[origin]
