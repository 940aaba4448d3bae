import asyncio
import logging
from datetime import timedelta

import pytest
from tests.engine.fakes import FakeClock

from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.model import Dates, Freshness
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.work_leases import OwnLeases
from pro_context_engine.ingestion.backoff import PAUSE, Backoff
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.refreshes import Refreshes

DAY, WEEK, TICK, ZERO = timedelta(hours=24), timedelta(days=7), timedelta(microseconds=1), timedelta()

LIBRARY = "acme/rockets"


def ages(clock: FakeClock) -> Ages:
    return Ages(Settings(fresh_for=DAY, kept_for=WEEK), clock)


@pytest.mark.parametrize(
    ("since_checked", "since_read", "expected"),
    [
        (ZERO, ZERO, Freshness.FRESH),
        (DAY, DAY, Freshness.FRESH),
        (DAY + TICK, DAY + TICK, Freshness.STALE),
        (WEEK, WEEK, Freshness.STALE),
        (WEEK + TICK, WEEK + TICK, Freshness.EXPIRED),
        (-WEEK, -WEEK, Freshness.FRESH),
        (DAY, WEEK, Freshness.FRESH),
        (DAY + TICK, WEEK, Freshness.STALE),
        (ZERO, WEEK + TICK, Freshness.EXPIRED),
    ],
)
def test_a_check_makes_fresh_and_only_reading_keeps_from_expiring(
    since_checked: timedelta, since_read: timedelta, expected: Freshness
) -> None:
    clock = FakeClock()
    assert ages(clock).of(Dates(clock.now - since_checked, clock.now - since_read), LIBRARY) is expected


@pytest.mark.parametrize(("since_read", "may"), [(ZERO, True), (WEEK - DAY, True), (WEEK - DAY + TICK, False)])
def test_what_would_expire_while_it_is_fresh_cannot_be_found_unchanged(since_read: timedelta, may: bool) -> None:
    clock = FakeClock()
    read_at = clock.now - since_read
    assert ages(clock).confirmable(Dates(read_at, read_at), LIBRARY) is may


async def test_one_refresh_at_a_time_for_a_key() -> None:
    refreshes, gate, begun = Refreshes(Backoff(FakeClock()), OwnLeases()), asyncio.Event(), []

    async def refresh() -> None:
        begun.append(True)
        await gate.wait()

    refreshes.start("a", refresh)
    refreshes.start("a", refresh)
    refreshes.start("b", refresh)
    await asyncio.sleep(0)
    assert len(begun) == 2
    gate.set()
    await refreshes.finished("a")
    refreshes.start("a", refresh)
    await refreshes.finished("a")
    assert len(begun) == 3
    await refreshes.close()


@pytest.mark.parametrize("trouble", [FetchFailed("https://docs.example/", "no answer"), ZeroDivisionError()])
async def test_a_failed_refresh_is_logged_and_tried_again_after_a_while(
    trouble: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    refreshes, tries = Refreshes(Backoff(clock), OwnLeases()), []

    async def refresh() -> None:
        tries.append(True)
        raise trouble

    with caplog.at_level(logging.INFO, "pro_context.freshness"):
        refreshes.start("acme/rockets@", refresh)
        await refreshes.finished("acme/rockets@")
    assert "refresh of acme/rockets@ failed" in caplog.text
    refreshes.start("acme/rockets@", refresh)
    await refreshes.finished("acme/rockets@")
    assert len(tries) == 1
    clock.now += PAUSE
    refreshes.start("acme/rockets@", refresh)
    await refreshes.finished("acme/rockets@")
    assert len(tries) == 2


async def test_closing_stops_what_runs() -> None:
    refreshes, stopped = Refreshes(Backoff(FakeClock()), OwnLeases()), asyncio.Event()

    async def refresh() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    refreshes.start("a", refresh)
    await asyncio.sleep(0)
    await refreshes.close()
    assert stopped.is_set()


async def test_nothing_running_is_finished_at_once() -> None:
    await Refreshes(Backoff(FakeClock()), OwnLeases()).finished("a")
