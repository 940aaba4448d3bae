"""Token buckets, by a clock of the test's own; and what clients see of them."""

import json
from dataclasses import dataclass

import pytest
from tests.server.access.conftest import CALL, PING, Team

from pro_context.access.key_ring import KeyHolder
from pro_context.access.rate_limit import FAILURES, Buckets, Limit, Limits, RateVerdict

LIMIT = Limit(burst=10, per_minute=60)
SMALL = "rateLimit: { burstSize: 2, maxRequestsPerMinute: 1 }\n"


@dataclass
class Clock:
    now: float = 1_000.0
    wall: float = 1_700_000_000.0

    def buckets(self, most: int = 100) -> Buckets:
        return Buckets(lambda: self.now, lambda: self.wall, most)


def header(verdict: RateVerdict, name: str) -> int:
    return int(dict(verdict.headers)[f"x-ratelimit-{name}".encode()])


def accepted(buckets: Buckets, who: str, asked: int, limit: Limit = LIMIT) -> int:
    return sum(buckets.take_now(who, limit).retry_after is None for _ in range(asked))


def test_ten_at_once_then_one_a_second() -> None:
    clock = Clock()
    buckets = clock.buckets()
    assert accepted(buckets, "a", 500) == 10
    served = 0
    for _ in range(60 * 500):
        clock.now += 1 / 500
        served += accepted(buckets, "a", 1)
    assert served in (59, 60)
    clock.now += 3600
    assert accepted(buckets, "a", 500) == 10


def test_one_caller_takes_nothing_of_another() -> None:
    buckets = Clock().buckets()
    accepted(buckets, "flood", 10_000)
    assert accepted(buckets, "quiet", 10) == 10


def test_the_headers_tell_limit_rest_and_when_it_is_full() -> None:
    clock = Clock()
    buckets = clock.buckets()
    first = buckets.take_now("a", LIMIT)
    assert [header(first, name) for name in ("limit", "remaining", "reset")] == [60, 9, 1_700_000_001]
    accepted(buckets, "a", 100)
    last = buckets.take_now("a", LIMIT)
    assert [header(last, name) for name in ("limit", "remaining", "reset")] == [60, 0, 1_700_000_010]
    assert last.retry_after == 1
    assert header(buckets.look("b", LIMIT), "remaining") == 10


def test_retry_after_is_when_the_next_one_is_accepted() -> None:
    clock = Clock()
    buckets = clock.buckets()
    slow = Limit(burst=1, per_minute=2)
    buckets.take_now("a", slow)
    wait = buckets.take_now("a", slow).retry_after
    assert wait == 30
    clock.now += wait - 1
    assert buckets.take_now("a", slow).retry_after == 1
    clock.now += 1
    assert buckets.take_now("a", slow).retry_after is None


@pytest.mark.parametrize("jump", [-3600.0, 3600.0, -1e9])
def test_a_jumping_clock_gives_no_more_than_a_burst_and_locks_nobody_out(jump: float) -> None:
    clock = Clock()
    buckets = clock.buckets()
    accepted(buckets, "a", 10)
    clock.wall += jump
    assert accepted(buckets, "a", 10) == 0
    clock.now += abs(jump)
    assert accepted(buckets, "a", 100) == 10


def test_callers_are_forgotten_before_they_fill_the_memory() -> None:
    buckets = Clock().buckets(most=3)
    for number in range(1_000):
        buckets.take_now(str(number), LIMIT)
    assert len(buckets) == 3
    assert header(buckets.look("999", LIMIT), "remaining") == 9


async def test_a_key_may_have_its_own_rate_and_failures_their_own_bucket() -> None:
    limits = Limits(LIMIT)
    assert header(await limits.take(KeyHolder("a", rate_limit=600), "10.0.0.1"), "limit") == 600
    assert header(await limits.take(KeyHolder("b"), "10.0.0.1"), "limit") == 60
    failures = sum(limits.take_failure("10.0.0.1").retry_after is None for _ in range(1_000))
    assert failures in range(10 * FAILURES, 10 * FAILURES + 10)
    assert (await limits.take(None, "10.0.0.1")).retry_after is None


def test_beyond_the_limit_a_tool_call_goes_on_with_the_verdict_and_all_else_is_429(team: Team) -> None:
    client = team.client(SMALL, team.key())
    assert [client.post("/mcp", json=PING).status_code for _ in range(2)] == [200, 200]
    refused = client.post("/mcp", json=PING)
    assert refused.status_code == 429
    assert refused.json()["code"] == "RATE_LIMITED"
    assert refused.json()["retryAfter"] == int(refused.headers["retry-after"])
    assert refused.headers["x-ratelimit-remaining"] == "0"
    assert client.get("/mcp").status_code == client.delete("/mcp").status_code == 429
    called = client.post("/mcp", json=CALL)
    assert called.status_code == 200
    assert called.json()["method"] == "tools/call"
    assert 50 <= called.json()["retryAfter"] <= 60


@pytest.mark.parametrize(
    "body", [b"", b"no json", b"\xff", json.dumps([CALL]).encode(), b'"tools/call"', b" " * 70_000 + b"{}"]
)
def test_beyond_the_limit_what_is_no_tool_call_is_429(team: Team, body: bytes) -> None:
    client = team.client(SMALL, team.key())
    for _ in range(2):
        client.post("/mcp", json=PING)
    assert client.post("/mcp", content=body).status_code == 429


def test_every_response_tells_the_limit(team: Team) -> None:
    client = team.client(key=team.key())
    page = {"Origin": "http://localhost:8000"}
    responses = [
        client.post("/mcp", json=PING),
        client.get("/nowhere"),
        client.get("/healthz"),
        client.post("/mcp", json=PING, headers={"Authorization": "Bearer wrong"}),
        client.post("/mcp", json=PING, headers={"Host": "evil.example"}),
        client.post("/mcp", json=PING, headers={"Origin": "https://evil.example"}),
        client.options("/mcp", headers={**page, "Access-Control-Request-Method": "POST"}),
    ]
    assert [response.status_code for response in responses] == [200, 404, 200, 401, 421, 403, 204]
    for response in responses:
        assert {"x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"} <= set(response.headers)
