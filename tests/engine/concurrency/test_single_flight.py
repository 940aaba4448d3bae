import asyncio

import pytest

from pro_context_engine.concurrency.single_flight import SingleFlight


class Work:
    """Work that waits to be let go, and counts its starts and cancellations."""

    def __init__(self) -> None:
        self.started = 0
        self.cancelled = 0
        self.go = asyncio.Event()

    async def __call__(self) -> str:
        self.started += 1
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return "done"


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_thousand_callers_share_one_run() -> None:
    flights, work = SingleFlight[str](), Work()
    callers = [asyncio.ensure_future(flights.run("key", work)) for _ in range(1000)]
    await settle()
    work.go.set()
    assert await asyncio.gather(*callers) == ["done"] * 1000
    assert work.started == 1


async def test_keys_do_not_wait_for_each_other() -> None:
    flights, slow, quick = SingleFlight[str](), Work(), Work()
    quick.go.set()
    waiting = asyncio.ensure_future(flights.run("slow", slow))
    assert await flights.run("quick", quick) == "done"
    slow.go.set()
    await waiting


async def test_a_cancelled_leader_leaves_the_followers() -> None:
    flights, work = SingleFlight[str](), Work()
    leader = asyncio.ensure_future(flights.run("key", work))
    await settle()
    follower = asyncio.ensure_future(flights.run("key", work))
    await settle()
    leader.cancel()
    await settle()
    work.go.set()
    assert await follower == "done"
    assert (work.started, work.cancelled) == (1, 0)


async def test_the_last_to_leave_stops_the_work_and_the_next_starts_anew() -> None:
    flights, work = SingleFlight[str](), Work()
    caller = asyncio.ensure_future(flights.run("key", work))
    await settle()
    caller.cancel()
    await settle()
    assert work.cancelled == 1
    work.go.set()
    assert await flights.run("key", work) == "done"
    assert work.started == 2


async def test_a_failure_reaches_everyone_and_is_not_kept() -> None:
    flights = SingleFlight[str]()

    async def fail() -> str:
        await asyncio.sleep(0)
        raise ValueError

    results = await asyncio.gather(*(flights.run("key", fail) for _ in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [ValueError] * 3
    work = Work()
    work.go.set()
    assert await flights.run("key", work) == "done"
    with pytest.raises(ValueError):  # noqa: PT011 - the type is all there is
        await flights.run("key", fail)
