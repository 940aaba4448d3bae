"""The rules for asking a site again: which failures are retried after which pause, and limits that a site announces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from math import ceil

from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.fetching import LimitHeaders

MAX_RETRIES = 2
RETRIED_STATUSES = frozenset({429, 502, 503, 504})

_FIRST_PAUSE = 0.5
_LONGEST_RETRY_AFTER = 60.0


_LIMITING = frozenset({403, 429})
_LONGEST = timedelta(days=1)
_USUAL = LimitHeaders()


def limited(
    url: str, status: int, headers: Mapping[str, str], now: datetime, names: LimitHeaders = _USUAL
) -> FetchFailed | None:
    """Return the fact that a site's limit is reached, None if the response does not say so.

    The headers of an API say so, or a Retry-After on a refusal. A request before that time would only make the limit
    last longer.

    Args:
        url: for the fact.
        status: of the response.
        headers: of the response, looked up without regard to case.
        now: UTC time.
        names: the names of the headers at this site.
    """
    if status not in _LIMITING:
        return None
    asked = headers.get("retry-after", "")
    reset = headers.get(names.reset, "").strip()
    if headers.get(names.remaining, "").strip() == "0" and _is_number(reset):
        ends = datetime.fromtimestamp(int(reset), UTC)
    elif status == 403 and _is_number(asked):
        ends = now + timedelta(seconds=int(asked))
    else:
        return None
    ends = min(max(ends, now + timedelta(seconds=1)), now + _LONGEST)
    seconds = round((ends - now).total_seconds())
    return FetchFailed(url, f"{FetchFailed.LIMIT_REACHED}; it takes requests again at {ends:%H:%M} UTC", seconds)


def requests_left(headers: Mapping[str, str], names: LimitHeaders) -> int | None:
    """Return how many requests an API says it still takes, None if the response does not say so.

    Args:
        headers: of the response, looked up without regard to case.
        names: the names of the headers at this site.
    """
    left = headers.get(names.remaining, "").strip()
    return int(left) if _is_number(left) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 11


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


def asked_pause(retry_after: str, now: datetime) -> int | None:
    """Return the pause that a Retry-After header asks for, at most a day; None if it asks for none.

    Args:
        retry_after: the header, "" if there was none; seconds or an HTTP date.
        now: UTC time, to compute the pause until a date.

    Returns:
        Whole seconds, at least 1.
    """
    asked = _seconds(retry_after.strip(), now)
    return None if asked is None else max(1, ceil(min(asked, _LONGEST.total_seconds())))


def _seconds(retry_after: str, now: datetime) -> float | None:
    if retry_after.isascii() and retry_after.isdecimal():
        return float(retry_after[:9])
    try:
        date = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    aware = date if date.tzinfo is not None else date.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())
