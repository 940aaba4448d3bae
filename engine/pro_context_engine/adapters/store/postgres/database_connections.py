"""The opening of connections to a PostgreSQL database, and the reasons why that or a statement fails."""

from __future__ import annotations

from typing import Any

import orjson
import psycopg
from psycopg.types.json import set_json_loads

from pro_context_engine.adapters.store.postgres.migration import Connection, UnusableSchema

CONNECT_SECONDS = 2
"""The most seconds that the opening of a connection takes."""

_TCP_MILLISECONDS = 4_000


def connect(url: str) -> Connection:
    """Open a connection in autocommit mode.

    Raises:
        psycopg.Error: the database does not answer, or refuses.
    """
    options: dict[str, Any] = {
        "connect_timeout": CONNECT_SECONDS,
        "application_name": "pro-context",
        "client_encoding": "UTF8",
        "keepalives_idle": 2,
        "keepalives_interval": 1,
        "keepalives_count": 2,
        "tcp_user_timeout": _TCP_MILLISECONDS,
    }
    connection = psycopg.connect(url, autocommit=True, prepare_threshold=None, **options)
    set_json_loads(orjson.loads, connection)
    return connection


def reason_of(error: Exception) -> str:
    """Return the reason of an error in words of ours: its own text may quote stored values or the password."""
    if isinstance(error, UnusableSchema):
        return f"the database {error}"
    if isinstance(error, TimeoutError):
        return "no answer in time"
    code = getattr(error, "sqlstate", None)
    return type(error).__name__ if code is None else f"{type(error).__name__}, {code}"
