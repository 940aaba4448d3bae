"""A pause of Python's garbage collector, while many objects are made that stay alive."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_inside = 0
_paused = False


@contextmanager
def collection_paused() -> Iterator[None]:
    """Pause the collector; it goes on when the last thread leaves.

    To parse a package makes a million objects and hardly any garbage. To look through them again and again takes a
    third of the time, and seconds of pause for the memory of others do no harm.
    """
    global _inside, _paused
    with _lock:
        if _inside == 0:
            _paused = gc.isenabled()
            gc.disable()
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0 and _paused:
                gc.enable()
