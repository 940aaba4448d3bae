"""Values in the form in which PostgreSQL holds them."""

from __future__ import annotations

from datetime import UTC, datetime

import orjson

MOST_INDEXED_BYTES = 2_000
"""A longer text is in no index: an entry of a B-tree has at most 2,704 bytes."""


class Unstorable(Exception):
    """The database cannot hold a value, so it has none that matches: a lone surrogate, a text too long for an index."""


def to_json(value: object) -> str:
    """Return a value as JSON text, which holds characters that a text of PostgreSQL cannot hold.

    Raises:
        Unstorable: it has a lone surrogate.
    """
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError as error:
        raise Unstorable from error


def is_indexable(*texts: str) -> bool:
    """Tell whether an index can hold an entry of some texts."""
    return sum(len(text.encode()) for text in texts) <= MOST_INDEXED_BYTES and not any("\0" in text for text in texts)


def in_utc(moment: datetime) -> datetime:
    """Return a moment that the database gave in the time zone of the session."""
    return moment.astimezone(UTC)
