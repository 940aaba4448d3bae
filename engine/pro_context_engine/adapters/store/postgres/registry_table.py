"""The list of libraries that the servers of a database use, and the last check for a newer one."""

from __future__ import annotations

from functools import partial
from typing import get_args

from pro_context_engine.adapters.store.postgres.database import Database
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.adapters.store.postgres.stored_values import in_utc
from pro_context_engine.domain.shared_registry import Outcome, RegistryCheck, RegistryName

LOOK_SECONDS = 5.0
"""Seconds between two looks whether another server has put another list."""

SECONDS = 5.0
"""The most seconds of an operation."""

_NAMED = "SELECT version, sha256, kept FROM pro_context.registry"
_CONTENT = "SELECT content FROM pro_context.registry WHERE sha256 = %s"
_PUT = (
    "INSERT INTO pro_context.registry AS present (version, sha256, kept, content) VALUES (%s, %s, %s, %s) "
    "ON CONFLICT (single) DO UPDATE SET version = excluded.version, sha256 = excluded.sha256, kept = excluded.kept, "
    "content = excluded.content"
)
_IF_NEWER = " WHERE NOT present.kept AND NOT excluded.kept AND present.version < excluded.version"
_CHECK = "SELECT checked_at, outcome, reason FROM pro_context.registry_check"
_NOTE = (
    "INSERT INTO pro_context.registry_check (checked_at, outcome, reason) VALUES (%s, %s, %s) ON CONFLICT (single) "
    "DO UPDATE SET checked_at = excluded.checked_at, outcome = excluded.outcome, reason = excluded.reason"
)


class RegistryTable:
    """Implements `SharedRegistry`.

    Args:
        connections: to the database.
    """

    look_seconds = LOOK_SECONDS

    def __init__(self, connections: Database) -> None:
        self._connections = connections

    async def named(self) -> RegistryName | None:
        """Return the name of the registry, None if no server has put one."""
        (rows,) = await self._connections.at_once([(_NAMED, ())], SECONDS)
        return RegistryName(*rows[0]) if rows else None

    async def content(self, name: RegistryName) -> bytes | None:
        """Return the file of the registry, None if it has another name by now."""
        return await self._connections.run("read", partial(_content, sha256=name.sha256))

    async def put(self, name: RegistryName, content: bytes, *, if_newer: bool) -> None:
        """Let all servers use a registry; see `SharedRegistry`."""
        statement = _PUT + _IF_NEWER if if_newer else _PUT

        def put(connection: Connection) -> None:
            connection.execute(statement, (*name, content))

        await self._connections.run("write", put)

    async def last_check(self) -> RegistryCheck | None:
        """Return the last check, None if there was none."""
        (rows,) = await self._connections.at_once([(_CHECK, ())], SECONDS)
        for at, text, reason in rows:
            for outcome in get_args(Outcome):
                if outcome == text:
                    return RegistryCheck(in_utc(at), outcome, reason)
        return None

    async def note_check(self, check: RegistryCheck) -> None:
        """Record a check."""
        await self._connections.at_once([(_NOTE, (check.at, check.outcome, check.reason))], SECONDS)


def _content(connection: Connection, sha256: str) -> bytes | None:
    row = connection.execute(_CONTENT, (sha256,)).fetchone()
    return None if row is None else bytes(row[0])
