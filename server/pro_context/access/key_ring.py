"""API keys: how they are made, and which a running server takes (seed 000 section 7.1, seed 001 section 7.2)."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine import ApiKey, KeyStore, KeysUnavailable, KeyUses, open_keys

BEGINNING = "pc_"
FORM = re.compile(rf"{BEGINNING}[A-Za-z0-9_-]{{40}}")
"""What a key looks like: `pc_` and 240 random bits in base64url."""

PREFIX_LENGTH = 8
"""Characters of a key that are no secret; they name it in lists and logs."""

MAX_LENGTH = 500
"""Characters of what is looked at as a key; the configuration bounds `server.authKey` by the same."""

REFRESH_SECONDS = 0.5
"""Between two looks for keys that were added or revoked meanwhile: revoked is out within a second."""

NOTE_SECONDS = 10.0
"""Between two notes of what was used."""

SILENT_SECONDS = 60.0
"""The log says that keys cannot be read at most so often."""

_NOBODY = hashlib.sha256(b"").digest()
_log = logging.getLogger(__name__)


def new_key() -> str:
    """Return a key that nobody has."""
    return BEGINNING + secrets.token_urlsafe(30)


def digest(key: str) -> bytes:
    """Return what is kept of a key."""
    return hashlib.sha256(key.encode()).digest()


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """Who asks, by the key that a request carries.

    Attributes:
        key_id: the key's prefix, or `authKey` for the one of the configuration or of this start; no secret.
        is_admin: whether it may see what concerns all.
        rate_limit: requests a minute, None for what is configured.
    """

    key_id: str
    is_admin: bool = False
    rate_limit: int | None = None


class KeyRing:
    """The keys that a server takes: those of a store, and one of the configuration or of this start.

    Looking a key up asks nothing of the disk; `watching` keeps what is known up to date meanwhile. When the keys cannot
    be read, those known last stay.

    Attributes:
        on_change: are called when keys may have been added, revoked or have ended, several times a second.
    """

    def __init__(
        self, store: KeyStore | None, own: str = "", *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Take the keys of a store and one more; `load` reads them.

        Args:
            store: None where nothing is kept.
            own: a whole key, "" for none.
            clock: gives the current time in UTC.
        """
        self._store = store
        self._own = digest(own) if own else _NOBODY
        self._clock = clock
        self._keys: dict[str, ApiKey] = {}
        self._revision = ""
        self._uses: dict[str, KeyUses] = {}
        self._said_at = -SILENT_SECONDS
        self._noting = asyncio.Lock()
        self.on_change: list[Callable[[], None]] = []

    @property
    def has_keys(self) -> bool:
        """Tell whether any key of the store is valid now."""
        now = self._clock()
        return any(key.valid_at(now) for key in self._keys.values())

    async def load(self) -> None:
        """Read the keys.

        Raises:
            KeysUnavailable: they cannot be read.
        """
        if self._store is None:
            return
        # First, so that a key that is added meanwhile is read next time.
        self._revision = await self._store.revision()
        self._keys = {key.prefix: key for key in await self._store.keys()}

    def caller(self, key: str) -> KeyHolder | None:
        """Return whose key this is, None if it is nobody's; takes the same time for every wrong one."""
        if len(key) > MAX_LENGTH:
            return None
        given = digest(key)
        kept = self._keys.get(key[:PREFIX_LENGTH])
        is_kept = hmac.compare_digest(given, kept.digest if kept else _NOBODY)
        if hmac.compare_digest(given, self._own) and key:
            return KeyHolder("authKey", is_admin=True)
        if kept is None or not is_kept or not kept.valid_at(self._clock()):
            return None
        return KeyHolder(kept.prefix, kept.is_admin, kept.rate_limit)

    def takes(self, caller: KeyHolder) -> bool:
        """Tell whether a caller's key is still valid."""
        return not self.has_ended(caller.key_id)

    def has_ended(self, key_id: str) -> bool:
        """Tell whether a key of the store is valid no more; what names none of them has no end."""
        key = self._keys.get(key_id)
        return not key.valid_at(self._clock()) if key else key_id.startswith(BEGINNING)

    def known(self) -> list[ApiKey]:
        """Return the keys of the store, with their use up to now."""
        unnoted = ((key, self._uses.get(key.prefix)) for key in self._keys.values())
        return [
            replace(key, uses=key.uses + uses.times, last_used_at=uses.last) if uses else key for key, uses in unnoted
        ]

    def note_use(self, caller: KeyHolder) -> None:
        """Count a request; the store learns of it later."""
        if caller.key_id in self._keys:
            count = self._uses[caller.key_id].times if caller.key_id in self._uses else 0
            self._uses[caller.key_id] = KeyUses(count + 1, self._clock())

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Keep up with the store while the block runs, and note at its end what was used."""
        task = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await self._note()

    async def _watch(self) -> None:
        noted_at = time.monotonic()
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            await self._refresh()
            # Keys also end by themselves.
            for told in self.on_change:
                told()
            if time.monotonic() - noted_at >= NOTE_SECONDS:
                # Watching may end meanwhile; what is being noted then must not be lost.
                await asyncio.shield(self._note())
                noted_at = time.monotonic()

    async def _refresh(self) -> None:
        try:
            if self._store is not None and await self._store.revision() != self._revision:
                await self.load()
        except KeysUnavailable as reason:
            self._say(f"{reason}; the keys known so far hold")

    async def _note(self) -> None:
        async with self._noting:
            uses, self._uses = self._uses, {}
            if not uses or self._store is None:
                return
            try:
                await self._store.note_uses(uses)
            except KeysUnavailable as reason:
                self._say(f"{reason}; how often keys were used is not noted")

    def _say(self, what: str) -> None:
        now = time.monotonic()
        if now - self._said_at >= SILENT_SECONDS:
            self._said_at = now
            _log.warning("%s", what)


def key_store(settings: ServerSettings) -> KeyStore | None:
    """Return what keeps the keys, beside the documentation store; None where nothing is kept."""
    directory = settings.engine().cache_directory
    return None if directory is None else open_keys(directory)


async def open_key_ring(settings: ServerSettings) -> tuple[KeyRing, str]:
    """Return the keys that a server takes, and the key that was made for this start, "" where none was needed.

    Where a key is configured or one of the store is valid, none is made (seed 001 section 7.2).

    Raises:
        KeysUnavailable: the keys of the store cannot be read: to serve without them would lock their owners out.
    """
    store, own = key_store(settings), settings.values.server.auth_key
    ring = KeyRing(store, own)
    await ring.load()
    if own or ring.has_keys or not settings.values.security.require_key:
        return ring, ""
    made = new_key()
    ring = KeyRing(store, made)
    await ring.load()
    return ring, made
