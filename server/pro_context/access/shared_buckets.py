"""Token buckets that several servers share, so that the limit of a key holds for all of them together.

A server takes tokens in advance from a well-filled bucket, asks for all calls of a moment in one round trip, and does
not ask again before the bucket can have a token. While the database does not answer, each server counts for itself.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from pro_context.access.rate_limit import MAX_BUCKETS, Buckets, Limit, RateVerdict, verdict
from pro_context_engine import SharedTokens, TokenWish
from pro_context_engine.domain.errors import StoreUnavailable

HELD_SECONDS = 1.0
"""Seconds for which tokens taken in advance are used; then they are returned with the next wish."""

ALONE_SECONDS = 2.0
"""Seconds until a database that has failed is asked again."""


@dataclass(slots=True)
class _Held:
    """The tokens that this server holds of a bucket.

    Attributes:
        tokens: their number.
        left: the tokens that the bucket had besides.
        at: the time of the last grant, in monotonic seconds.
    """

    tokens: int
    left: float
    at: float

    def left_at(self, now: float, limit: Limit) -> float:
        """Return the tokens that the bucket has besides at a time, if no other server takes any."""
        return self.left + (now - self.at) * limit.per_minute / 60


@dataclass(slots=True)
class _Waiting:
    """The calls that wait for tokens of a bucket."""

    limit: Limit
    calls: list[asyncio.Future[RateVerdict]]


class SharedBuckets(Buckets):
    """A token bucket for each client, in a database; those of this server alone count while it does not answer."""

    def __init__(self, tokens: SharedTokens, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__(monotonic)
        self._shared = tokens
        self._alone_until = 0.0
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._waiting: dict[str, _Waiting] = {}
        self._asking: asyncio.Task[None] | None = None

    async def take(self, who: str, limit: Limit) -> RateVerdict:
        """Take a token for a request, if the bucket has one."""
        now = self._monotonic()
        if now < self._alone_until:
            return self.take_now(who, limit)
        held = self._held.get(who)
        if held is not None and who not in self._waiting:
            left = held.left_at(now, limit)
            if held.tokens and now - held.at < HELD_SECONDS:
                held.tokens -= 1
                return verdict(min(limit.burst, held.tokens + left), limit, accepted=True)
            if not held.tokens and left < 1:
                return verdict(left, limit, accepted=False)
        waiting = self._waiting.setdefault(who, _Waiting(limit, []))
        call: asyncio.Future[RateVerdict] = asyncio.get_running_loop().create_future()
        waiting.calls.append(call)
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await call

    def look(self, who: str, limit: Limit) -> RateVerdict:
        """Return the verdict for a request that takes no token, by the last known state of the bucket."""
        held = self._held.get(who)
        if held is None:
            return super().look(who, limit)
        tokens = held.tokens + held.left_at(self._monotonic(), limit)
        return verdict(min(limit.burst, tokens), limit, accepted=True)

    async def _ask(self) -> None:
        """Ask for tokens until no call waits; the calls that come during a round trip go with the next one."""
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, {}
                try:
                    granted = await self._shared.take([self._wish(who, one) for who, one in waiting.items()])
                except StoreUnavailable:
                    self._alone_until = self._monotonic() + ALONE_SECONDS
                    for who, one in waiting.items():
                        _answer(one, [self.take_now(who, one.limit) for _ in one.calls])
                    continue
                for (who, one), grant in zip(waiting.items(), granted, strict=True):
                    self._hold(who, _Held(max(0, grant.granted - len(one.calls)), grant.left, self._monotonic()))
                    _answer(one, _verdicts(one, grant.granted, grant.left))
        finally:
            self._asking = None

    def _wish(self, who: str, waiting: _Waiting) -> TokenWish:
        held = self._held.pop(who, None)
        limit = waiting.limit
        return TokenWish(who, limit.burst, limit.per_minute / 60, len(waiting.calls), held.tokens if held else 0)

    def _hold(self, who: str, held: _Held) -> None:
        self._held[who] = held
        if len(self._held) > MAX_BUCKETS:
            self._held.popitem(last=False)


def _verdicts(waiting: _Waiting, granted: int, left: float) -> list[RateVerdict]:
    """Return the verdicts of calls in the order in which they came."""
    return [
        verdict(left + max(0, granted - number), waiting.limit, accepted=number <= granted)
        for number in range(1, len(waiting.calls) + 1)
    ]


def _answer(waiting: _Waiting, verdicts: list[RateVerdict]) -> None:
    for call, one in zip(waiting.calls, verdicts, strict=True):
        if not call.done():
            call.set_result(one)
