"""The transactions on a PostgreSQL database: a few threads, each with one connection of its own.

No statement relies on the state of a session, so that a pooler may give each transaction another session: time-outs are
set in each transaction, and no statement is prepared on the server.
"""

from __future__ import annotations

import logging
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Literal, TypeVar

import psycopg

from pro_context_engine.adapters.store.postgres.database_connections import connect, reason_of
from pro_context_engine.adapters.store.postgres.migration import Connection, UnusableSchema, prepare
from pro_context_engine.adapters.store.postgres.outage import Outage, is_lost
from pro_context_engine.adapters.store.postgres.stored_values import Unstorable
from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.domain.errors import StoreUnavailable

WRITE_SECONDS = 10.0
"""The most seconds of a write, and of each of its statements."""

ANSWER_SECONDS = 1.95
"""The most seconds that a caller waits for a read while the database answers nobody; the operator may set others."""

_END_SECONDS = 0.15
"""Seconds before the end of the caller's wait, at which the database ends a statement that reads."""

RETRY_SECONDS = 2
"""Seconds after which it is worth to ask again."""

SILENT_SECONDS = 60.0
"""Seconds in which the log has a message only once."""

Kind = Literal["read", "search", "write"]

Statement = tuple[str, Sequence[object] | Mapping[str, object]]
"""A statement with its values."""


_log = logging.getLogger("pro_context.store")
_Answer = TypeVar("_Answer")


class Database:
    """Transactions on a database, of which only some run at a time.

    Args:
        url: of the database, which may hold a password: it is never logged.
        most: number of connections.
        patience: the most seconds that a caller waits for a read while the database answers nobody.

    Attributes:
        patience: see above.
    """

    def __init__(self, url: str, most: int, patience: float = ANSWER_SECONDS) -> None:
        self.patience = patience
        self._url = url
        self._begin = _beginnings(patience)
        self._calls = BlockingCalls("pro-context-postgres", most)
        self._outage = Outage()
        self._threads = threading.local()
        self._open: set[Connection] = set()
        # A command that ends without closing leaves no connection open.
        weakref.finalize(self, _close, self._open)
        self._lock = threading.Lock()
        self._prepared = False
        self._closed = False
        self._failing: set[str] = set()
        self._said: dict[str, float] = {}

    @property
    def failing(self) -> bool:
        """Tell whether the last read or the last write failed."""
        return bool(self._failing)

    async def run(self, kind: Kind, work: Callable[[Connection], _Answer], seconds: float | None = None) -> _Answer:
        """Return the result of the work, done in one transaction.

        Args:
            kind: of the transaction.
            work: done on a thread.
            seconds: the most seconds that the caller waits while the database answers nobody; None for the time of
                this kind.

        Raises:
            StoreUnavailable: the database does not answer, or refuses.
            Unstorable: the database cannot hold a value.
        """
        part = "write" if kind == "write" else "read"
        try:
            async with self._outage.bounded(seconds or (WRITE_SECONDS if kind == "write" else self.patience)):
                answer = await self._calls.call(partial(self._transaction, kind, work))
        except (UnicodeEncodeError, psycopg.DataError, psycopg.errors.ProgramLimitExceeded) as error:
            raise Unstorable from error
        except (psycopg.Error, UnusableSchema, OSError, TimeoutError) as error:
            if part not in self._failing:
                self._say(f"documentation store fails ({part}: {reason_of(error)})")
            self._failing.add(part)
            raise StoreUnavailable(RETRY_SECONDS) from error
        if part in self._failing:
            self._failing.discard(part)
            self._say(f"documentation store works again ({part})")
        return answer

    async def at_once(self, statements: Sequence[Statement], seconds: float) -> list[list[tuple[Any, ...]]]:
        """Return the rows of each statement; all are one transaction in one round trip.

        Args:
            statements: each with its values.
            seconds: time-out of each statement; see also `Outage.bounded`.

        Raises:
            StoreUnavailable: the database does not answer, or refuses.
        """
        try:
            async with self._outage.bounded(seconds):
                return await self._calls.call(partial(self._sent_at_once, statements, seconds))
        except (psycopg.Error, UnusableSchema, OSError, TimeoutError) as error:
            raise StoreUnavailable(RETRY_SECONDS) from error

    async def close(self) -> None:
        """Close the connections; closing twice is allowed."""
        self._closed = True
        with self._lock:
            _close(self._open)
            self._open.clear()

    def _transaction(self, kind: Kind, work: Callable[[Connection], _Answer]) -> _Answer:
        """Do the work in one transaction; once more where the first one certainly changed nothing."""
        for is_last in (False, True):
            connection = self._begun(kind)
            commits = False
            try:
                answer = work(connection)
                commits = kind == "write"
                connection.execute("COMMIT")
            except BaseException as error:
                self._roll_back(connection)
                if is_last or not _changed_nothing(error, commits=commits):
                    raise
            else:
                return answer
        raise AssertionError

    def _sent_at_once(self, statements: Sequence[Statement], seconds: float) -> list[list[tuple[Any, ...]]]:
        connection: Connection | None = getattr(self._threads, "connection", None)
        if connection is not None:
            try:
                return _rows_of(connection, statements, seconds)
            except psycopg.OperationalError:
                if not connection.closed:
                    self._roll_back(connection)
                    raise
                # The server ended it since its last use.
                self._forget(connection)
            except BaseException:
                self._roll_back(connection)
                raise
        connection = self._opened()
        try:
            return _rows_of(connection, statements, seconds)
        except BaseException:
            self._roll_back(connection)
            raise

    def _begun(self, kind: Kind) -> Connection:
        """Return a connection of this thread in a new transaction."""
        connection: Connection | None = getattr(self._threads, "connection", None)
        if connection is not None:
            try:
                connection.execute(self._begin[kind])
            except psycopg.Error:
                # The server ended it since its last use.
                self._forget(connection)
            else:
                return connection
        connection = self._opened()
        connection.execute(self._begin[kind])
        return connection

    def _opened(self) -> Connection:
        connection = connect(self._url)
        with self._lock:
            try:
                if not self._prepared:
                    prepare(connection)
                    self._prepared = True
                _refuse_if(closed=self._closed)
            except BaseException:
                connection.close()
                raise
            self._open.add(connection)
        self._threads.connection = connection
        return connection

    def _roll_back(self, connection: Connection) -> None:
        try:
            connection.execute("ROLLBACK")
        except psycopg.Error:
            self._forget(connection)

    def _forget(self, connection: Connection) -> None:
        self._threads.connection = None
        with self._lock:
            self._open.discard(connection)
        with suppress(psycopg.Error):
            connection.close()

    def _say(self, message: str) -> None:
        now = time.monotonic()
        if now - self._said.get(message, -SILENT_SECONDS) >= SILENT_SECONDS:
            self._said[message] = now
            _log.warning("%s", message)


def _beginnings(patience: float) -> dict[Kind, bytes]:
    """Return the statements that begin a transaction, by its kind."""
    read = (
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
        f"SET LOCAL statement_timeout = {int((patience - _END_SECONDS) * 1000)}; SET LOCAL jit = off"
    )
    write = (
        f"BEGIN; SET LOCAL statement_timeout = {int(WRITE_SECONDS * 1000)}; "
        f"SET LOCAL idle_in_transaction_session_timeout = {int(WRITE_SECONDS * 1000)}; SET LOCAL jit = off"
    )
    # The planner takes the index of terms for slow, and would read all terms of all chunks instead.
    search = f"{read}; SET LOCAL enable_seqscan = off"
    return {"read": read.encode(), "search": search.encode(), "write": write.encode()}


def _rows_of(connection: Connection, statements: Sequence[Statement], seconds: float) -> list[list[tuple[Any, ...]]]:
    # Values stand in the text, since only a text may have several statements.
    cursor = psycopg.ClientCursor(connection)
    text = ";".join(cursor.mogrify(statement.encode(), values) for statement, values in statements)
    cursor.execute(f"BEGIN; SET LOCAL statement_timeout = {int(seconds * 1000)}; {text}; COMMIT".encode())
    rows: list[list[tuple[Any, ...]]] = []
    for result in cursor.results():
        if result.statusmessage not in ("BEGIN", "SET", "COMMIT"):
            rows.append(result.fetchall() if result.description else [])
    return rows


def _changed_nothing(error: BaseException, *, commits: bool) -> bool:
    """Tell whether a transaction that failed with an error may be tried again.

    Args:
        error: that ended it.
        commits: whether the end of a transaction with changes was under way, whose outcome a lost connection hides.
    """
    if isinstance(error, psycopg.errors.SerializationFailure | psycopg.errors.DeadlockDetected):
        return True
    return isinstance(error, psycopg.OperationalError) and is_lost(error) and not commits


def _close(connections: Iterable[Connection]) -> None:
    for connection in connections:
        with suppress(psycopg.Error):
            connection.close()


def _refuse_if(*, closed: bool) -> None:
    if closed:
        raise psycopg.OperationalError("the store is closed")
