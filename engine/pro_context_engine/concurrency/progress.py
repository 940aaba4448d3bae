"""How far long work has come: the engine reports, whoever listens in this context hears it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pro_context_engine.domain.interfaces import Progress

_listener: ContextVar[Progress | None] = ContextVar("progress_listener", default=None)


def report(done: int, total: int, what: str) -> None:
    """Tell the listener of this context, if there is one, how far the work has come.

    Args:
        done: units of work behind us.
        total: units in all, as far as is known now.
        what: one of our own short phrases, never text of others.
    """
    listener = _listener.get()
    if listener is not None:
        listener(done, total, what)


@contextmanager
def listening(listener: Progress) -> Iterator[None]:
    """Hear every report of this context: of the calling task, the tasks it starts, and its `to_thread` calls.

    Args:
        listener: called with (done, total, what), possibly on another thread, possibly after the block has ended
            when a task that was started inside it lives on. It must return at once and never raise.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
