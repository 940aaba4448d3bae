"""The sessions of HTTP clients that any of several servers may serve.

Each server holds copies of the sessions that it has served. What they must agree on is in the database, and each tells
the others what concerns the streams and requests that they have open.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from pro_context.protocol.shared_session import EMPTY, SharedSession
from pro_context.transports.http.http_session import HttpSession, Owner, new_id
from pro_context.transports.http.sessions import SWEEP_SECONDS, Sessions, is_unowned
from pro_context_engine import Event, SharedState, StoredSession
from pro_context_engine.domain.errors import StoreUnavailable

if TYPE_CHECKING:
    from pro_context.protocol.memory_session import Change


class SharedSessions(Sessions):
    """The sessions of all servers of one database, as one of them sees them.

    A session that goes here for want of room, or because it is idle here, lives on in the database.

    Attributes:
        listening: is done when this server hears the others; None before `begin`.
    """

    def __init__(
        self, most: int, idle_seconds: float, shared: SharedState, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(most, idle_seconds, clock)
        self._shared = shared
        self.listening: asyncio.Future[None] | None = None
        self._by_topic: dict[str, HttpSession] = {}
        self._touched: set[bytes] = set()
        self._unsaved: set[SharedSession] = set()

    def begin(self) -> None:
        """Listen to the other servers."""
        self.listening = self._shared.events.listen(self._hear)

    async def lookup(self, session_id: str, owner: Owner) -> HttpSession | None:
        """Return the session with this id if it belongs to this owner, whichever other server opened it.

        Raises:
            StoreUnavailable: this server does not have it, and the database does not answer.
        """
        stored = await self._shared.sessions.find(_digest(session_id))
        if stored is not None and is_unowned(stored.owner, owner):
            stored = await self._shared.sessions.give(stored, owner)
        if stored is None or stored.owner != owner:
            return None
        # Another request may have brought it meanwhile.
        return self.find(session_id, owner) or self._take(session_id, stored)

    async def keep(self, session: HttpSession) -> None:
        """Store a session whose handshake has succeeded.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        await self._shared.sessions.put(StoredSession(_digest(session.id), session.owner, session.version, EMPTY))

    async def end(self, session: HttpSession) -> None:
        """End a session on all servers.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        await self._shared.sessions.end(_digest(session.id))
        self.drop(session)
        await self._tell_others(session, "end", None)

    async def cancel(self, session: HttpSession, request_id: object) -> None:
        """Cancel the request of a session with this id, on whichever server it is served."""
        if not session.cancel(request_id):
            await self._tell_others(session, "cancel", request_id)

    async def note_stream(self, session: HttpSession) -> None:
        """End the stream of notifications of a session that another server has: the client has opened a new one."""
        await self._tell_others(session, "stream", None)

    async def tend(self) -> None:
        """Store the additions that failed before; every half minute, note the sessions in use, and sweep."""
        for memory in list(self._unsaved):
            self._unsaved.discard(memory)
            await memory.keep()
        if self._clock() - self._swept_at < SWEEP_SECONDS:
            return
        self._swept_at = self._clock()
        self.sweep()
        with suppress(StoreUnavailable):
            busy = (_digest(session.id) for session in self._by_id.values() if session.is_busy)
            await self._shared.sessions.touch([*self._touched.union(busy)])
            self._touched.clear()
            await self._shared.sweep(self._idle_seconds, self._most)

    def touch(self, session: HttpSession) -> None:
        """Note that a session is used, if it has not ended."""
        super().touch(session)
        self._touched.add(_digest(session.id))

    def drop(self, session: HttpSession) -> None:
        """Forget a session here; its requests and its stream here end."""
        super().drop(session)
        if isinstance(session.memory, SharedSession) and self._by_topic.get(session.memory.topic) is session:
            del self._by_topic[session.memory.topic]

    def _new(self, owner: Owner, *, is_of_key: bool = False) -> HttpSession:
        # All servers know the session of a key by the same digest. No id of a handshake has a zero byte.
        session_id = "\0".join(("key", *owner)) if is_of_key else new_id()
        return self._with_memory(
            session_id, StoredSession(_digest(session_id), owner, "", EMPTY), is_created=not is_of_key
        )

    def _take(self, session_id: str, stored: StoredSession) -> HttpSession | None:
        """Take a session that another server has opened or given an owner; return None if there is no room."""
        if session_id in self._by_id:
            self.drop(self._by_id[session_id])
        if not self._has_room():
            return None
        session = self._with_memory(session_id, stored, is_created=True)
        session.open(stored.version, {})
        self._add(session)
        return session

    def _with_memory(self, session_id: str, stored: StoredSession, *, is_created: bool) -> HttpSession:
        memory = SharedSession(stored, self._shared, self._unsaved.add, is_created=is_created)
        session = HttpSession(stored.owner, session_id, memory)
        self._by_topic[memory.topic] = session
        return session

    async def _tell_others(self, session: HttpSession, kind: str, value: object) -> None:
        if isinstance(session.memory, SharedSession):
            await session.memory.tell_others(kind, value)

    def _hear(self, event: Event | None) -> None:
        """Act on an event of another server."""
        if event is None:
            # The missed events are unknown: clients open their streams again, and read their resources again.
            self.close_streams()
            return
        session = self._by_topic.get(event.topic)
        if session is None:
            return
        for kind, value in json.loads(event.content).items():
            match kind:
                case "announce":
                    self._announce(session, [(method, params) for method, params in value])
                case "cancel":
                    session.cancel(value)
                case "stream":
                    session.close_stream()
                case "end":
                    self.drop(session)

    def _announce(self, session: HttpSession, changes: list[Change]) -> None:
        for method, params in changes:
            session.put(method, params or None)
        for relay in self.on_announcement:
            relay(session.memory, changes)


def _digest(session_id: str) -> bytes:
    return hashlib.sha256(session_id.encode()).digest()
