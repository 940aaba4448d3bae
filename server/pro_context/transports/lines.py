"""From a stream of bytes to lines, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator

MAX_LINE_BYTES = 8 * 1024 * 1024


class LineSplitter:
    """Cuts a stream of bytes into lines; of a line that is too long nothing is kept but the fact."""

    def __init__(self, limit: int = MAX_LINE_BYTES) -> None:
        self._limit = limit
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """Give each line that ends in the data, without its newline; None for one over the limit."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._keep(end)
            yield self._take()
        self._keep(rest)

    def end(self) -> Iterator[bytes | None]:
        """Give the last line, if the stream ended without a newline."""
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
