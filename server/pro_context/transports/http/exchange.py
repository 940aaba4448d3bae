"""One request and its response: JSON where nothing goes ahead of the result, else a stream of events."""

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
"""How a request ends that the client has cancelled: its response must end somehow, and MCP has no code for it."""

PROMPT_SECONDS = 15.0
"""A result that takes longer is announced by opening the stream, so that no proxy thinks the connection dead."""


class Exchange:
    """A request that is being answered, as the SDK's runner sees it (its `DispatchContext`).

    Attributes:
        request_id: as the client chose it.
        caller: what handlers find as `ctx.request`.
    """

    can_send_request = False

    def __init__(self, request: JSONRPCRequest, caller: object, stream: EventStream) -> None:
        """Prepare to answer a request.

        Args:
            request: to be answered.
            caller: who sent it.
            stream: what it is answered on.
        """
        self.request_id = request.id
        self.transport = TransportContext(kind="streamable-http", can_send_request=False)
        self.message_metadata = ServerMessageMetadata(request_context=caller)
        self.cancel_requested = anyio.Event()
        self._progress_token = _progress_token(request.params)
        self._stream = stream
        self._scope = anyio.CancelScope()

    async def outcome(self, serving: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        """Return the response once the request is served, and meanwhile send what goes ahead of it.

        Args:
            serving: gives the result.
        """
        prompt = asyncio.get_running_loop().call_later(PROMPT_SECONDS, self._stream.keep_alive)
        try:
            with self._scope:
                return {"jsonrpc": "2.0", "id": self.request_id, "result": await serving}
            return json_rpc.error(CANCELLED, "Request cancelled", self.request_id)
        except MCPError as error:
            said = error.error
            return json_rpc.error(said.code, said.message, self.request_id, said.data)
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
            response: as `outcome` gave it.
            status: of HTTP, where it is not too late for one.
            headers: likewise.
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
        """Say how far it is, to a client that asked to hear it."""
        if self._progress_token is None:
            return
        said = {"progressToken": self._progress_token, "progress": progress, "total": total, "message": message}
        await self.notify("notifications/progress", {name: value for name, value in said.items() if value is not None})

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        """Refuse, as the session does.

        Raises:
            NoBackChannelError: always.
        """
        raise NoBackChannelError(method)


def _progress_token(params: Mapping[str, Any] | None) -> str | int | None:
    meta = (params or {}).get("_meta")
    token = meta.get("progressToken") if isinstance(meta, Mapping) else None
    return token if isinstance(token, str | int) and not isinstance(token, bool) else None
