"""The migrations of a database: numbered SQL files, each applied once, in one transaction, by one server at a time.

A migration only adds (a column, a table, an index), so that servers of the former release go on beside new ones; what
they no longer need is removed by a later release.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import psycopg
from psycopg import sql

SCHEMA = "pro_context"

_LOCK = 0x50_72_43_78
"""The advisory lock that a migrating server holds until its transaction ends."""

TERMS_VERSION = 1
"""Counts the changes to the terms that `index.analyse` returns, for this database.

Terms of another version would not match those of queries: a newer server empties the documentation.
"""

# Of the catalogs, not by `to_regclass`: that one answers from a cache, and a transaction which has waited for the
# migration of another server would not see its tables.
_HAS_SCHEMA = "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'pro_context')"
_HAS_TABLES = (
    "SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
    "WHERE nspname = 'pro_context' AND relname = 'migration')"
)

Connection = psycopg.Connection[tuple[Any, ...]]


class UnusableSchema(Exception):
    """The tables of the database cannot be used; the text gives the reason, in our own words."""


class Migration(NamedTuple):
    """A numbered file of SQL statements.

    Attributes:
        number: its place in the order.
        name: of its file.
        statements: SQL.
    """

    number: int
    name: str
    statements: str


class SchemaState(NamedTuple):
    """The migrations that a database has seen, and the version of its terms.

    Attributes:
        migrations: number of the latest one, 0 for a database without our tables.
        terms: see `TERMS_VERSION`; 0 for a database without documentation.
    """

    migrations: int
    terms: int


@cache
def migrations() -> tuple[Migration, ...]:
    """Return the migrations that this release knows, in their order."""
    found = sorted((files(__package__) / "migrations").iterdir(), key=lambda file: file.name)
    return tuple(
        Migration(int(file.name[:4]), file.name, file.read_text("utf-8"))
        for file in found
        if file.name.endswith(".sql")
    )


def state_of(connection: Connection) -> SchemaState:
    """Return the state of a database.

    Raises:
        psycopg.Error: the database cannot be read.
    """
    (known,) = _row(connection, _HAS_TABLES)
    if not known:
        return SchemaState(0, 0)
    (number,) = _row(connection, "SELECT coalesce(max(number), 0) FROM pro_context.migration")
    (terms,) = _row(connection, "SELECT terms FROM pro_context.revision") if number else (0,)
    return SchemaState(number, terms)


def prepare(connection: Connection) -> None:
    """Bring the tables up to date if they are not, where the role may do so.

    Raises:
        psycopg.Error: the database cannot be read or written.
        UnusableSchema: it belongs to a newer release, or the role may not migrate it.
    """
    state = state_of(connection)
    check(state)
    if is_current(state):
        return
    try:
        migrate(connection)
    except psycopg.errors.InsufficientPrivilege as error:
        raise UnusableSchema(
            "has not the tables of this release: run `pro-context store migrate` as their owner"
        ) from error


def is_current(state: SchemaState) -> bool:
    """Tell whether nothing is to migrate."""
    return state == SchemaState(migrations()[-1].number, TERMS_VERSION)


def check(state: SchemaState) -> None:
    """Refuse the tables of a newer release.

    Raises:
        UnusableSchema: they are of a newer release.
    """
    if state.migrations > migrations()[-1].number or state.terms > TERMS_VERSION:
        raise UnusableSchema("has the tables of a newer release")


def migrate(connection: Connection) -> list[str]:
    """Apply the migrations that a database has not seen; return their names.

    Args:
        connection: in autocommit mode.

    Raises:
        psycopg.Error: the database refuses; it is as before.
        UnusableSchema: it belongs to a newer release.
    """
    applied: list[str] = []
    while _migrate_once(connection, applied):
        pass
    return applied


def _migrate_once(connection: Connection, applied: list[str]) -> bool:
    """Apply the next migration in a transaction of its own; return whether there was one."""
    with connection.transaction():
        # Held until the end of the transaction, so that it also works through a pooler.
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        state = state_of(connection)
        check(state)
        following = next((one for one in migrations() if one.number > state.migrations), None)
        if following is None:
            if state.terms != TERMS_VERSION:
                _empty(connection)
            return False
        if following.number == 1:
            # An owner of the schema alone may not create one, even one that exists.
            if _row(connection, _HAS_SCHEMA) == (False,):
                connection.execute("CREATE SCHEMA pro_context")
            connection.execute(
                "CREATE TABLE pro_context.migration "
                "(number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())"
            )
        connection.execute(sql.SQL(following.statements))
        connection.execute(
            "INSERT INTO pro_context.migration (number, name) VALUES (%s, %s)", (following.number, following.name)
        )
        applied.append(following.name)
        return True


def _empty(connection: Connection) -> None:
    """Delete the documentation, whose terms are of another version."""
    connection.execute("DELETE FROM pro_context.snapshot")
    connection.execute("UPDATE pro_context.revision SET number = number + 1, terms = %s", (TERMS_VERSION,))


def _row(connection: Connection, query: str) -> tuple[Any, ...]:
    found = connection.execute(query.encode()).fetchone()
    if found is None:
        raise UnusableSchema("has damaged tables")
    return found
