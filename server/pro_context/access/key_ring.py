"""The API keys that a running server accepts."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pro_context.access.keys import BEGINNING, FORM, PREFIX_LENGTH, digest, key_store, new_key
from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine import ApiKey, KeyStore, KeysUnavailable, KeyUses

MAX_LENGTH = 500
"""The most characters of a key; the configuration has the same bound for `server.authKey`."""

REFRESH_SECONDS = 0.5
"""Seconds between two checks for added and revoked keys, so that a revoked key is refused within a second."""

LOOK_SECONDS = 0.05
"""Seconds between two checks because of a key that is not known yet."""

NOTE_SECONDS = 10.0
"""Seconds between two writes of the keys' use."""

SILENT_SECONDS = 60.0
"""Seconds between two log lines about unreadable keys."""

_NOBODY = digest("")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """The holder of the key of a request.

    Attributes:
        key_id: the key's prefix, or `authKey` for the key of the configuration or of this start; no secret.
        is_admin: whether it may see data about all clients.
        rate_limit: requests a minute, None for the configured limit.
    """

    key_id: str
    is_admin: bool = False
    rate_limit: int | None = None


_OWN = KeyHolder("authKey", is_admin=True)
"""The holder of the key of the configuration or of this start."""


class KeyRing:
    """The keys that a server accepts: those of a store, and one of the configuration or of this start.

    Looking up a key does not read the disk; `watching` rereads the keys. When they cannot be read, the last known keys
    stay valid.

    Attributes:
        on_change: functions that are called, several times a second, when keys may have been added, revoked or expired.
    """

    def __init__(self, store: KeyStore | None, own: str) -> None:
        """Use the keys of a store, which `load` reads, and one more in full, "" for none."""
        self._store = store
        self._own = digest(own) if own else _NOBODY
        self._keys: dict[str, ApiKey] = {}
        self._revision = ""
        self._uses: dict[str, KeyUses] = {}
        self._said_at = -SILENT_SECONDS
        self._noting = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None
        self._looked_at = -LOOK_SECONDS
        self.on_change: list[Callable[[], None]] = []

    @property
    def has_keys(self) -> bool:
        """Tell whether any key of the store is valid now."""
        now = datetime.now(UTC)
        return any(key.valid_at(now) for key in self._keys.values())

    async def load(self) -> None:
        """Read the keys.

        Raises:
            KeysUnavailable: the keys cannot be read.
        """
        if self._store is None:
            return
        # The revision is read first, so that a key that is added meanwhile is read next time.
        self._revision = await self._store.revision()
        self._keys = {key.prefix: key for key in await self._store.keys()}

    def caller(self, key: str) -> KeyHolder | None:
        """Return the holder of a key, None for a wrong key; every wrong key takes the same time."""
        if len(key) > MAX_LENGTH:
            return None
        given = digest(key)
        kept = self._keys.get(key[:PREFIX_LENGTH])
        is_kept = hmac.compare_digest(given, kept.digest if kept else _NOBODY)
        if hmac.compare_digest(given, self._own) and key:
            return _OWN
        if kept is None or not is_kept or not kept.valid_at(datetime.now(UTC)):
            return None
        return KeyHolder(kept.prefix, kept.is_admin, kept.rate_limit)

    async def caller_now(self, key: str) -> KeyHolder | None:
        """Return the holder of a key that may have been added a moment ago, None for a wrong key.

        The store is read for keys of our form only, for all requests of the same moment together.
        """
        found = self.caller(key)
        if found is None and self._store is not None and FORM.fullmatch(key) and key[:PREFIX_LENGTH] not in self._keys:
            if self._looking is None:
                self._looking = asyncio.create_task(self._look())
            # A request that ends early must not end the reading for the others.
            await asyncio.shield(self._looking)
            found = self.caller(key)
        return found

    async def _look(self) -> None:
        await asyncio.sleep(max(0.0, self._looked_at + LOOK_SECONDS - time.monotonic()))
        # A request that comes after this line may have a key that this reading misses.
        self._looking, self._looked_at = None, time.monotonic()
        await self._refresh()

    def has_ended(self, key_id: str) -> bool:
        """Tell whether a key of the store is no longer valid; False for an id of another kind."""
        key = self._keys.get(key_id)
        return not key.valid_at(datetime.now(UTC)) if key else key_id.startswith(BEGINNING)

    async def current_keys(self) -> list[ApiKey]:
        """Return the keys that the store has now, with their use until now."""
        await self._refresh()
        async with self._noting:  # meanwhile uses are counted neither here nor there
            unnoted = [(key, self._uses.get(key.prefix)) for key in self._keys.values()]
        return [
            replace(key, uses=key.uses + uses.times, last_used_at=uses.last) if uses else key for key, uses in unnoted
        ]

    def note_use(self, caller: KeyHolder) -> None:
        """Count a request; the count is stored later."""
        if caller.key_id in self._keys:
            count = self._uses[caller.key_id].times if caller.key_id in self._uses else 0
            self._uses[caller.key_id] = KeyUses(count + 1, datetime.now(UTC))

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Reread the keys while the block runs, and store their use at its end."""
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
            # Keys also expire without a change of the store.
            for listener in self.on_change:
                listener()
            if time.monotonic() - noted_at >= NOTE_SECONDS:
                # The task may be cancelled during the write, which must be completed.
                await asyncio.shield(self._note())
                noted_at = time.monotonic()

    async def _refresh(self) -> None:
        try:
            if self._store is not None and await self._store.revision() != self._revision:
                await self.load()
        except KeysUnavailable as reason:
            self._say(f"{reason}; the known keys stay valid")

    async def _note(self) -> None:
        async with self._noting:
            uses, self._uses = self._uses, {}
            if not uses or self._store is None:
                return
            try:
                await self._store.note_uses(uses)
                # The revision of the store is the same, so no refresh would bring the counts that are stored now.
                await self.load()
            except KeysUnavailable as reason:
                self._say(f"{reason}; the use of the keys is not stored")

    def _say(self, what: str) -> None:
        now = time.monotonic()
        if now - self._said_at >= SILENT_SECONDS:
            self._said_at = now
            _log.warning("%s", what)


async def open_key_ring(settings: ServerSettings) -> tuple[KeyRing, str]:
    """Return the keys that a server accepts, and the key that was made for this start, "" for none.

    A key is made if none is configured and the store has no valid one.

    Raises:
        KeysUnavailable: the keys of the store cannot be read; a server without them would lock out their owners.
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
