"""Waits with one time limit, which share a timer of the event loop."""

import asyncio
from functools import partial

import pytest

from pro_context.transports.http.deadlines import Deadlines


async def test_only_waits_that_did_not_end_are_late() -> None:
    deadlines, late = Deadlines(0.02), asyncio.Queue[str]()
    for name in ("first", "second", "third"):
        deadlines.begin(name, partial(late.put_nowait, name))
    deadlines.end("second")
    deadlines.end("never begun")
    assert [await late.get(), await late.get()] == ["first", "third"]
    assert late.empty()


async def test_a_wait_that_begins_later_is_late_after_the_others() -> None:
    deadlines, late = Deadlines(0.05), asyncio.Queue[float]()
    loop = asyncio.get_running_loop()
    begun = []
    for name in ("first", "second"):
        begun.append(loop.time())
        deadlines.begin(name, lambda: late.put_nowait(loop.time()))
        await asyncio.sleep(0.03)
    assert all([await late.get() - then >= 0.045 for then in begun])


async def test_many_waits_take_one_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, timers, deadlines = asyncio.get_running_loop(), list[float](), Deadlines(60)
    monkeypatch.setattr(loop, "call_later", lambda seconds, _: timers.append(seconds))
    for wait in range(1_000):
        deadlines.begin(wait, asyncio.Event().set)
        deadlines.end(wait)
    assert timers == [60]


async def test_a_wait_can_begin_after_all_others_have_ended() -> None:
    deadlines, late = Deadlines(0.01), asyncio.Queue[int]()
    for number in (1, 2):
        deadlines.begin("wait", partial(late.put_nowait, number))
        assert await late.get() == number


async def test_a_function_that_fails_takes_no_limit_from_other_waits() -> None:
    loop, late = asyncio.get_running_loop(), asyncio.Queue[str]()
    failures = list[object]()
    loop.set_exception_handler(lambda _, context: failures.append(context["exception"]))
    deadlines = Deadlines(0.02)
    deadlines.begin("first", partial(int, "no number"))
    deadlines.begin("second", partial(late.put_nowait, "second"))
    async with asyncio.timeout(5):
        assert await late.get() == "second"
    assert [type(failure) for failure in failures] == [ValueError]


async def test_a_wait_that_a_late_one_ends_is_not_late() -> None:
    deadlines, late = Deadlines(0.02), asyncio.Queue[str]()
    deadlines.begin("first", partial(deadlines.end, "second"))
    deadlines.begin("second", partial(late.put_nowait, "second"))
    deadlines.begin("third", partial(late.put_nowait, "third"))
    async with asyncio.timeout(5):
        assert await late.get() == "third"
    assert late.empty()
