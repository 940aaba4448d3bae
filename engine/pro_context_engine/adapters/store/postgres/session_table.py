"""The sessions of clients in the database that many servers share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pro_context_engine.adapters.store.postgres.database import Database
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.domain.shared_state import StoredSession

SECONDS = 1.0
"""The most seconds of an operation: clients wait for it."""

_FIND = "SELECT contract, key_id, version, content::text FROM pro_context.session WHERE digest = %s"
_PUT = (
    "INSERT INTO pro_context.session (digest, contract, key_id, version, content) VALUES (%s, %s, %s, %s, %s) "
    "ON CONFLICT DO NOTHING"
)
_GIVE = "UPDATE pro_context.session SET contract = %s, key_id = %s WHERE digest = %s AND contract = %s AND key_id = %s"
_BEYOND = (
    "DELETE FROM pro_context.session WHERE digest IN (SELECT digest FROM ("
    "SELECT digest, used_at, row_number() OVER (PARTITION BY contract, key_id ORDER BY used_at DESC) AS place "
    "FROM pro_context.session) AS ranked ORDER BY place, used_at DESC OFFSET %s)"
)
"""The sessions beyond a number: first the one used longest ago of the owner with the most sessions."""


class SessionTable:
    """Implements `SessionStore`; the sessions are those of all servers.

    Args:
        database: connections.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, session: StoredSession) -> None:
        """Store a new session; one that is stored already stays as it is."""
        row = (session.digest, *session.owner, session.version, session.content)
        await self._database.at_once([(_PUT, row)], SECONDS)

    async def find(self, digest: bytes) -> StoredSession | None:
        """Return a session, None if it does not exist or has ended."""
        (rows,) = await self._database.at_once([(_FIND, (digest,))], SECONDS)
        return _session(digest, rows)

    async def give(self, session: StoredSession, owner: tuple[str, str]) -> StoredSession | None:
        """Give a session to another owner, unless it has a new one already; return it as it is stored now."""
        giving = (_GIVE, (*owner, session.digest, *session.owner))
        _, rows = await self._database.at_once([giving, (_FIND, (session.digest,))], SECONDS)
        return _session(session.digest, rows)

    async def change(self, digest: bytes, change: Callable[[str], str]) -> str | None:
        """Change the content of a session under a lock of its row; return the new one, None without a session."""

        def changed(connection: Connection) -> str | None:
            row = connection.execute(
                "SELECT content::text FROM pro_context.session WHERE digest = %s FOR UPDATE", (digest,)
            ).fetchone()
            if row is None:
                return None
            content = change(row[0])
            connection.execute(
                "UPDATE pro_context.session SET content = %s, used_at = now() WHERE digest = %s", (content, digest)
            )
            return content

        return await self._database.run("write", changed, SECONDS)

    async def touch(self, digests: Sequence[bytes]) -> None:
        """Note that sessions were used just now."""
        # Rows that another server is writing are in use, and waiting for them could end in a deadlock.
        statement = (
            "UPDATE pro_context.session SET used_at = now() WHERE digest IN "
            "(SELECT digest FROM pro_context.session WHERE digest = ANY(%s) FOR UPDATE SKIP LOCKED)"
        )
        await self._database.at_once([(statement, (list(digests),))], SECONDS)

    async def end(self, digest: bytes) -> None:
        """Delete a session."""
        await self._database.at_once([("DELETE FROM pro_context.session WHERE digest = %s", (digest,))], SECONDS)

    async def sweep(self, idle_seconds: float, most: int) -> None:
        """Delete the sessions that no server has used for some seconds, and those beyond the most that are kept."""

        def sweep(connection: Connection) -> None:
            connection.execute(
                "DELETE FROM pro_context.session WHERE digest IN (SELECT digest FROM pro_context.session "
                "WHERE used_at < now() - make_interval(secs => %s) FOR UPDATE SKIP LOCKED)",
                (idle_seconds,),
            )
            connection.execute(_BEYOND.encode(), (most,))

        await self._database.run("write", sweep)


def _session(digest: bytes, rows: Sequence[Sequence[Any]]) -> StoredSession | None:
    for contract, key_id, version, content in rows:
        return StoredSession(digest, (contract, key_id), version, content)
    return None
