"""A worker process, controlled by the process that started it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from pro_context_engine.concurrency.workers.pipe_messages import GAVE_UP, READY, receive, send


class WorkerMissing(Exception):
    """No worker process can be started here."""


class WorkerLost(Exception):
    """The worker ended during a piece of work.

    Args:
        gave_up: whether it ended itself, because of time or memory; otherwise it was killed.
    """

    def __init__(self, *, gave_up: bool) -> None:
        super().__init__(gave_up)
        self.gave_up = gave_up


class WorkerProcess:
    """A running worker process. Its methods block, and are called from one thread.

    Its pipes are closed when this process ends in any way, and the worker ends when its pipes close.

    Args:
        seconds: maximum time for one piece of work.

    Raises:
        WorkerMissing: it does not start.
    """

    def __init__(self, seconds: float) -> None:
        # -P: modules in the current folder are not ours. Its standard error is discarded, because its answers carry all
        # failures.
        command = [sys.executable, "-P", "-m", "pro_context_engine.concurrency.workers", str(seconds)]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - a fixed command
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            raise WorkerMissing from error
        if self._process.stdin is None or self._process.stdout is None:
            raise WorkerMissing
        self._requests, self._answers = self._process.stdin, self._process.stdout
        if receive(self._answers) != READY:
            self.end()
            raise WorkerMissing

    @property
    def running(self) -> bool:
        """Tell whether the process still runs."""
        return self._process.poll() is None

    def answer(self, request: bytes) -> bytes:
        """Return the worker's answer to a request.

        Raises:
            WorkerLost: it ended without an answer.
        """
        answer = None
        with suppress(OSError):
            send(self._requests, request)
            answer = receive(self._answers)
        if answer is None:
            self.end()
            raise WorkerLost(gave_up=self._process.returncode == GAVE_UP)
        return answer

    def end(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()
        self._answers.close()
        with suppress(OSError):
            self._requests.close()
