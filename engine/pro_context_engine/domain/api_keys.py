"""What is kept of an API key, and the narrow protocol of what keeps it; what a key is good for, the server knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key, of which only a digest is kept (seed 000 section 7.1); moments are UTC, in whole seconds.

    Attributes:
        prefix: its first eight characters; no two keys share them.
        digest: SHA-256 of the whole key.
        name: whose it is, for people; several keys may have one name.
        created_at: when it was made.
        is_admin: whether it may see what concerns all.
        rate_limit: requests a minute, None for what is configured.
        expires_at: when it ends, None for never.
        revoked_at: when it was revoked, None if it was not.
        last_used_at: None if it never was; some seconds late.
        uses: how many requests carried it; some seconds late.
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
        """Tell whether it is neither revoked nor at its end."""
        return self.revoked_at is None and (self.expires_at is None or moment < self.expires_at)


class Uses(NamedTuple):
    """How often a key was used since that was noted last, and when at last (UTC)."""

    times: int
    last: datetime


class KeysUnavailable(Exception):
    """The keys cannot be read or written; the text says why, in our own words."""


class KeyStore(Protocol):
    """Keeps API keys, for any number of processes at once.

    Each method raises KeysUnavailable where it cannot be done.
    """

    async def add(self, key: ApiKey) -> bool:
        """Keep a new key; return whether it is kept, not if another has its prefix."""
        ...

    async def keys(self) -> list[ApiKey]:
        """Return every key, revoked ones too, the oldest first."""
        ...

    async def revoke(self, prefix: str, moment: datetime) -> bool:
        """Revoke the key with this prefix; return whether there was one that was not revoked yet."""
        ...

    async def note_uses(self, uses: Mapping[str, Uses]) -> None:
        """Add to what is known of the use of keys, by prefix."""
        ...

    async def revision(self) -> str:
        """Return what differs after every key that any process added or revoked; cheap enough for twice a second."""
        ...
