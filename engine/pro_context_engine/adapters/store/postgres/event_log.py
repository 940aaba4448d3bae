"""Messages between the servers of one database: rows of a table, which NOTIFY announces.

A server reads the rows behind the last one that it has read, when it is notified and once a second: it also finds what
came while its connection was lost, and what a pooler does not let it hear.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import psycopg

from pro_context_engine.adapters.store.postgres.database import Database
from pro_context_engine.adapters.store.postgres.database_connections import connect
from pro_context_engine.adapters.store.postgres.migration import Connection, UnusableSchema, prepare
from pro_context_engine.domain.shared_state import Event

SECONDS = 1.0
"""The most seconds of an operation."""

POLL_SECONDS = 1.0
"""Seconds between two readings of the table without a notification."""

RECONNECT_SECONDS = 0.5
"""Seconds between two attempts to connect."""

KEPT_SECONDS = 600
"""Seconds for which events are kept."""

_LOCK = 0x50_72_43_79
"""The advisory lock of a server that adds an event: numbers become visible in their order."""

_CHANNEL = "pro_context_event"
_AT_ONCE = 500
_READ = "SELECT number, server, topic, content::text FROM pro_context.event WHERE number > %s ORDER BY number LIMIT %s"

_log = logging.getLogger("pro_context.store")
_Hear = Callable[[Event | None], None]


class PostgresEventLog:
    """Implements `EventLog`; one thread with a connection of its own listens.

    Args:
        database: connections for sending.
        url: of the database.
    """

    def __init__(self, database: Database, url: str) -> None:
        self._database = database
        self._url = url
        self._server = secrets.token_hex(8)
        self._listening: _Listening | None = None

    async def publish(self, topic: str, content: str) -> None:
        """Send an event to all other servers."""
        statements = [
            ("SELECT pg_advisory_xact_lock(%s)", (_LOCK,)),
            (
                "INSERT INTO pro_context.event (server, topic, content) VALUES (%s, %s, %s)",
                (self._server, topic, content),
            ),
            ("SELECT pg_notify(%s, '')", (_CHANNEL,)),
        ]
        await self._database.at_once(statements, SECONDS)

    def listen(self, hear: _Hear) -> asyncio.Future[None]:
        """Call a function of the running event loop with each event of another server; None where some may lack."""
        self._listening = _Listening(self._url, self._server, asyncio.get_running_loop(), hear)
        weakref.finalize(self, self._listening.end)
        self._listening.begin()
        return self._listening.begun

    async def sweep(self) -> None:
        """Delete old events."""
        statement = "DELETE FROM pro_context.event WHERE sent_at < now() - make_interval(secs => %s)"
        await self._database.at_once([(statement, (KEPT_SECONDS,))], SECONDS)

    def close(self) -> None:
        """Stop listening."""
        if self._listening is not None:
            self._listening.end()


class _Listening:
    """A thread that reads events."""

    def __init__(self, url: str, server: str, loop: asyncio.AbstractEventLoop, hear: _Hear) -> None:
        self._url = url
        self._server = server
        self._loop = loop
        self._hear = hear
        self.begun: asyncio.Future[None] = loop.create_future()
        self._ended = threading.Event()
        self._last: int | None = None
        self._read_at = 0.0

    def begin(self) -> None:
        threading.Thread(target=self._run, name="pro-context-events", daemon=True).start()

    def end(self) -> None:
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                with connect(self._url) as connection:
                    self._follow(connection)
            except (psycopg.Error, UnusableSchema, OSError):
                self._ended.wait(RECONNECT_SECONDS)

    def _follow(self, connection: Connection) -> None:
        prepare(connection)
        connection.execute(f"LISTEN {_CHANNEL}".encode())
        if self._last is None:
            self._last = _newest(connection)
            self._in_loop(self._note_begun)
        elif time.monotonic() - self._read_at > KEPT_SECONDS / 2:
            self._tell(None)
        while not self._ended.is_set():
            if self._read(connection) < _AT_ONCE:
                for _ in connection.notifies(timeout=POLL_SECONDS, stop_after=1):
                    pass

    def _read(self, connection: Connection) -> int:
        """Tell the next events, and return their number."""
        with connection.transaction():
            connection.execute(f"SET LOCAL statement_timeout = {int(SECONDS * 1000)}".encode())
            rows: list[tuple[Any, ...]] = connection.execute(_READ, (self._last, _AT_ONCE)).fetchall()
        self._read_at = time.monotonic()
        for number, server, topic, content in rows:
            self._last = number
            if server != self._server:
                self._tell(Event(topic, content))
        return len(rows)

    def _tell(self, event: Event | None) -> None:
        self._in_loop(partial(self._hear, event))

    def _note_begun(self) -> None:
        if not self.begun.done():
            self.begun.set_result(None)

    def _in_loop(self, work: Callable[[], object]) -> None:
        # The loop of a server that has ended is closed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(work)


def _newest(connection: Connection) -> int:
    row = connection.execute("SELECT coalesce(max(number), 0) FROM pro_context.event").fetchone()
    return int(row[0]) if row else 0
