"""The JSON-RPC method of a request, read from its body before the application reads it.

The header `Mcp-Method` exists only in 2026-07-28, where it is checked against the body.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.types import Message, Receive

MAX_BYTES = 65_536
"""The most bytes of a body that is read; a longer one has no method."""

SECONDS = 10.0
"""Seconds to wait for the body."""


async def peek(receive: Receive) -> tuple[dict[str, Any], Receive]:
    """Return the JSON object of a body, {} for any other body, and a `receive` that replays the body.

    Args:
        receive: the ASGI function of a request whose body was not read yet.
    """
    messages: list[Message] = []
    body = bytearray()
    try:
        async with asyncio.timeout(SECONDS):
            while len(body) <= MAX_BYTES:
                messages.append(await receive())
                body += messages[-1].get("body", b"")
                if not messages[-1].get("more_body", False):
                    break
    except TimeoutError:
        return {}, _replay(messages, receive)
    try:
        message: Any = json.loads(body) if len(body) <= MAX_BYTES else {}
    except (ValueError, RecursionError):
        message = {}
    return message if isinstance(message, dict) else {}, _replay(messages, receive)


def method_of(message: Mapping[str, Any]) -> str:
    """Return the method of a JSON-RPC message, "" without one."""
    method = message.get("method")
    return method if isinstance(method, str) else ""


def _replay(messages: list[Message], receive: Receive) -> Receive:
    async def replay() -> Message:
        return messages.pop(0) if messages else await receive()

    return replay
