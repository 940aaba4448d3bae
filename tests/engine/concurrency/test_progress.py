"""Progress reports reach who listens in the same context, and nobody else."""

import asyncio

from pro_context_engine.concurrency.progress import listen, report


def test_report_without_listener_is_silent() -> None:
    report(1, 2, "fetching")


def test_listener_hears_reports_of_its_block_only() -> None:
    heard: list[tuple[int, int, str]] = []
    with listen(lambda *update: heard.append(update)):
        report(1, 3, "fetching")
    report(2, 3, "fetching")
    assert heard == [(1, 3, "fetching")]


def test_inner_listener_takes_over_and_gives_back() -> None:
    outer: list[int] = []
    inner: list[int] = []
    with listen(lambda done, *_: outer.append(done)):
        with listen(lambda done, *_: inner.append(done)):
            report(1, 2, "inner")
        report(2, 2, "outer")
    assert (outer, inner) == ([2], [1])


async def test_concurrent_calls_do_not_hear_each_other() -> None:
    async def call(number: int) -> list[int]:
        heard: list[int] = []
        with listen(lambda done, *_: heard.append(done)):
            await asyncio.sleep(0)
            report(number, 9, "working")
            await asyncio.to_thread(report, number, 9, "in a thread")
        return heard

    assert await asyncio.gather(call(1), call(2)) == [[1, 1], [2, 2]]
