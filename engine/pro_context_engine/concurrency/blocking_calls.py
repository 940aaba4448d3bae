"""Blocking system calls that cannot hold up the exit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


class BlockingCalls:
    """Runs calls on daemon threads: the interpreter does not wait for one that never returns.

    Args:
        name: of the threads.
        threads: how many calls run at once, the others wait in order; one thread runs them one after another.
    """

    def __init__(self, name: str, threads: int = 1) -> None:
        self._name = name
        self._threads = threads
        self._started = 0
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()

    async def call(self, function: Callable[[], T]) -> T:
        """Return what the function returns; one that has begun runs on when its caller is cancelled."""
        return await asyncio.wrap_future(self.begin(function))

    def begin(self, function: Callable[[], T]) -> Future[T]:
        """Have a function run when its turn comes, and return what tells how that ended."""
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
