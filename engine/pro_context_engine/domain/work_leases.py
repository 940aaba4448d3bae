"""Leases of work that several servers could do: the port of a store, and the leases of a server that is alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class WorkLeases(Protocol):
    """Tells which server does a piece of work; one that ends without notice loses its leases after some seconds."""

    async def take(self, name: str, task: str = "") -> bool:
        """Take a lease, or renew it; return whether this server has it. Each take needs a release.

        What other servers had stored when they released the lease can be read afterwards.

        Args:
            name: of the work.
            task: what another server must know to finish the work; "" where it need not be finished.
        """
        ...

    async def release(self, name: str) -> None:
        """Give a lease back."""
        ...

    async def want(self, name: str, urls: Sequence[str]) -> None:
        """Tell the server that has a lease which pages are needed first, as URLs in their order."""
        ...

    async def wanted(self, name: str) -> list[str]:
        """Return the pages that other servers need first of this one."""
        ...

    async def collect(self) -> None:
        """Put the tasks of servers that ended without notice into the queue; see `WorkQueue`."""
        ...


class OwnLeases:
    """The leases of a server that is alone: it does all work."""

    async def take(self, name: str, task: str = "") -> bool:
        """Return True."""
        return True

    async def release(self, name: str) -> None:
        """Do nothing."""

    async def want(self, name: str, urls: Sequence[str]) -> None:
        """Do nothing."""

    async def wanted(self, name: str) -> list[str]:
        """Return []: there is no other server."""
        return []

    async def collect(self) -> None:
        """Do nothing: no other server ends."""
