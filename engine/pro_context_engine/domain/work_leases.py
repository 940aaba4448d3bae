"""Leases of work that several servers could do: the port of a store, and the leases of a server that is alone."""

from __future__ import annotations

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

    async def abandoned(self) -> list[str]:
        """Return the tasks of servers that ended without notice, each to one server only."""
        ...


class OwnLeases:
    """The leases of a server that is alone: it does all work."""

    async def take(self, name: str, task: str = "") -> bool:
        """Return True."""
        return True

    async def release(self, name: str) -> None:
        """Do nothing."""

    async def abandoned(self) -> list[str]:
        """Return []: no other server ends."""
        return []
