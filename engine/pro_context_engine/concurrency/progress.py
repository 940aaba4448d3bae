"""Progress of long work: the engine reports it, and a listener in the context receives it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pro_context_engine.domain.interfaces import Progress

_listener: ContextVar[Progress | None] = ContextVar("progress_listener", default=None)


def report(done: int, total: int, what: str) -> None:
    """Report progress to the listener of this context, if there is one.

    Args:
        done: units of work that are done.
        total: number of units, as far as it is known.
        what: a short phrase of our own, never third-party text.
    """
    listener = _listener.get()
    if listener is not None:
        listener(done, total, what)


@contextmanager
def listen(listener: Progress) -> Iterator[None]:
    """Receive every report of this context: of the calling task, the tasks it starts, and its `to_thread` calls.

    Args:
        listener: called with (done, total, what), possibly on another thread, and even after the block has ended if a
            task that was started inside it still runs. It must return at once and never raise.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
