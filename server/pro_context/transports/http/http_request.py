"""One HTTP request to an MCP endpoint: its checked headers and its message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from starlette.requests import ClientDisconnect

from pro_context.access.asgi_scope import HEADERS, MESSAGE, OWNER, RATE
from pro_context.protocol import json_rpc
from pro_context.transports.http.protocol_refusals import Refusal
from pro_context_contract.protocol import HEADER_MISMATCH

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from pro_context.transports.http.deadlines import Deadlines

VERSION: Final = "mcp-protocol-version"
SESSION_ID: Final = "mcp-session-id"
JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"

_ONLY_ONCE = frozenset({VERSION, SESSION_ID, "mcp-method", "mcp-name", "content-type"})
"""Headers that must not be repeated, since a proxy may have used the other value."""

WATCH_AFTER = 0.25
"""Seconds after which a client is watched."""


class HttpRequest:
    """An HTTP request to serve.

    Attributes:
        method: the HTTP method.
        headers: all headers.
        key_id: id of the API key of the request, "" where access is open.
        wait: seconds until the client may call tools again, None if it may now.
        receive: the ASGI function.
        send: the ASGI function.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take an ASGI request.

        Raises:
            Refusal: a header that must not be repeated is repeated.
        """
        self.method: str = scope["method"]
        self.headers = scope[HEADERS]
        self.send = send
        self._scope = scope
        self.receive = receive
        self.key_id: str = scope.get(OWNER, "")
        rate = scope.get(RATE)
        self.wait: int | None = None if rate is None else rate.retry_after
        if repeated := self.headers.repeated & _ONLY_ONCE:
            raise Refusal(400, f"The header {min(repeated)} is given more than once", HEADER_MISMATCH)

    def check_accepts(self, *types: str) -> None:
        """Refuse a client that does not accept the possible media types of the response.

        Args:
            types: media types that the client must accept; without the header it accepts every one.

        Raises:
            Refusal: 406.
        """
        if not _accepts(self.headers.get("accept") or "*/*", types):
            raise Refusal(406, f"The client must accept {' and '.join(types)}")

    async def message(self) -> json_rpc.Message:
        """Return the message in the body.

        Raises:
            Refusal: the body is not a message, or its Content-Type is not JSON.
            ClientDisconnect: the client has closed the connection.
        """
        self.check_is_json()
        try:
            message = json_rpc.to_message(json_rpc.parse(await self.body()))
        except json_rpc.UnreadableMessage as error:
            raise Refusal(400, error.reason, error.code, request_id=error.request_id) from None
        if isinstance(message, json_rpc.Incoming):
            self._scope[MESSAGE] = message.method, message.params.get("name")
        return message

    def check_is_json(self) -> None:
        """Refuse a body whose headers say that it is not plain JSON.

        Raises:
            Refusal: 415.
        """
        given = self.headers.get("content-type", "")
        if given != JSON and _media_type(given) != JSON:
            raise Refusal(415, f"The Content-Type must be {JSON}")
        if self.headers.get("content-encoding", "identity").strip().lower() != "identity":
            raise Refusal(415, "The body must not be compressed")

    async def body(self) -> bytes:
        """Return the whole body.

        Raises:
            ClientDisconnect: the client has closed the connection.
        """
        pieces: list[bytes] = []
        while True:
            event = await self.receive()
            if event["type"] == "http.disconnect":
                raise ClientDisconnect
            pieces.append(event.get("body", b""))
            if not event.get("more_body", False):
                return b"".join(pieces)

    async def respond(self, response: Response) -> None:
        """Send a whole response."""
        await response(self._scope, self.receive, self.send)


class ClientWatch:
    """A context that calls `end` if the client closes the connection while the block runs; the body was read before.

    The watch takes a task, so it begins after a quarter of a second: nearly all blocks have ended by then.
    """

    def __init__(self, receive: Receive, end: Callable[[], None], watches: Deadlines) -> None:
        self._receive = receive
        self._end = end
        self._watches = watches
        self._watching: asyncio.Task[None] | None = None

    def __enter__(self) -> None:
        self._watches.begin(self, self._begin)

    def __exit__(self, *_: object) -> None:
        self._watches.end(self)
        if self._watching is not None:
            self._watching.cancel()

    def _begin(self) -> None:
        self._watching = asyncio.create_task(self._gone())
        self._watching.add_done_callback(lambda done: None if done.cancelled() else self._end())

    async def _gone(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass


@lru_cache(64)
def _accepts(accept: str, types: tuple[str, ...]) -> bool:
    """Tell whether an Accept header permits every one of some media types."""
    accepted = {_media_type(part) for part in accept.split(",")}
    return not any(accepted.isdisjoint({wanted, f"{wanted.split('/')[0]}/*", "*/*"}) for wanted in types)


def _media_type(text: str) -> str:
    """Return the media type of a header without its parameters."""
    return text.split(";")[0].strip().lower()
