"""The sessions of HTTP clients: their number, their idle time and their owners."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from pro_context.access.key_guard import ANONYMOUS
from pro_context.protocol.memory_session import Change, MemorySession
from pro_context.transports.http import exchange, http_request
from pro_context.transports.http.deadlines import Deadlines
from pro_context.transports.http.exchange import Exchange
from pro_context.transports.http.http_session import HttpSession, Owner

SWEEP_SECONDS = 30.0
"""Seconds between two sweeps of idle sessions."""


class Sessions:
    """All sessions of a server, of all contracts.

    A new session beyond the limit ends the session that was idle longest of the owner with the most sessions, so that
    an owner cannot displace the sessions of others.

    One server has them, in memory; `SharedSessions` are those of several servers.

    Attributes:
        watches: the requests whose clients are not watched yet.
        on_announcement: functions that are called with the changes of a session that another server announces.
    """

    def __init__(self, most: int, idle_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._idle_seconds = idle_seconds
        self._clock = clock
        self._swept_at = clock()
        self.watches = Deadlines(http_request.WATCH_AFTER)
        self._prompt = Deadlines(exchange.PROMPT_SECONDS)
        self._by_id: dict[str, HttpSession] = {}
        self.on_announcement: list[Callable[[MemorySession, Sequence[Change]], None]] = []
        self._of_keys: dict[Owner, HttpSession] = {}
        self._by_owner: dict[Owner, OrderedDict[str, HttpSession]] = {}
        """The sessions of each owner in the order of their use."""

    def __len__(self) -> int:
        return len(self._by_id)

    def open(self, owner: Owner) -> HttpSession | None:
        """Return a new session; None if the limit is reached and all other sessions are busy."""
        return self._opened(owner) if self._has_room() else None

    async def lookup(self, session_id: str, owner: Owner) -> HttpSession | None:
        """Return the session with this id that `find` does not have, None if there is none.

        A session that was opened without a key belongs to the first key that uses it.
        """
        session = self._by_id.get(session_id)
        if session is not None and is_unowned(session.owner, owner):
            self._take_from_owner(session)
            session.owner = owner
            self._add(session)
        return self.find(session_id, owner)

    async def keep(self, session: HttpSession) -> None:
        """Do nothing: a session whose handshake has succeeded is kept in memory already."""

    async def end(self, session: HttpSession) -> None:
        """End a session."""
        self.drop(session)

    async def cancel(self, session: HttpSession, request_id: object) -> None:
        """Cancel the current request of a session with this id, if there is one."""
        session.cancel(request_id)

    async def note_stream(self, session: HttpSession) -> None:
        """Do nothing: a session has one stream of notifications."""

    def begin(self) -> None:
        """Do nothing: there are no other servers."""

    async def tend(self) -> None:
        """End the sessions that were idle too long, now and then."""
        if self._clock() - self._swept_at >= SWEEP_SECONDS:
            self._swept_at = self._clock()
            self.sweep()

    def find(self, session_id: str, owner: Owner) -> HttpSession | None:
        """Return the session with this id if it belongs to this owner, else None."""
        session = self._by_id.get(session_id)
        return session if session is not None and session.owner == owner and self._is_alive(session) else None

    def of_key(self, owner: Owner) -> HttpSession | None:
        """Return the session of a key on 2026-07-28; None if the limit is reached.

        All clients without a key share one.
        """
        session = self._of_keys.get(owner)
        if session is not None and self._is_alive(session):
            return session
        session = self._opened(owner, is_of_key=True) if self._has_room() else None
        if session is not None:
            session.memory.is_shared = owner[1] in ("", ANONYMOUS)
            self._of_keys[owner] = session
        return session

    def touch(self, session: HttpSession) -> None:
        """Note that a session is used, if it has not ended."""
        if session.id in self._by_id:
            session.used_at = self._clock()
            self._by_owner[session.owner].move_to_end(session.id)

    async def outcome(
        self, session: HttpSession, exchange: Exchange, serving: Awaitable[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Return the response message of an exchange, during which its session is in use and can cancel it."""
        session.exchanges.add(exchange)
        self._prompt.begin(exchange, exchange.stream.keep_alive)
        try:
            return await exchange.outcome(serving)
        finally:
            self._prompt.end(exchange)
            session.exchanges.discard(exchange)
            self.touch(session)

    def streams_of(self, owner: Owner) -> int:
        """Return the number of an owner's sessions with an open stream of notifications."""
        return sum(session.is_streaming for session in self._by_owner.get(owner, {}).values())

    def drop(self, session: HttpSession) -> None:
        """End a session; its id is unknown from now on."""
        if self._by_id.pop(session.id, None) is None:
            return
        if self._of_keys.get(session.owner) is session:
            del self._of_keys[session.owner]
        self._take_from_owner(session)
        session.end()

    def drop_ended(self, has_ended: Callable[[str], bool]) -> None:
        """End the sessions of keys that are no longer valid.

        Args:
            has_ended: tells whether the key with an id has ended.
        """
        for owner in [owner for owner in self._by_owner if has_ended(owner[1])]:
            for session in list(self._by_owner[owner].values()):
                self.drop(session)

    def sweep(self) -> None:
        """End the sessions that were idle too long."""
        for owned in list(self._by_owner.values()):
            while owned and self._is_overdue(oldest := next(iter(owned.values()))):
                self._is_alive(oldest)

    def close_streams(self) -> None:
        """End the streams of notifications of all sessions; current requests are still answered."""
        for session in self._by_id.values():
            session.close_stream()

    def cancel_all(self) -> None:
        """Cancel the current requests of all sessions."""
        for session in self._by_id.values():
            session.end()

    def _is_alive(self, session: HttpSession) -> bool:
        """Tell whether a session is alive; end it if it was idle too long."""
        if self._is_overdue(session) and not session.is_busy:
            self.drop(session)
            return False
        self.touch(session)
        return True

    def _is_overdue(self, session: HttpSession) -> bool:
        return self._clock() - session.used_at > self._idle_seconds

    def _opened(self, owner: Owner, *, is_of_key: bool = False) -> HttpSession:
        session = self._new(owner, is_of_key=is_of_key)
        self._add(session)
        return session

    def _new(self, owner: Owner, *, is_of_key: bool = False) -> HttpSession:
        """Return a session that is not kept yet."""
        return HttpSession(owner)

    def _add(self, session: HttpSession) -> None:
        self._by_id[session.id] = session
        self._by_owner.setdefault(session.owner, OrderedDict())[session.id] = session
        self.touch(session)

    def _take_from_owner(self, session: HttpSession) -> None:
        owned = self._by_owner[session.owner]
        del owned[session.id]
        if not owned:
            del self._by_owner[session.owner]

    def _has_room(self) -> bool:
        return len(self) < self._most or self._make_room()

    def _make_room(self) -> bool:
        self.sweep()
        by_number = sorted(self._by_owner.values(), key=len, reverse=True)
        idle = (session for owned in by_number for session in owned.values() if not session.is_busy)
        session = next(idle, None)
        if session is not None:
            self.drop(session)
        return len(self) < self._most


def is_unowned(owner: Owner, wanted: Owner) -> bool:
    """Tell whether a session was opened without a key, so that the key of a request may become its owner.

    Args:
        owner: the owner of the session.
        wanted: the contract and the key of the request.
    """
    return owner == (wanted[0], ANONYMOUS) and owner != wanted
