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
    """Runs calls one after another on a daemon thread: the interpreter does not wait for one that never returns."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    async def call(self, function: Callable[[], T]) -> T:
        """Return what the function returns; one that has begun runs on when its caller is cancelled."""
        outcome: Future[T] = Future()
        self._calls.put((outcome, function))
        return await asyncio.wrap_future(outcome)

    def _run(self) -> None:
        while True:
            outcome, function = self._calls.get()
            if not outcome.set_running_or_notify_cancel():
                continue
            try:
                outcome.set_result(function())
            except BaseException as error:
                outcome.set_exception(error)
