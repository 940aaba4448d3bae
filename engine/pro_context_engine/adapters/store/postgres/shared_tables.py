"""The state that the servers of one database share besides documentation and keys."""

from __future__ import annotations

from pro_context_engine.adapters.store.postgres.database import Database
from pro_context_engine.adapters.store.postgres.event_log import PostgresEventLog
from pro_context_engine.adapters.store.postgres.session_table import SessionTable
from pro_context_engine.adapters.store.postgres.token_table import TokenTable
from pro_context_engine.domain.shared_state import SharedState

CONNECTIONS = 2
"""Connections for sessions, limits and sent events; one more listens."""


def shared_state_in_database(url: str) -> SharedState:
    """Return the state in a database; no connection is opened before the first operation.

    Args:
        url: of the database.
    """
    return PostgresSharedState(url)


class PostgresSharedState:
    """Implements `SharedState`.

    Args:
        url: of the database.
    """

    def __init__(self, url: str) -> None:
        self._database = Database(url, CONNECTIONS)
        self.sessions = SessionTable(self._database)
        self.tokens = TokenTable(self._database)
        self.events = PostgresEventLog(self._database, url)

    async def sweep(self, idle_seconds: float, most_sessions: int) -> None:
        """Delete sessions that are idle or too many, buckets that are full, and old events."""
        await self.sessions.sweep(idle_seconds, most_sessions)
        await self.tokens.sweep()
        await self.events.sweep()

    async def close(self) -> None:
        """Stop listening, and close the connections."""
        self.events.close()
        await self._database.close()
