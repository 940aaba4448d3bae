"""A report on the database of a store, read from outside: nothing is created or migrated."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import psycopg

from pro_context_engine.adapters.store.postgres.database_connections import connect, reason_of
from pro_context_engine.adapters.store.postgres.migration import (
    TERMS_VERSION,
    Connection,
    UnusableSchema,
    check,
    migrate,
    migrations,
    state_of,
)
from pro_context_engine.domain.value_class import value_class

_SKEW_SECONDS = 5.0
_SLOW_SECONDS = 0.02
_PINGS = 5
_FEW_CONNECTIONS = 9
"""Connections of a server in the defaults (docs/team-server.md), and one to look with."""

_OLDEST = 140_000
"""The number of the oldest release of PostgreSQL that the tables can be made in."""

_CONNECTIONS = (
    "SELECT ARRAY[(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int, "
    "current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int]"
)
_EXTENSIONS = "SELECT string_agg(extname, ' and ' ORDER BY extname) FROM pg_extension WHERE extname <> 'plpgsql'"


@value_class
class DatabaseReport:
    """The condition of a database.

    Attributes:
        summary: release, migrations, pages, connections, extensions, time of an answer and difference of the clocks, in
            our own words.
        migrations: number of the latest migration that the database has seen, and of the latest one known.
        pending: names of the migrations that it has not seen.
        trouble: the reason why a server cannot use it, "" for none.
        advice: the correction of the trouble, or of a fault that slows a server, "" for none.
    """

    summary: str = ""
    migrations: tuple[int, int] = (0, 0)
    pending: tuple[str, ...] = ()
    trouble: str = ""
    advice: str = ""


class DatabaseRefused(Exception):
    """A database cannot be prepared or filled; the text gives the reason, in our own words."""


def migrate_database(url: str) -> list[str]:
    """Apply the migrations that a database has not seen; return their names.

    Raises:
        DatabaseRefused: it does not answer, the role may not migrate it, or it belongs to a newer release.
    """
    try:
        with connect(url) as connection:
            return migrate(connection)
    except psycopg.errors.InsufficientPrivilege as error:
        raise DatabaseRefused("the role of store.url may not create tables; use the role of their owner") from error
    except (psycopg.Error, UnusableSchema) as error:
        raise DatabaseRefused(f"the database of store.url cannot be migrated: {reason_of(error)}") from error


def examine(url: str) -> DatabaseReport:
    """Report on a database."""
    try:
        with connect(url) as connection:
            return _examined(connection)
    except psycopg.Error as error:
        return DatabaseReport(
            trouble=f"the database of store.url cannot be used ({reason_of(error)})",
            advice="check its address, its password and whether it runs",
        )


def _examined(connection: Connection) -> DatabaseReport:
    state = state_of(connection)
    known = migrations()
    numbers = (state.migrations, known[-1].number)
    pending = tuple(one.name for one in known if one.number > state.migrations)
    try:
        check(state)
    except UnusableSchema as reason:
        return DatabaseReport("", numbers, (), f"the database {reason}", "install the newer release of Pro-Context")
    release = connection.info.server_version
    if release < _OLDEST:
        trouble = f"PostgreSQL {release // 10_000} is too old"
        return DatabaseReport("", numbers, pending, trouble, f"use PostgreSQL {_OLDEST // 10_000} or a later release")
    if pending and not _may_migrate(connection):
        trouble = "the database has not the tables of this release"
        return DatabaseReport("", numbers, pending, trouble, "run `pro-context store migrate` as their owner")
    if not pending and not _may_write(connection):
        advice = "grant the rights of a writer (docs/team-server.md)"
        return DatabaseReport("", numbers, pending, "the role may not write the tables", advice)
    return _of_usable(connection, numbers, pending, state.terms)


def _of_usable(
    connection: Connection, numbers: tuple[int, int], pending: tuple[str, ...], terms: int
) -> DatabaseReport:
    answer, skew = _answer_seconds(connection), _skew_seconds(connection)
    used, most = _value(connection, _CONNECTIONS)
    pages = 0 if pending else _value(connection, "SELECT count(*) FROM pro_context.page")
    summary = (
        f"PostgreSQL {connection.info.server_version // 10_000}, {pages} pages, "
        f"migration {numbers[0]} of {numbers[1]}, {used} of {most} connections in use, "
        f"extensions {_value(connection, _EXTENSIONS) or 'none, and none is needed'}, "
        f"answers in {answer * 1000:.1f} ms, clocks differ by {abs(skew):.1f} s"
    )
    advice = ""
    if pending:
        advice = "nothing: the next start brings the tables up to date"
    elif terms != TERMS_VERSION:
        advice = "nothing: the next start empties the documentation, which is fetched again"
    elif abs(skew) > _SKEW_SECONDS:
        advice = "set the clocks of this machine and of the database"
    elif most - used < _FEW_CONNECTIONS:
        advice = "raise max_connections of the database, lower store.connections, or put a pooler between"
    elif answer > _SLOW_SECONDS:
        advice = "run the server nearer to its database"
    return DatabaseReport(summary, numbers, pending, "", advice)


def _may_migrate(connection: Connection) -> bool:
    query = (
        "SELECT CASE WHEN to_regnamespace('pro_context') IS NULL "
        "THEN has_database_privilege(current_database(), 'CREATE') "
        "ELSE has_schema_privilege('pro_context', 'CREATE') END"
    )
    return bool(_value(connection, query))


def _may_write(connection: Connection) -> bool:
    query = """
        SELECT bool_and(has_table_privilege('pro_context.' || name, 'INSERT')
                    AND has_table_privilege('pro_context.' || name, 'UPDATE'))
        FROM unnest(ARRAY['revision', 'snapshot', 'page', 'chunk', 'link', 'api_key', 'session', 'lease', 'task',
                               'registry'])
            AS name
    """
    return bool(_value(connection, query))


def _answer_seconds(connection: Connection) -> float:
    """Return the shortest time of an answer."""
    seconds = []
    for _ in range(_PINGS):
        started = time.perf_counter()
        connection.execute("SELECT 1")
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def _skew_seconds(connection: Connection) -> float:
    """Return how far the clock of the database is ahead of this machine's."""
    moment = _value(connection, "SELECT clock_timestamp()")
    return float((moment - datetime.now(UTC)).total_seconds())


def _value(connection: Connection, query: str) -> Any:
    row = connection.execute(query.encode()).fetchone()
    return None if row is None else row[0]
