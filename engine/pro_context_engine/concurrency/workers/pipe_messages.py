"""The messages of two processes over a pipe: a length, then pickled values of this length."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import IO, Any

from pro_context_engine.domain.errors import DocsError

Work = tuple[Callable[..., Any], tuple[Any, ...]]
"""A module's function, and its arguments."""

Outcome = tuple[Any, DocsError | None, str]
"""A function's result, or the DocsError that it raised, or the traceback of any other exception."""

READY = b"ready"
"""A worker's first message."""

GAVE_UP = 1
"""The exit status of a worker after its alarm (the only one of `faulthandler`) or when its memory is used up."""

_LENGTH = 8


def send(pipe: IO[bytes], message: bytes) -> None:
    """Write one message.

    Raises:
        OSError: the reading end is closed.
    """
    pipe.write(len(message).to_bytes(_LENGTH))
    pipe.write(message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """Read one message; None if the other side has ended, even within a message."""
    length = pipe.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    message = pipe.read(int.from_bytes(length))
    return message if len(message) == int.from_bytes(length) else None


def outcome_of(message: bytes) -> Outcome:
    """Return the outcome in a worker's message.

    A worker reads untrusted documents, so its messages may contain values only: loading them calls only constructors.

    Raises:
        pickle.UnpicklingError: the message contains anything else.
    """
    outcome: Outcome = _Values(io.BytesIO(message)).load()
    return outcome


class _Values(pickle.Unpickler):
    """An unpickler of the engine's dataclasses and named tuples, its errors included, and of built-in values."""

    def find_class(self, module: str, name: str) -> type:
        if module.startswith("pro_context_engine.") and name.isidentifier():
            found = getattr(sys.modules.get(module), name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple)):
                return found
        raise pickle.UnpicklingError(f"a worker cannot send a {module}.{name}")
