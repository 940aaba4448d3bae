"""The list of libraries that the servers of one store use together: the port of a store (decision 119)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from pro_context_engine.domain.value_class import value_class

Outcome = Literal["updated", "current", "failed"]


@value_class
class RegistryCheck:
    """A check for a newer registry: its time (UTC), its outcome, and the reason of a failure in our own words."""

    at: datetime
    outcome: Outcome
    reason: str = ""


class RegistryName(NamedTuple):
    """The properties that tell one registry from another.

    Attributes:
        version: its date-based version.
        sha256: digest of its file, in lower-case hex.
        kept: whether it is used although it may be older than the one of a release.
    """

    version: str
    sha256: str
    kept: bool

    def gives_way_to(self, other: RegistryName) -> bool:
        """Tell whether another one is newer, where nobody has asked to keep either of them."""
        return not self.kept and not other.kept and self.version < other.version


class SharedRegistry(Protocol):
    """The registry that all servers of a store use, and the last check for a newer one.

    Attributes:
        look_seconds: seconds after which another server may have put another one; 0 where there is no other server.

    Every operation raises `StoreUnavailable` while the store does not answer.
    """

    look_seconds: float

    async def named(self) -> RegistryName | None:
        """Return the name of the registry, None if no server has put one."""
        ...

    async def content(self, name: RegistryName) -> bytes | None:
        """Return the file of the registry, None if it has another name by now."""
        ...

    async def put(self, name: RegistryName, content: bytes, *, if_newer: bool) -> None:
        """Let all servers use a registry.

        Args:
            name: of the registry.
            content: its file.
            if_newer: whether the present one stays unless it gives way to this one.
        """
        ...

    async def last_check(self) -> RegistryCheck | None:
        """Return the last check for a newer registry, None if there was none."""
        ...

    async def note_check(self, check: RegistryCheck) -> None:
        """Record a check."""
        ...
