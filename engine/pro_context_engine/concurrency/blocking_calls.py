"""Blocking system calls that do not delay the exit."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")

_Call = tuple[Future[Any], Callable[[], Any]]
_Calls = SimpleQueue[_Call | None]


class BlockingCalls:
    """Calls on daemon threads: the interpreter does not wait for one that never returns.

    Args:
        name: name of the threads.
        threads: number of simultaneous calls; further ones wait in order. One thread runs calls one after another.
    """

    def __init__(self, name: str, threads: int = 1) -> None:
        self._name = name
        self._threads = threads
        self._started = 0
        self._calls: _Calls = SimpleQueue()
        # Threads end with their object; at exit they are left alone.
        weakref.finalize(self, self._calls.put, None).atexit = False

    async def call(self, function: Callable[[], T]) -> T:
        """Return the function's result; a call that has begun continues when its caller is cancelled."""
        return await asyncio.wrap_future(self.begin(function))

    def begin(self, function: Callable[[], T]) -> Future[T]:
        """Queue a function, and return the future of its result."""
        outcome: Future[T] = Future()
        self._calls.put((outcome, function))
        if self._started < self._threads:
            self._started += 1
            threading.Thread(target=_run, args=[self._calls], name=self._name, daemon=True).start()
        return outcome


def _run(calls: _Calls) -> None:
    """Make the calls of a queue until it has None, which is left for the next thread."""
    while _made(calls.get()):
        pass
    calls.put(None)


def _made(call: _Call | None) -> bool:
    """Make a call, and keep no reference to it; return False for None."""
    if call is None:
        return False
    outcome, function = call
    if outcome.set_running_or_notify_cancel():
        try:
            outcome.set_result(function())
        except BaseException as error:
            outcome.set_exception(error)
    return True
