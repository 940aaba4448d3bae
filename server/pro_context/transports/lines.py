"""From bytes to JSON-RPC messages, one per line, whatever a client may send."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

MAX_LINE_BYTES = 8 * 1024 * 1024

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
"""JSON can escape half a character; no other part of the product could store it."""


class Refused(Exception):
    """A line that is no message: the JSON-RPC code, our reason, and the request's id where it can be read."""

    def __init__(self, code: int, reason: str, request_id: str | int | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.request_id = request_id


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


def parse(line: bytes | None) -> dict[str, Any]:
    """Return the JSON object of one line.

    Args:
        line: without its newline; None for one that was too long to keep.

    Raises:
        Refused: -32700 if it is not JSON in UTF-8, -32600 if it is too long or not one object.
    """
    if line is None:
        raise Refused(INVALID_REQUEST, f"Invalid request: longer than {MAX_LINE_BYTES} bytes")
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
        if _SURROGATE.search(line):
            message = json.loads(encode(message))
    except (ValueError, RecursionError):
        raise Refused(PARSE_ERROR, "Parse error: the line is not JSON in UTF-8") from None
    if isinstance(message, list):
        raise Refused(INVALID_REQUEST, "Invalid request: batches are not supported")
    if not isinstance(message, dict):
        raise Refused(INVALID_REQUEST, "Invalid request: not an object")
    if "method" in message and "id" in message and request_id(message) is None:
        raise Refused(INVALID_REQUEST, "Invalid request: id must be a string or an integer")
    return message


def request_id(message: dict[str, Any]) -> str | int | None:
    """Return the id of a request, None for anything else."""
    value = message.get("id")
    is_request = "result" not in message and "error" not in message
    return value if is_request and isinstance(value, str | int) and not isinstance(value, bool) else None


def error_line(refused: Refused) -> bytes:
    """Return the answer to a refused line."""
    error = {"code": refused.code, "message": refused.reason}
    return encode({"jsonrpc": "2.0", "id": refused.request_id, "error": error})


def encode(message: dict[str, Any]) -> bytes:
    """Return a message as one line of UTF-8; a lone surrogate, which UTF-8 cannot hold, becomes a question mark."""
    return (json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n").encode("utf-8", "replace")


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
