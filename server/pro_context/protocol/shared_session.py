"""A session that any of several servers may serve: it is kept in their database, with a copy in memory.

What a request adds is stored before its answer is sent. What a request needs of the session is read again, unless the
database does not answer; then the copy is used, and additions are stored later.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

from pro_context.protocol.memory_session import Change, MemorySession
from pro_context_contract.contract import LogLevel, ResolvedLibrary
from pro_context_engine import SharedState, StoredSession
from pro_context_engine.domain.errors import StoreUnavailable

EMPTY = "{}"
"""The content of a new session."""

MOST_BYTES = 3_000
"""The most bytes of the content of a session, so that its row and its share of the index are below 4 KiB."""


class SharedSession(MemorySession):
    """The contract's `Session`, kept in a database.

    Attributes:
        topic: the topic of its events.
        on_unsaved: called with the session when additions could not be stored; `keep` tries again.
    """

    def __init__(
        self,
        stored: StoredSession,
        shared: SharedState,
        on_unsaved: Callable[[SharedSession], object] = lambda _: None,
        *,
        is_created: bool = True,
    ) -> None:
        """Take the copy of a session; one that is not created comes into the database with its first addition."""
        super().__init__()
        self.topic = stored.digest.hex()
        self.on_unsaved = on_unsaved
        self._stored = stored
        self._shared = shared
        self._is_created = is_created
        self._additions: dict[str, Any] = {}
        self._keeping = asyncio.Lock()
        self._take(stored.content)

    def remember(self, library_id: str, name: str, languages: Sequence[str]) -> None:
        """Add a library; a known library keeps its place and its values."""
        known = self._resolved.get(library_id)
        super().remember(library_id, name, languages)
        if known is None:
            self._additions.setdefault("resolved", []).append(_written(self._resolved[library_id]))

    def note_use(self, library_ids: Iterable[str]) -> None:
        """Add libraries whose documentation was used; a known one keeps its place."""
        new = [library_id for library_id in library_ids if library_id not in self._used]
        super().note_use(new)
        if new and not self.is_shared:
            self._additions.setdefault("used", []).extend(new)

    def set_level(self, level: LogLevel) -> None:
        """Set the lowest level of messages that the client wants."""
        super().set_level(level)
        self._additions["level"] = level

    async def resolved(self) -> Sequence[ResolvedLibrary]:
        """Return every library, also those that other servers have added."""
        await self._read()
        return await super().resolved()

    async def used(self) -> Sequence[str]:
        """Return the ids of the used libraries, also those that other servers have noted; () as in `MemorySession`."""
        if not self.is_shared:
            await self._read()
        return await super().used()

    async def keep(self) -> None:
        """Store the additions; while the database does not answer, they are only remembered here."""
        async with self._keeping:
            if not self._additions:
                return
            additions, self._additions = self._additions, {}
            try:
                content = await self._change(partial(_with_additions, additions))
            except StoreUnavailable:
                self._additions = _joined(additions, self._additions)
                self.on_unsaved(self)
            else:
                self._take(content)

    async def announce_elsewhere(self, changes: Sequence[Change]) -> None:
        """Send changes to the streams of this session that other servers have; best effort."""
        await self.tell_others("announce", changes)

    async def tell_others(self, kind: str, value: object) -> None:
        """Send the other servers an event about this session, unless the database does not answer."""
        with suppress(StoreUnavailable):
            await self._shared.events.publish(self.topic, json.dumps({kind: value}))

    async def _change(self, change: Callable[[str], str]) -> str:
        sessions, digest = self._shared.sessions, self._stored.digest
        content = await sessions.change(digest, change) if self._is_created else None
        if content is None:
            # The session of a key is created when it is needed, and again after it was idle for long.
            await sessions.put(self._stored._replace(content=EMPTY))
            self._is_created = True
            content = await sessions.change(digest, change)
        return content or EMPTY

    async def _read(self) -> None:
        with suppress(StoreUnavailable):
            found = await self._shared.sessions.find(self._stored.digest)
            if found is not None:
                self._take(found.content)

    def _take(self, content: str) -> None:
        """Replace the copy, except for additions that are not stored yet."""
        state = json.loads(_with_additions(self._additions, content))
        self.log_level = state.get("level", self.log_level)
        self._resolved = {one[0]: _library(one) for one in state.get("resolved", ())}
        self._used = dict.fromkeys(state.get("used", ()))


def _with_additions(additions: Mapping[str, Any], content: str) -> str:
    """Return the content of a session with additions; the oldest entries go where it would be too large."""
    state = _joined(json.loads(content), additions)
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    while len(text.encode()) > MOST_BYTES:
        longest = max(("resolved", "used"), key=lambda name: len(json.dumps(state.get(name, ()))))
        del state[longest][0]
        text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    return text


def _joined(state: Mapping[str, Any], additions: Mapping[str, Any]) -> dict[str, Any]:
    """Return a state with additions; a library that it has keeps its place and its values."""
    joined = {**state, **additions}
    libraries = [*state.get("resolved", ()), *additions.get("resolved", ())]
    if libraries:
        by_id: dict[str, Any] = {}
        for library in libraries:
            by_id.setdefault(library[0], library)
        joined["resolved"] = list(by_id.values())
    used = dict.fromkeys([*state.get("used", ()), *additions.get("used", ())])
    if used:
        joined["used"] = list(used)
    return joined


def _written(library: ResolvedLibrary) -> list[Any]:
    return [library.library_id, library.name, list(library.languages), library.resolved_at.isoformat()]


def _library(written: Sequence[Any]) -> ResolvedLibrary:
    library_id, name, languages, resolved_at = written
    return ResolvedLibrary(library_id, name, tuple(languages), datetime.fromisoformat(resolved_at))
