"""The shared worker of this process: started when there is work, ended after a time without work."""

from __future__ import annotations

import asyncio
import atexit
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from pro_context_engine.concurrency.workers.pipe_messages import Outcome, Work, outcome_of
from pro_context_engine.concurrency.workers.process import WorkerLost, WorkerProcess

MOST_SECONDS = 30.0
"""The maximum time for one piece of work, seconds: as long as a fetch may take, for a busy machine."""

IDLE_SECONDS = 60.0


class WorkFailed(Exception):
    """A function raised an exception other than DocsError; the text is its traceback."""


@dataclass(slots=True)
class _Piece:
    """A piece of work, its outcome, and whether a caller still waits for it."""

    work: Work
    outcome: Future[Outcome] = field(default_factory=Future)
    wanted: bool = True


class Worker:
    """A worker that executes pieces of work one after another, in a process of its own.

    Args:
        most_seconds: maximum time for one piece of work.
        idle_seconds: time without work after which the process is ended.
    """

    def __init__(self, most_seconds: float = MOST_SECONDS, idle_seconds: float = IDLE_SECONDS) -> None:
        self._most_seconds = most_seconds
        self._idle_seconds = idle_seconds
        self._pieces: SimpleQueue[_Piece] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._process: WorkerProcess | None = None
        self._starting = threading.Lock()

    async def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return a function's result; a call that has begun continues when its caller is cancelled.

        Args:
            function: a function in a module that the process can import; it returns dataclasses of the engine or
                built-in values.
            arguments: values that can be pickled.

        Raises:
            DocsError: any error that the function raises.
            WorkerMissing: no process can be started.
            WorkerLost: the work takes too much time or memory, or the process is killed each time.
            WorkFailed: the function raised any other exception.
        """
        piece = _Piece((function, arguments))
        self._pieces.put(piece)
        if self._thread is None:
            # A daemon thread: the interpreter does not wait for it.
            self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
            self._thread.start()
            atexit.register(self.end)
        try:
            result, fact, failure = await asyncio.wrap_future(piece.outcome)
        finally:
            piece.wanted = False
        if failure:
            raise WorkFailed(failure)
        if fact:
            raise fact
        return result

    def end(self) -> None:
        """End the process, if there is one; the next piece of work, or one still waited for, starts another."""
        with self._starting:
            process, self._process = self._process, None
        if process is not None:
            process.end()

    def _run(self) -> None:
        while True:
            try:
                piece = self._pieces.get(timeout=self._idle_seconds if self._process else None)
            except Empty:
                self.end()
                continue
            if not piece.outcome.set_running_or_notify_cancel():
                continue
            try:
                piece.outcome.set_result(self._outcome(piece))
            except BaseException as error:
                piece.outcome.set_exception(error)

    def _outcome(self, piece: _Piece) -> Outcome:
        request = pickle.dumps(piece.work, pickle.HIGHEST_PROTOCOL)
        try:
            answer = self._ensure_running().answer(request)
        except WorkerLost as lost:
            if lost.gave_up or not piece.wanted:
                raise
            # The work is retried once: a process killed from outside is not its fault, but being killed twice may be.
            answer = self._ensure_running().answer(request)
        return outcome_of(answer)

    def _ensure_running(self) -> WorkerProcess:
        with self._starting:
            if self._process is None or not self._process.running:
                if self._process is not None:
                    self._process.end()
                self._process = WorkerProcess(self._most_seconds)
            return self._process
