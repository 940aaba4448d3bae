"""One request and its response: plain JSON, or a stream of events if notifications precede the result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Mapping
from typing import Any, Final

import anyio
from mcp.shared.dispatcher import CallOptions
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp.shared.message import ServerMessageMetadata
from mcp.shared.transport_context import TransportContext
from mcp_types import INTERNAL_ERROR, JSONRPCRequest

from pro_context.transports import json_rpc
from pro_context.transports.http.events import EventStream

logger = logging.getLogger(__name__)

CANCELLED: Final = -32800
"""The error code of a cancelled request, whose response must end; MCP has no code for it."""

PROMPT_SECONDS = 15.0
"""Seconds after which the stream is opened for a late result, so that no proxy closes the connection."""


class Exchange:
    """A request with its response, as the `DispatchContext` of the SDK's runner.

    Attributes:
        request_id: the id that the client chose.
    """

    can_send_request = False

    def __init__(self, request: JSONRPCRequest, caller: object, stream: EventStream) -> None:
        """Prepare to answer a request.

        Args:
            request: the request.
            caller: its client, which handlers find in `ctx.request`.
            stream: the response.
        """
        self.request_id = request.id
        self.transport = TransportContext(kind="streamable-http", can_send_request=False)
        self.message_metadata = ServerMessageMetadata(request_context=caller)
        self.cancel_requested = anyio.Event()
        self._progress_token = _progress_token(request.params)
        self._stream = stream
        self._scope = anyio.CancelScope()

    async def outcome(self, serving: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        """Return the response message; notifications are sent while the request is served.

        Args:
            serving: the work, which returns the result.
        """
        prompt = asyncio.get_running_loop().call_later(PROMPT_SECONDS, self._stream.keep_alive)
        try:
            with self._scope:
                return {"jsonrpc": "2.0", "id": self.request_id, "result": await serving}
            return json_rpc.error(CANCELLED, "Request cancelled", self.request_id)
        except MCPError as error:
            details = error.error
            return json_rpc.error(details.code, details.message, self.request_id, details.data)
        except Exception:
            logger.exception("a request failed")
            return json_rpc.error(INTERNAL_ERROR, "Internal error", self.request_id)
        finally:
            prompt.cancel()
            self._stream.settle()

    async def finish(
        self, response: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send the response.

        Args:
            response: the message of `outcome`.
            status: HTTP status, which applies if no notification was sent.
            headers: headers of the response, which apply likewise.
        """
        await self._stream.finish(response, status, headers)

    def cancel(self) -> None:
        """Stop serving the request."""
        self.cancel_requested.set()
        self._scope.cancel()

    async def notify(self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None) -> None:
        """Send a notification ahead of the result."""
        body = {} if params is None else {"params": dict(params)}
        await self._stream.send({"jsonrpc": "2.0", "method": method, **body})

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Send a progress notification, if the client requested them."""
        if self._progress_token is None:
            return
        params = {"progressToken": self._progress_token, "progress": progress, "total": total, "message": message}
        await self.notify(
            "notifications/progress", {name: value for name, value in params.items() if value is not None}
        )

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        """Refuse to send a request, as the session does.

        Raises:
            NoBackChannelError: always.
        """
        raise NoBackChannelError(method)


def _progress_token(params: Mapping[str, Any] | None) -> str | int | None:
    meta = (params or {}).get("_meta")
    token = meta.get("progressToken") if isinstance(meta, Mapping) else None
    return token if isinstance(token, str | int) and not isinstance(token, bool) else None
