"""What two processes say to each other over a pipe: a length, then so many bytes of pickled values."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import IO, Any

from pro_context_engine.domain.errors import DocsError

Work = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function of a module, and its arguments."""

Outcome = tuple[Any, DocsError | None, str]
"""What a function returned, or the fact it raised, or the traceback of anything else it raised."""

READY = b"ready"
"""What a worker says first."""

GAVE_UP = 1
"""The exit status of a worker whose alarm rang (`faulthandler` has no other) or whose memory is used up."""

_LENGTH = 8


def send(pipe: IO[bytes], message: bytes) -> None:
    """Write one message.

    Raises:
        OSError: nobody reads the pipe.
    """
    pipe.write(len(message).to_bytes(_LENGTH))
    pipe.write(message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """Read one message; None where the other side has ended, in the middle of one too."""
    length = pipe.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    message = pipe.read(int.from_bytes(length))
    return message if len(message) == int.from_bytes(length) else None


def outcome_of(message: bytes) -> Outcome:
    """Return an outcome as a worker sent it.

    A worker reads what strangers wrote, so it can send values alone: nothing is called but what makes them.

    Raises:
        pickle.UnpicklingError: there is something else in it.
    """
    outcome: Outcome = _Values(io.BytesIO(message)).load()
    return outcome


class _Values(pickle.Unpickler):
    """Reads the engine's dataclasses and named tuples, its facts among them, and what is made of built-in values."""

    def find_class(self, module: str, name: str) -> type:
        if module.startswith("pro_context_engine.") and name.isidentifier():
            found = getattr(sys.modules.get(module), name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple)):
                return found
        raise pickle.UnpicklingError(f"a worker cannot send a {module}.{name}")
