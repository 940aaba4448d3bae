"""API keys, and the port of the store that keeps them; the server decides on the permissions of a key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import NamedTuple, Protocol

from pro_context_engine.domain.value_class import value_class


@value_class
class ApiKey:
    """A key; only its digest is stored (decision 21); moments are UTC, in whole seconds.

    Attributes:
        prefix: the first eight characters of the key, unique among keys.
        digest: SHA-256 of the whole key.
        name: the owner's name, for people; several keys may share a name.
        created_at: time of creation.
        is_admin: whether the key gives access to operator-only data.
        rate_limit: requests a minute, None for the configured limit.
        expires_at: time of expiry, None for never.
        revoked_at: time of revocation, None if the key is not revoked.
        last_used_at: time of the last use, None if there was none; some seconds late.
        uses: number of requests that carried the key; some seconds late.
    """

    prefix: str
    digest: bytes = field(repr=False)
    name: str
    created_at: datetime
    is_admin: bool = False
    rate_limit: int | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    last_used_at: datetime | None = None
    uses: int = 0

    def valid_at(self, moment: datetime) -> bool:
        """Tell whether the key is neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or moment < self.expires_at)


class Uses(NamedTuple):
    """The number of uses of a key since the last note, and the time of the last one (UTC)."""

    times: int
    last: datetime


class KeysUnavailable(Exception):
    """The keys cannot be read or written; the text gives the reason, in our own words."""


class KeyStore(Protocol):
    """Keeps API keys, for any number of processes at once.

    Each method raises KeysUnavailable if the keys cannot be read or written.
    """

    async def add(self, key: ApiKey) -> bool:
        """Store a new key; return False if another key has its prefix."""
        ...

    async def keys(self) -> list[ApiKey]:
        """Return every key, revoked ones too, the oldest first."""
        ...

    async def revoke(self, prefix: str, moment: datetime) -> bool:
        """Revoke the key with this prefix; return False if there is none, or it is revoked already."""
        ...

    async def note_uses(self, uses: Mapping[str, Uses]) -> None:
        """Add to the stored uses of keys, by prefix."""
        ...

    async def revision(self) -> str:
        """Return a text that differs after each change of keys by any process; cheap enough for twice a second."""
        ...
