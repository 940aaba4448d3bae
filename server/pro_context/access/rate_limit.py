"""Token buckets: how often somebody may ask (seed 000 section 7.2)."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pro_context.access.key_ring import KeyHolder

MAX_BUCKETS = 10_000
"""Callers that are remembered; whoever asked longest ago is forgotten, and may then ask like a new one."""

FAILURES = 10
"""How many requests with a wrong key or none an address may make for each that a key may."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Requests at once, and requests a minute in the long run."""

    burst: int
    per_minute: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a request, as `scope["pro_context.rate"]`.

    Attributes:
        retry_after: seconds until the next request is accepted, None where this one was.
        headers: what every response says of the limit, refused or not.
    """

    retry_after: int | None
    headers: tuple[tuple[bytes, bytes], ...]


class Buckets:
    """A bucket for everybody who asks: full at first, one token a request, filled at a steady rate."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        most: int = MAX_BUCKETS,
    ) -> None:
        """Remember at most so many callers.

        Args:
            monotonic: gives seconds that never jump; buckets are filled by them.
            wall: gives seconds since 1970; only the header X-RateLimit-Reset is made from them.
            most: callers that are remembered.
        """
        self._monotonic = monotonic
        self._wall = wall
        self._most = most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, limit: Limit) -> Verdict:
        """Take a token for a request, if there is one."""
        tokens = self._tokens(who, limit)
        if tokens >= 1:
            self._put(who, tokens - 1)
            return self._verdict(tokens - 1, limit, accepted=True)
        return self._verdict(tokens, limit, accepted=False)

    def look(self, who: str, limit: Limit) -> Verdict:
        """Return what the headers say, for a request that costs nothing."""
        return self._verdict(self._tokens(who, limit), limit, accepted=True)

    def __len__(self) -> int:
        return len(self._buckets)

    def _tokens(self, who: str, limit: Limit) -> float:
        tokens, filled_at = self._buckets.get(who, (limit.burst, 0.0))
        elapsed = max(0.0, self._monotonic() - filled_at)
        return min(float(limit.burst), tokens + elapsed * limit.per_minute / 60)

    def _put(self, who: str, tokens: float) -> None:
        self._buckets[who] = (tokens, self._monotonic())
        self._buckets.move_to_end(who)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)

    def _verdict(self, tokens: float, limit: Limit, *, accepted: bool) -> Verdict:
        per_second = limit.per_minute / 60
        full_at = math.ceil(self._wall() + (limit.burst - tokens) / per_second)
        headers = (
            (b"x-ratelimit-limit", b"%d" % limit.per_minute),
            (b"x-ratelimit-remaining", b"%d" % int(tokens)),
            (b"x-ratelimit-reset", b"%d" % full_at),
        )
        return Verdict(None if accepted else max(1, math.ceil((1 - tokens) / per_second)), headers)


class Limits:
    """The buckets of a server: of each key, of each address that needs none, and of failures by address."""

    def __init__(self, limit: Limit) -> None:
        """Hold everybody to a limit; a key may have another rate of its own."""
        self._limit = limit
        self._failure_limit = Limit(limit.burst * FAILURES, limit.per_minute * FAILURES)
        self._callers, self._addresses, self._failures = Buckets(), Buckets(), Buckets()

    def take(self, caller: KeyHolder | None, address: str) -> Verdict:
        """Take a token of a key, or of an address where there is no key."""
        if caller is None:
            return self._addresses.take(address, self._limit)
        limit = replace(self._limit, per_minute=caller.rate_limit) if caller.rate_limit else self._limit
        return self._callers.take(caller.key_id, limit)

    def take_failure(self, address: str) -> Verdict:
        """Take a token for a request with a wrong key or none where one is needed."""
        return self._failures.take(address, self._failure_limit)

    def look(self, address: str) -> Verdict:
        """Return what a response says that costs nothing."""
        return self._addresses.look(address, self._limit)
