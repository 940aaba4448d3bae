"""The rules for retries: which failures are retried, and after which pause."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MAX_RETRIES = 2
RETRIED_STATUSES = frozenset({429, 502, 503, 504})

_FIRST_PAUSE = 0.5
_LONGEST_RETRY_AFTER = 60.0


def pause_before(retry: int, retry_after: str, *, now: datetime, random: Callable[[], float]) -> float | None:
    """Return the pause before a retry: the one that the server requests, else exponential with full jitter.

    Args:
        retry: 0 for the first one.
        retry_after: the Retry-After header, "" if there was none; seconds or an HTTP date.
        now: UTC time, to compute the pause until a date.
        random: returns 0..1.

    Returns:
        Seconds, or None for no retry: the retries are used up, or the server requests more than 60 s.
    """
    if retry >= MAX_RETRIES:
        return None
    asked = _seconds(retry_after.strip(), now)
    if asked is None:
        return random() * _FIRST_PAUSE * 2.0**retry
    return asked if asked <= _LONGEST_RETRY_AFTER else None


def _seconds(retry_after: str, now: datetime) -> float | None:
    if retry_after.isascii() and retry_after.isdecimal():
        return float(retry_after[:9])
    try:
        date = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    aware = date if date.tzinfo is not None else date.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())
