"""Blocking calls: in order, with their errors, on threads that end with their object."""

from __future__ import annotations

import gc
import threading

import pytest

from pro_context_engine.concurrency.blocking_calls import BlockingCalls

NAME = "calls-of-this-test"


def running() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == NAME]


async def test_one_thread_makes_calls_in_order() -> None:
    calls, made = BlockingCalls(NAME), list[int]()
    outcomes = [calls.begin(lambda number=number: made.append(number)) for number in range(5)]
    for outcome in outcomes:
        outcome.result(timeout=60)
    assert made == [0, 1, 2, 3, 4]
    assert len(running()) == 1


async def test_an_error_reaches_the_caller_and_the_thread_goes_on() -> None:
    calls = BlockingCalls(NAME)
    with pytest.raises(ZeroDivisionError):
        await calls.call(lambda: 1 // 0)
    assert await calls.call(lambda: "done") == "done"


async def test_the_threads_end_with_their_object() -> None:
    class Owner:
        def __init__(self) -> None:
            self.calls = BlockingCalls(NAME, 3)

        def itself(self) -> int:
            return id(self)

    owner = Owner()
    for _ in range(3):
        await owner.calls.call(owner.itself)
    threads = running()
    assert threads
    del owner
    gc.collect()
    for thread in threads:
        thread.join(timeout=60)
    assert not running()
