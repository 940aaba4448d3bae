"""Rate limits with token buckets."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pro_context.access.key_ring import KeyHolder

MAX_BUCKETS = 10_000
"""The most buckets; the one that was used longest ago is removed, and its client starts with a full one."""

FAILURES = 10
"""The limit on requests of an address without a valid key, as a multiple of the limit of a key."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The most requests at the same time, and requests a minute on average."""

    burst: int
    per_minute: int


class RateVerdict(NamedTuple):
    """The rate limit of one request, in `scope["pro_context.rate"]`.

    Attributes:
        retry_after: seconds until the next request is accepted, None if this one was.
        headers: the `X-RateLimit-*` headers of every response.
    """

    retry_after: int | None
    headers: tuple[tuple[bytes, bytes], ...]


class Buckets:
    """A token bucket for each client: full at first, one token a request, filled at a steady rate."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        most: int = MAX_BUCKETS,
    ) -> None:
        """Start without buckets; `wall` gives seconds since 1970, for the header X-RateLimit-Reset."""
        self._monotonic = monotonic
        self._wall = wall
        self._most = most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def take(self, who: str, limit: Limit) -> RateVerdict:
        """Take a token for a request, if the bucket has one."""
        return self.take_now(who, limit)

    def take_now(self, who: str, limit: Limit) -> RateVerdict:
        """Take a token as `take` does."""
        now = self._monotonic()
        tokens = self._tokens(who, limit, now)
        accepted = tokens >= 1
        if accepted:
            tokens -= 1
            self._buckets[who] = (tokens, now)
            self._buckets.move_to_end(who)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        return verdict(tokens, limit, accepted=accepted, now=self._wall())

    def look(self, who: str, limit: Limit) -> RateVerdict:
        """Return the verdict for a request that takes no token."""
        return verdict(self._tokens(who, limit, self._monotonic()), limit, accepted=True, now=self._wall())

    def __len__(self) -> int:
        return len(self._buckets)

    def _tokens(self, who: str, limit: Limit, now: float) -> float:
        most = float(limit.burst)
        tokens, filled_at = self._buckets.get(who, (most, now))
        return min(most, tokens + max(0.0, now - filled_at) * limit.per_minute / 60)


def verdict(tokens: float, limit: Limit, *, accepted: bool, now: float | None = None) -> RateVerdict:
    """Return the verdict on a request.

    Args:
        tokens: the tokens that the bucket has now.
        limit: the limit.
        accepted: whether the request got a token, or needs none.
        now: seconds since 1970, None for the time of this machine.
    """
    per_second = limit.per_minute / 60
    full_at = math.ceil((time.time() if now is None else now) + (limit.burst - tokens) / per_second)
    headers = (
        (b"x-ratelimit-limit", b"%d" % limit.per_minute),
        (b"x-ratelimit-remaining", b"%d" % int(tokens)),
        (b"x-ratelimit-reset", b"%d" % full_at),
    )
    return RateVerdict(None if accepted else max(1, math.ceil((1 - tokens) / per_second)), headers)


class Limits:
    """The rate limits of a server: by key, by address without a key, and by address for failures."""

    def __init__(self, limit: Limit, make_shared: Callable[[], Buckets] | None = None) -> None:
        """Apply a limit; a key may have a rate of its own.

        Args:
            limit: the limit.
            make_shared: makes the buckets of keys, and those of addresses, that several servers share; None for one
                server. Failures are counted by each server.
        """
        self._limit = limit
        self._failure_limit = Limit(limit.burst * FAILURES, limit.per_minute * FAILURES)
        make = make_shared or Buckets
        self._callers, self._addresses, self._failures = make(), make(), Buckets()

    def take(self, caller: KeyHolder | None, address: str) -> Awaitable[RateVerdict]:
        """Take a token of a key, or of an address without a key."""
        if caller is None:
            return self._addresses.take(f"address {address}", self._limit)
        limit = replace(self._limit, per_minute=caller.rate_limit) if caller.rate_limit else self._limit
        return self._callers.take(f"key {caller.key_id}", limit)

    def take_failure(self, address: str) -> RateVerdict:
        """Take a token of an address for a request without a valid key."""
        return self._failures.take_now(address, self._failure_limit)

    def look(self, address: str) -> RateVerdict:
        """Return the verdict for a request that takes no token."""
        return self._addresses.look(f"address {address}", self._limit)
