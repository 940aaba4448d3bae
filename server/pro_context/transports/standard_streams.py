"""The standard streams of the process, reserved for the protocol before other code can print to them; their lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

MAX_LINE_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StandardStreams:
    """Private file descriptors of the original standard input and output."""

    input: int
    output: int


def claim() -> StandardStreams:
    """Reserve standard input and output for the protocol; call this before other imports.

    Afterwards descriptor 0 reads nothing and descriptor 1 writes to standard error, for Python code, native libraries
    and child processes.
    """
    streams = StandardStreams(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return streams


class LineSplitter:
    """Split a stream of bytes into lines, in bounded memory; the content of a line over the limit is dropped."""

    def __init__(self, limit: int = MAX_LINE_BYTES) -> None:
        self._limit = limit
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """Yield each line that ends in the data, without its newline; None for a line over the limit."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._keep(end)
            yield self._take()
        self._keep(rest)

    def end(self) -> Iterator[bytes | None]:
        """Yield the last line, if the stream ended without a newline."""
        if self._size:
            yield self._take()

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= self._limit:
            self._pieces.append(piece)
        else:
            self._pieces.clear()

    def _take(self) -> bytes | None:
        line = b"".join(self._pieces) if self._size <= self._limit else None
        self._pieces.clear()
        self._size = 0
        return line
