"""Limits on the number of requests, where a site says when it takes the next one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from pro_context_engine.domain.errors import FetchFailed

_LIMITING = frozenset({403, 429})
_GITHUB_API = "api.github.com"
_LONGEST = timedelta(days=1)


def limited(url: str, status: int, headers: Mapping[str, str], now: datetime) -> FetchFailed | None:
    """Return the fact that a site's limit is reached, None if the response does not say so.

    What says it are the headers of GitHub's API, or a Retry-After on a refusal: asking again before would only
    make it longer.

    Args:
        url: for the fact.
        status: of the response.
        headers: of the response, looked up without regard to case.
        now: UTC time.
    """
    if status not in _LIMITING:
        return None
    asked = headers.get("retry-after", "")
    reset = headers.get("x-ratelimit-reset", "")
    if headers.get("x-ratelimit-remaining", "").strip() == "0" and _is_number(reset):
        ends = datetime.fromtimestamp(int(reset), UTC)
    elif status == 403 and _is_number(asked):
        ends = now + timedelta(seconds=int(asked))
    else:
        return None
    ends = min(max(ends, now + timedelta(seconds=1)), now + _LONGEST)
    seconds = round((ends - now).total_seconds())
    return FetchFailed(url, f"{FetchFailed.LIMIT_REACHED}; it takes requests again at {ends:%H:%M} UTC", seconds)


def github_requests_left(host: str, headers: Mapping[str, str]) -> int | None:
    """Return how many requests GitHub's API says it still takes, None for any other response.

    Args:
        host: that answered.
        headers: of the response, looked up without regard to case.
    """
    left = headers.get("x-ratelimit-remaining", "").strip()
    return int(left) if host == _GITHUB_API and _is_number(left) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 11
