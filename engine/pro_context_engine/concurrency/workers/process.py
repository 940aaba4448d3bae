"""A worker as the process sees it that started it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from pro_context_engine.concurrency.workers.pipe_messages import GAVE_UP, READY, receive, send


class WorkerMissing(Exception):
    """No worker can be started here."""


class WorkerLost(Exception):
    """The worker ended over a piece of work.

    Args:
        gave_up: whether by itself, since the work takes too long or too much memory; else something killed it.
    """

    def __init__(self, *, gave_up: bool) -> None:
        super().__init__(gave_up)
        self.gave_up = gave_up


class WorkerProcess:
    """A running worker. Its methods block, and are called from one thread.

    Its pipes end with this process, however that ends, and it ends with its pipes.

    Args:
        seconds: how long a piece of work may take.

    Raises:
        WorkerMissing: it does not start.
    """

    def __init__(self, seconds: float) -> None:
        # -P: a module in the folder this process was started in is not ours. Nothing it says is for the log: what goes
        # wrong, its answers tell.
        command = [sys.executable, "-P", "-m", "pro_context_engine.concurrency.workers", str(seconds)]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
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
        """Tell whether it can take work."""
        return self._process.poll() is None

    def answer(self, request: bytes) -> bytes:
        """Return its answer to a request.

        Raises:
            WorkerLost: it ended without one.
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
        """End it at once, whatever it does."""
        self._process.kill()
        self._process.wait()
        self._answers.close()
        with suppress(OSError):
            self._requests.close()
