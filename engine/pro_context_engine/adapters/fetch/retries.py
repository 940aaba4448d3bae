"""When a failed exchange is worth another try, and how long to wait before it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MAX_RETRIES = 2
RETRIED_STATUSES = frozenset({429, 502, 503, 504})

_FIRST_PAUSE = 0.5
_LONGEST_RETRY_AFTER = 60.0


def pause_before(retry: int, retry_after: str, *, now: datetime, random: Callable[[], float]) -> float | None:
    """Return how long to wait before a retry: what the server asks for, else exponential with full jitter.

    Args:
        retry: 0 for the first one.
        retry_after: the Retry-After header, "" if there was none; seconds or an HTTP date.
        now: UTC time, against which a date is read.
        random: gives 0..1.

    Returns:
        Seconds, or None if there should be no retry: the tries are used up, or the server asks for more than 60 s.
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
