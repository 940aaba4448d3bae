"""API keys in the database that many servers share: a key that one of them revokes is revoked for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from pro_context_engine.adapters.store.postgres.database import Database, Kind
from pro_context_engine.adapters.store.postgres.migration import Connection, UnusableSchema
from pro_context_engine.adapters.store.postgres.stored_values import Unstorable, in_utc
from pro_context_engine.domain.api_keys import ApiKey, KeyStore, KeysUnavailable, Uses
from pro_context_engine.domain.errors import StoreUnavailable

_COLUMNS = "prefix, digest, name, created_at, is_admin, rate_limit, expires_at, revoked_at, last_used_at, uses"
_Answer = TypeVar("_Answer")


def keys_in_database(url: str) -> KeyStore:
    """Return the key store of a database; no connection is opened before the first operation."""
    return PostgresKeyStore(url)


class PostgresKeyStore:
    """Keeps keys in a table; the table also holds the keys of other servers.

    Args:
        url: of the database.
    """

    def __init__(self, url: str) -> None:
        # One connection: operations are few, and the documentation must not make them wait.
        self._database = Database(url, 1)

    async def add(self, key: ApiKey) -> bool:
        """Store a new key; return False if another key has its prefix."""
        row = (
            key.prefix, key.digest, key.name, key.created_at, key.is_admin, key.rate_limit, key.expires_at,
            key.revoked_at, key.last_used_at, key.uses,
        )  # fmt: skip
        places = ", ".join(["%s"] * len(row))
        insert = f"INSERT INTO pro_context.api_key ({_COLUMNS}) VALUES ({places}) ON CONFLICT DO NOTHING"  # noqa: S608
        return await self._write(lambda connection: _changed(connection, insert, row))

    async def keys(self) -> list[ApiKey]:
        """Return every key, revoked ones too, the oldest first."""
        select = f"SELECT {_COLUMNS} FROM pro_context.api_key ORDER BY created_at, number"  # noqa: S608

        def keys(connection: Connection) -> list[ApiKey]:
            return [_key(row) for row in connection.execute(select)]

        return await self._run("read", keys)

    async def revoke(self, prefix: str, moment: datetime) -> bool:
        """Revoke the key with this prefix; return False if there is none, or it is revoked already."""
        statement = "UPDATE pro_context.api_key SET revoked_at = %s WHERE prefix = %s AND revoked_at IS NULL"
        return await self._write(
            lambda connection: _changed(connection, statement, (moment.replace(microsecond=0), prefix))
        )

    async def note_uses(self, uses: Mapping[str, Uses]) -> None:
        """Add to the stored uses of keys, by prefix."""
        prefixes = sorted(uses)
        counts = [uses[prefix].times for prefix in prefixes]
        moments = [uses[prefix].last.replace(microsecond=0) for prefix in prefixes]

        def note(connection: Connection) -> bool:
            # In one order, so that two servers do not wait for each other's rows.
            connection.execute(
                "SELECT 1 FROM pro_context.api_key WHERE prefix = ANY(%s) ORDER BY prefix FOR NO KEY UPDATE",
                (prefixes,),
            )
            connection.execute(
                "UPDATE pro_context.api_key SET uses = uses + noted.times, "
                "last_used_at = greatest(last_used_at, noted.last) "
                "FROM unnest(%s::text[], %s::bigint[], %s::timestamptz[]) AS noted (prefix, times, last) "
                "WHERE api_key.prefix = noted.prefix",
                (prefixes, counts, moments),
            )
            return True

        await self._write(note)

    async def revision(self) -> str:
        """Return a text that differs after each change of keys by any process."""

        def revision(connection: Connection) -> str:
            row = connection.execute("SELECT number FROM pro_context.key_revision").fetchone()
            return str(row[0] if row else "")

        return await self._run("read", revision)

    async def close(self) -> None:
        """Close the connection."""
        await self._database.close()

    async def _write(self, work: Callable[[Connection], bool]) -> bool:
        return await self._run("write", work)

    async def _run(self, kind: Kind, work: Callable[[Connection], _Answer]) -> _Answer:
        try:
            return await self._database.run(kind, work)
        except StoreUnavailable as error:
            reason = error.__cause__ if isinstance(error.__cause__, UnusableSchema) else "does not answer, or refuses"
            raise KeysUnavailable(f"the database of the keys {reason}") from error
        except Unstorable as error:
            raise KeysUnavailable("the database of the keys cannot hold this key") from error


def _changed(connection: Connection, statement: str, values: Sequence[object]) -> bool:
    """Tell whether a statement changed a row; if so, move the revision for other processes."""
    changed = connection.execute(statement, values).rowcount > 0
    if changed:
        connection.execute("UPDATE pro_context.key_revision SET number = number + 1")
    return changed


def _key(row: Sequence[Any]) -> ApiKey:
    prefix, digest, name, created_at, is_admin, rate_limit, expires_at, revoked_at, last_used_at, uses = row
    return ApiKey(
        prefix, digest, name, in_utc(created_at), is_admin, rate_limit, _moment(expires_at), _moment(revoked_at),
        _moment(last_used_at), uses,
    )  # fmt: skip


def _moment(stored: datetime | None) -> datetime | None:
    return None if stored is None else in_utc(stored)
