"""Python's warnings about third-party source, kept out of our log."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

# Warning filters are global to the process: two threads inside catch_warnings could leave "ignore" active.
_lock = Lock()


@contextmanager
def no_source_warnings() -> Iterator[None]:
    """Silence the compiler's warnings, such as those about stray escapes; one thread at a time."""
    with _lock, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
