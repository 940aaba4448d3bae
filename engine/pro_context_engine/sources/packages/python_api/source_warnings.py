"""Python's own warnings about the source of others, kept out of ours."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

# Python keeps its warning filters per process: two threads inside catch_warnings could leave "ignore" behind.
_lock = Lock()


@contextmanager
def no_source_warnings() -> Iterator[None]:
    """Silence what the compiler says about a stray escape or the like; one thread at a time."""
    with _lock, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
