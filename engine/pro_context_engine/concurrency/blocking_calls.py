"""Blocking system calls that do not delay the exit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


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
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()

    async def call(self, function: Callable[[], T]) -> T:
        """Return the function's result; a call that has begun continues when its caller is cancelled."""
        return await asyncio.wrap_future(self.begin(function))

    def begin(self, function: Callable[[], T]) -> Future[T]:
        """Queue a function, and return the future of its result."""
        outcome: Future[T] = Future()
        self._calls.put((outcome, function))
        if self._started < self._threads:
            self._started += 1
            threading.Thread(target=self._run, name=self._name, daemon=True).start()
        return outcome

    def _run(self) -> None:
        while True:
            outcome, function = self._calls.get()
            if not outcome.set_running_or_notify_cancel():
                continue
            try:
                outcome.set_result(function())
            except BaseException as error:
                outcome.set_exception(error)
