"""What a request is about, looked up in its body before anything else reads it.

The header `Mcp-Method` says it on 2026-07-28 only, and only there is it checked against the body.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.types import Message, Receive

MAX_BYTES = 65_536
"""Of a body that is looked into; a longer one is about nothing."""

SECONDS = 10.0
"""How long a body may take to arrive to be looked into."""


async def peeked(receive: Receive) -> tuple[dict[str, Any], Receive]:
    """Return the JSON object that a body is, {} where it is none, and what gives the body once more.

    Args:
        receive: of the request; not read yet.
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
        return {}, _again(messages, receive)
    return _parsed(bytes(body)), _again(messages, receive)


def method_of(message: Mapping[str, Any]) -> str:
    """Return the method of a JSON-RPC message, "" where it has none."""
    method = message.get("method")
    return method if isinstance(method, str) else ""


def _parsed(body: bytes) -> dict[str, Any]:
    if len(body) > MAX_BYTES:
        return {}
    try:
        message: Any = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _again(messages: list[Message], receive: Receive) -> Receive:
    async def again() -> Message:
        return messages.pop(0) if messages else await receive()

    return again
