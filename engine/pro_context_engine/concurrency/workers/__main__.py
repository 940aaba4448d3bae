"""The worker process: executes requests from its standard input, one after another, and ends when that closes.

    python -m pro_context_engine.concurrency.workers SECONDS

It also ends when a request takes more than this time, or more memory than allowed; the waiting process notices that.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from typing import IO

from pro_context_engine.concurrency.workers.pipe_messages import GAVE_UP, READY, Outcome, Work, receive, send
from pro_context_engine.domain.errors import DocsError

_MOST_MEMORY = 1_000_000_000
"""The bound on the address space, several times the use of the largest page, on systems that support one, bytes."""


def main(seconds: float, requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until there are no more, or the other process has ended.

    Args:
        seconds: maximum time for one request.
        requests: pickled `pipe_messages.Work`.
        answers: pickled `pipe_messages.Outcome`, after a first message that this process is ready.
    """
    with suppress(OSError):
        send(answers, READY)
        while (request := receive(requests)) is not None:
            # The alarm needs neither the interpreter nor a signal: it works on every system, during any call.
            faulthandler.dump_traceback_later(seconds, exit=True)
            answer = pickle.dumps(_outcome(request), pickle.HIGHEST_PROTOCOL)
            faulthandler.cancel_dump_traceback_later()
            send(answers, answer)


def _outcome(request: bytes) -> Outcome:
    work: Work = pickle.loads(request)  # noqa: S301 - from the process that started this one
    function, arguments = work
    try:
        return function(*arguments), None, ""
    except DocsError as fact:
        return None, fact, ""
    except MemoryError:
        os._exit(GAVE_UP)
    except Exception:
        return None, None, traceback.format_exc()


def _bound_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    # Some systems have the limit but accept no value for it.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def _own_output() -> IO[bytes]:
    """Return standard output for answers, and redirect anything else printed to it."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


if __name__ == "__main__":
    # Ctrl-C reaches all processes of a terminal; the parent process decides when this one ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound_memory()
    main(float(sys.argv[1]), sys.stdin.buffer, _own_output())
