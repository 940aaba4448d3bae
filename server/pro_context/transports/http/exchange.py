"""One request and its response: plain JSON, or a stream of events if notifications precede the result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any, Final

from pro_context.protocol import json_rpc
from pro_context.protocol.request import response_message
from pro_context.transports.http.events import EventStream

CANCELLED: Final = -32800
"""The error code of a cancelled request, whose response must end; MCP has no code for it."""

PROMPT_SECONDS = 15.0
"""Seconds after which the stream is opened for a late result, so that no proxy closes the connection."""


class Exchange:
    """A request with its response, the channel to the client while the request is served.

    Attributes:
        request_id: the id that the client chose.
        stream: the response.
    """

    def __init__(self, request_id: str | int | None, stream: EventStream) -> None:
        self.request_id = request_id
        self.stream = stream
        self._task: asyncio.Task[Any] | None = None
        self._is_cancelled = False

    async def outcome(self, serving: Awaitable[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the response message; notifications are sent while the request is served."""
        self._task = asyncio.current_task()
        try:
            return await response_message(self.request_id, serving)
        except asyncio.CancelledError:
            if not self._is_cancelled or self._task is None or self._task.uncancel():
                raise
            return json_rpc.error(CANCELLED, "Request cancelled", self.request_id)
        finally:
            self._task = None
            self.stream.settle()

    def cancel(self) -> None:
        """Stop serving the request."""
        if self._task is not None and not self._is_cancelled:
            self._is_cancelled = True
            self._task.cancel()

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send a notification ahead of the result."""
        await self.stream.send(json_rpc.notification(method, params))
