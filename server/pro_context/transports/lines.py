"""The splitting of a stream of bytes into lines, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator

MAX_LINE_BYTES = 8 * 1024 * 1024


class LineSplitter:
    """Split a stream of bytes into lines; the content of a line over the limit is dropped."""

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
