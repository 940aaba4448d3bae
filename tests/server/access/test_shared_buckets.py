"""Token buckets that several servers share: how often they ask, and what they do alone."""

import asyncio
from collections.abc import Sequence

from tests.server.manual_clock import ManualClock

from pro_context.access.rate_limit import Limit, RateVerdict
from pro_context.access.shared_buckets import ALONE_SECONDS, HELD_SECONDS, SharedBuckets
from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.shared_state import TokenGrant, TokenWish

LIMIT = Limit(burst=40, per_minute=60)


class Bucket:
    """One bucket of a database, which gives a quarter of its tokens in advance and fills by hand."""

    def __init__(self, tokens: float) -> None:
        self.tokens = tokens
        self.asked: list[Sequence[TokenWish]] = []
        self.is_away = False

    async def take(self, wishes: Sequence[TokenWish]) -> list[TokenGrant]:
        await asyncio.sleep(0)
        self.asked.append(wishes)
        if self.is_away:
            raise StoreUnavailable(2)
        (wish,) = wishes
        self.tokens += wish.returned
        granted = min(int(self.tokens), max(wish.wanted, int(self.tokens / 4)))
        self.tokens -= granted
        return [TokenGrant(granted, self.tokens)]


def accepted(verdicts: Sequence[RateVerdict]) -> int:
    return sum(one.retry_after is None for one in verdicts)


def remaining(verdict: RateVerdict) -> int:
    return int(dict(verdict.headers)[b"x-ratelimit-remaining"])


async def test_calls_of_one_moment_ask_once_and_a_full_bucket_gives_in_advance(clock: ManualClock) -> None:
    bucket = Bucket(40)
    buckets = SharedBuckets(bucket, clock)
    verdicts = await asyncio.gather(*(buckets.take("a", LIMIT) for _ in range(8)))
    assert accepted(verdicts) == 8
    assert [remaining(one) for one in verdicts] == list(range(39, 31, -1))
    assert accepted([await buckets.take("a", LIMIT) for _ in range(2)]) == 2
    assert [wish.wanted for (wish,) in bucket.asked] == [8]
    assert remaining(buckets.look("a", LIMIT)) == 30
    assert remaining(buckets.look("b", LIMIT)) == 40


async def test_servers_never_admit_more_than_the_bucket_has(clock: ManualClock) -> None:
    bucket = Bucket(40)
    servers = [SharedBuckets(bucket, clock) for _ in range(3)]
    verdicts = [await servers[number % 3].take("a", LIMIT) for number in range(100)]
    assert accepted(verdicts) == 40
    assert all(one.retry_after is not None for one in verdicts[-10:])
    assert len(bucket.asked) < 40


async def test_an_empty_bucket_is_not_asked_before_it_can_have_a_token(clock: ManualClock) -> None:
    bucket = Bucket(0.25)
    buckets = SharedBuckets(bucket, clock)
    assert (await buckets.take("a", LIMIT)).retry_after == 1
    clock.now += 0.7
    assert (await buckets.take("a", LIMIT)).retry_after == 1
    assert len(bucket.asked) == 1
    bucket.tokens = 1.0
    clock.now += 0.1
    assert (await buckets.take("a", LIMIT)).retry_after is None
    assert len(bucket.asked) == 2


async def test_tokens_that_are_not_used_in_time_are_returned(clock: ManualClock) -> None:
    bucket = Bucket(40)
    buckets = SharedBuckets(bucket, clock)
    await buckets.take("a", LIMIT)
    clock.now += HELD_SECONDS
    await buckets.take("a", LIMIT)
    assert [wish.returned for (wish,) in bucket.asked] == [0, 9]


async def test_without_the_database_a_server_counts_for_itself_and_asks_again_later(clock: ManualClock) -> None:
    bucket = Bucket(40)
    bucket.is_away = True
    buckets = SharedBuckets(bucket, clock)
    assert accepted([await buckets.take("a", LIMIT) for _ in range(60)]) == 40
    assert len(bucket.asked) == 1
    bucket.is_away = False
    clock.now += ALONE_SECONDS
    assert (await buckets.take("a", LIMIT)).retry_after is None
    assert len(bucket.asked) == 2


async def test_a_client_that_leaves_takes_nothing_from_those_that_wait_with_it(clock: ManualClock) -> None:
    buckets = SharedBuckets(Bucket(2), clock)
    leaving, staying = (asyncio.create_task(buckets.take("a", LIMIT)) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()
    assert (await staying).retry_after is None
