"""Limits on the number of requests, where a site says when it takes the next one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.fetching import LimitHeaders

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


def requests_left(headers: Mapping[str, str], names: LimitHeaders = _USUAL) -> int | None:
    """Return how many requests an API says it still takes, None if the response does not say so.

    Args:
        headers: of the response, looked up without regard to case.
        names: the names of the headers at this site.
    """
    left = headers.get(names.remaining, "").strip()
    return int(left) if _is_number(left) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 11
