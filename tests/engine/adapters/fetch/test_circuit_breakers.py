"""Storms, in the time of a test's own timer."""

import asyncio
import contextlib
from collections.abc import Iterator
from itertools import cycle, repeat
from typing import Any

import httpx2
import pytest

from pro_context_engine.adapters.fetch.circuit_breakers import (
    FAILURES_BEFORE_REST,
    FAILURES_WITHIN,
    REST,
    CircuitBreakers,
    CircuitOpen,
)
from pro_context_engine.domain.errors import DocsError, FetchFailed
from pro_context_engine.domain.settings import FetchLimits

SITE = "https://docs.example"
OTHER = "https://other.example"


class Timer:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def timer() -> Timer:
    return Timer()


@pytest.fixture
def breakers(timer: Timer) -> CircuitBreakers:
    return CircuitBreakers(timer)


def fail(breakers: CircuitBreakers, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(ZeroDivisionError), breakers.trial(SITE):
            raise ZeroDivisionError


def succeed(breakers: CircuitBreakers) -> None:
    with breakers.trial(SITE) as trial:
        trial.succeeded = True


def test_repeated_failures_give_an_origin_a_rest_and_no_other(breakers: CircuitBreakers) -> None:
    fail(breakers, FAILURES_BEFORE_REST - 1)
    assert not breakers.is_resting(SITE)
    fail(breakers)
    assert breakers.is_resting(SITE)
    assert not breakers.is_resting(OTHER)
    with pytest.raises(CircuitOpen), breakers.trial(SITE):
        pass


def test_a_success_between_failures_keeps_an_origin_at_work(breakers: CircuitBreakers) -> None:
    for _ in range(3):
        fail(breakers, FAILURES_BEFORE_REST - 1)
        succeed(breakers)
    assert not breakers.is_resting(SITE)


def test_failures_far_apart_are_no_storm(breakers: CircuitBreakers, timer: Timer) -> None:
    for _ in range(3):
        fail(breakers, FAILURES_BEFORE_REST - 1)
        timer.now += FAILURES_WITHIN + 1
    assert not breakers.is_resting(SITE)


def test_one_probe_ends_the_rest_or_begins_it_anew(breakers: CircuitBreakers, timer: Timer) -> None:
    fail(breakers, FAILURES_BEFORE_REST)
    timer.now += REST
    fail(breakers)
    assert breakers.is_resting(SITE)
    timer.now += REST
    with breakers.trial(SITE) as probe:
        assert breakers.is_resting(SITE), "a second probe beside the first"
        probe.succeeded = True
    assert not breakers.is_resting(SITE)
    fail(breakers, FAILURES_BEFORE_REST - 1)
    assert not breakers.is_resting(SITE)


async def test_a_cancelled_probe_leaves_the_way_free_for_the_next(breakers: CircuitBreakers, timer: Timer) -> None:
    fail(breakers, FAILURES_BEFORE_REST)
    timer.now += REST
    with pytest.raises(asyncio.CancelledError), breakers.trial(SITE):
        raise asyncio.CancelledError
    assert not breakers.is_resting(SITE)


def test_a_failure_that_the_trial_knows_better_is_none(breakers: CircuitBreakers) -> None:
    for _ in range(2 * FAILURES_BEFORE_REST):
        with contextlib.suppress(ZeroDivisionError), breakers.trial(SITE) as trial:
            trial.succeeded = True
            raise ZeroDivisionError
    assert not breakers.is_resting(SITE)


def test_retries_are_a_tenth_of_the_tries_at_most(breakers: CircuitBreakers) -> None:
    retries = 0
    for _ in range(3000):
        breakers.earn_retry(SITE)
        retries += breakers.may_retry(SITE)
    assert 200 < retries <= 300


def test_strangers_are_forgotten(breakers: CircuitBreakers) -> None:
    for number in range(5000):
        breakers.earn_retry(f"https://d{number}.example")
    fail(breakers, FAILURES_BEFORE_REST)
    assert breakers.is_resting(SITE)


class Storm:
    """Calls at a steady rate, each for a page of its own, through a real fetcher over a network without sockets.

    Attributes:
        status: what a host answers with; 200 where none is given. An iterator gives one status after the other.
    """

    def __init__(self, network: Any, timer: Timer) -> None:
        self.network = network
        self.timer = timer
        self.status: dict[str, Iterator[int]] = {}
        network.handle = self._answer
        self.fetcher = network.fetcher(FetchLimits(total_seconds=600.0), timer=timer)

    async def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.network.requests.append(request)
        return httpx2.Response(next(self.status.get(request.headers["Host"], repeat(200))), text="# Page")

    async def blow(self, host: str, seconds: float, rate: int) -> tuple[int, int]:
        """Return how many of the calls failed, and how many requests went out."""
        before, failed = len(self.network.requests), 0
        for number in range(round(seconds * rate)):
            self.timer.now += 1 / rate
            try:
                await self.fetcher.fetch(f"https://{host}/{number}")
            except DocsError:
                failed += 1
        return failed, len(self.network.requests) - before


async def test_a_storm_of_failures_hardly_reaches_the_site(network: Any, timer: Timer) -> None:
    storm = Storm(network, timer)
    storm.status = {"docs.example": repeat(503)}
    assert await storm.blow("docs.example", seconds=2, rate=100) == (200, FAILURES_BEFORE_REST)
    assert await storm.blow("other.example", seconds=1, rate=100) == (0, 100)
    failed, requests = await storm.blow("docs.example", seconds=58, rate=20)
    assert failed == 58 * 20
    assert FAILURES_BEFORE_REST + requests <= 20


async def test_a_site_that_recovers_is_read_again_within_35_seconds(network: Any, timer: Timer) -> None:
    storm = Storm(network, timer)
    storm.status = {"docs.example": repeat(500)}
    await storm.blow("docs.example", seconds=60, rate=10)
    storm.status = {}
    failed, _ = await storm.blow("docs.example", seconds=60, rate=10)
    assert failed <= 35 * 10


async def test_retries_add_a_tenth_to_the_load_of_a_long_storm(network: Any, timer: Timer) -> None:
    storm = Storm(network, timer)
    storm.status = {"docs.example": cycle([200, 503])}
    _, requests = await storm.blow("docs.example", seconds=300, rate=4)
    assert 1200 < requests <= 1320


async def test_calls_that_wait_for_their_turn_do_not_go_out_once_the_site_rests(network: Any, timer: Timer) -> None:
    async def fails(request: httpx2.Request) -> httpx2.Response:
        network.requests.append(request)
        await asyncio.sleep(0)
        return httpx2.Response(500)

    network.handle = fails
    fetcher = network.fetcher(FetchLimits(per_host=4), timer=timer)
    outcomes = await asyncio.gather(*(fetcher.fetch(f"{SITE}/{n}") for n in range(200)), return_exceptions=True)
    assert len(network.requests) <= FAILURES_BEFORE_REST + 3
    assert all(isinstance(outcome, FetchFailed) for outcome in outcomes)
    assert "rest" in str(outcomes[-1])
