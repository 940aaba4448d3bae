import asyncio
import logging
from datetime import UTC, datetime, timedelta

import pytest

from pro_context_engine.errors import FetchFailed
from pro_context_engine.freshness import Refreshes, freshness
from pro_context_engine.model import Freshness

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, WEEK, TICK = timedelta(hours=24), timedelta(days=7), timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("age", "expected"),
    [
        (timedelta(), Freshness.FRESH),
        (DAY, Freshness.FRESH),
        (DAY + TICK, Freshness.STALE),
        (WEEK, Freshness.STALE),
        (WEEK + TICK, Freshness.EXPIRED),
        (-WEEK, Freshness.FRESH),
    ],
)
def test_ages(age: timedelta, expected: Freshness) -> None:
    assert freshness(NOON, NOON + age, DAY, WEEK) is expected


async def test_one_refresh_at_a_time_for_a_key() -> None:
    refreshes, gate, begun = Refreshes(), asyncio.Event(), []

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
async def test_a_failed_refresh_is_logged_and_may_be_tried_again(
    trouble: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    refreshes, tries = Refreshes(), []

    async def refresh() -> None:
        tries.append(True)
        raise trouble

    with caplog.at_level(logging.INFO, "pro_context.freshness"):
        refreshes.start("acme/rockets@", refresh)
        await refreshes.finished("acme/rockets@")
    assert "refresh of acme/rockets@ failed" in caplog.text
    refreshes.start("acme/rockets@", refresh)
    await refreshes.finished("acme/rockets@")
    assert len(tries) == 2


async def test_closing_stops_what_runs() -> None:
    refreshes, stopped = Refreshes(), asyncio.Event()

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
    await Refreshes().finished("a")
