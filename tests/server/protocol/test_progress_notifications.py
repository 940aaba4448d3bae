"""Progress is passed on increasing, thinned out, and never after the call."""

import asyncio

import pytest
from tests.server.manual_clock import ManualClock

from pro_context.protocol.progress_notifications import relay_progress
from pro_context_engine.concurrency.progress import listen, report

Sent = list[tuple[float, float, str]]


async def turn() -> None:
    """Let what was scheduled a moment ago run."""
    await asyncio.sleep(0)


async def test_at_most_ten_a_second() -> None:
    sent: Sent = []
    clock = ManualClock()

    async def send(*update: float | str) -> None:
        sent.append(update)  # type: ignore[arg-type]

    async with relay_progress(send, clock):
        for done in range(100):  # one second of work, in steps of 10 ms
            report(done, 100, "fetching")
            await turn()
            clock.now += 0.01
    assert 8 <= len(sent) <= 11
    assert sent[0] == (0, 100, "fetching")


async def test_the_last_report_is_never_thinned_out() -> None:
    sent: Sent = []

    async def send(*update: float | str) -> None:
        sent.append(update)  # type: ignore[arg-type]

    async with relay_progress(send, ManualClock()):
        for done in range(101):
            report(done, 100, "fetching")
    assert sent == [(0, 100, "fetching"), (100, 100, "fetching")]


async def test_reports_far_apart_are_all_passed_on_by_a_busy_loop() -> None:
    sent: Sent = []
    clock = ManualClock()

    async def send(*update: float | str) -> None:
        sent.append(update)  # type: ignore[arg-type]

    async with relay_progress(send, clock):
        for done in range(4):
            report(done, 3, "fetching")
            clock.now += 0.15
    assert [done for done, _, _ in sent] == [0, 1, 2, 3]


async def test_only_forward() -> None:
    sent: Sent = []
    clock = ManualClock()

    async def send(*update: float | str) -> None:
        sent.append(update)  # type: ignore[arg-type]

    async with relay_progress(send, clock):
        for done in (3, 2, 3, 4):
            report(done, 9, "fetching")
            await turn()
            clock.now += 1
    assert [done for done, _, _ in sent] == [3, 4]


async def test_report_from_a_thread_arrives_before_the_end() -> None:
    sent: Sent = []

    async def send(*update: float | str) -> None:
        sent.append(update)  # type: ignore[arg-type]

    async with relay_progress(send):
        await asyncio.to_thread(report, 1, 2, "indexing")
    assert sent == [(1, 2, "indexing")]


async def test_work_that_outlives_the_call_is_not_heard() -> None:
    sent: Sent = []
    over = asyncio.Event()

    async def send(*update: float | str) -> None:
        sent.append(update)  # type: ignore[arg-type]

    async def refresh_behind() -> None:
        await over.wait()
        report(1, 1, "refreshing behind")

    async with relay_progress(send):
        behind = asyncio.create_task(refresh_behind())
    over.set()
    await behind
    await turn()
    assert sent == []


async def test_failure_inside_stays_what_it_is() -> None:
    async def send(*_: object) -> None: ...

    with pytest.raises(LookupError):
        async with relay_progress(send):
            raise LookupError


async def test_outer_listener_is_given_back() -> None:
    heard: list[int] = []

    async def send(*_: object) -> None: ...

    with listen(lambda done, *_: heard.append(done)):
        async with relay_progress(send):
            report(1, 2, "inside")
        report(2, 2, "outside")
    assert heard == [2]
