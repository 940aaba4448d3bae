"""A request with its session, its client and the way back, for every transport; errors of the protocol."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, get_args

from pro_context.protocol import json_rpc
from pro_context.protocol.memory_session import MemorySession
from pro_context_contract.contract import LogLevel
from pro_context_contract.protocol import HANDSHAKE_VERSIONS, INTERNAL_ERROR, LOG_LEVEL_META_KEY, STATELESS_VERSIONS

Json = Mapping[str, Any]

logger = logging.getLogger(__name__)

_LEVELS: Sequence[str] = get_args(LogLevel)


class ProtocolError(Exception):
    """A request cannot be answered with a result: an error code, a message of our own, and data or None."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


async def response_message(request_id: str | int | None, serving: Awaitable[Json]) -> dict[str, Any]:
    """Return the response message to a request, with the result or the error of serving it."""
    try:
        return json_rpc.result(request_id, await serving)
    except ProtocolError as error:
        return json_rpc.error(error.code, error.message, request_id, error.data)
    except Exception:
        logger.exception("a request failed")
        return json_rpc.error(INTERNAL_ERROR, "Internal error", request_id)


class Channel(Protocol):
    """The way to the client while its request is served."""

    async def notify(self, method: str, params: Json | None = None) -> None:
        """Send a notification that belongs to the request."""
        ...


class Client:
    """A client, which has no way to get a message besides the answers to its requests; subclasses have one.

    Attributes:
        version: the protocol version that it speaks; that of a handshake once there was one.
        capabilities: the capabilities that it declared.
        is_ready: whether it may send requests other than the handshake.
    """

    def __init__(self, version: str = HANDSHAKE_VERSIONS[-1], capabilities: Json | None = None) -> None:
        self.version = version
        self.capabilities: Json = capabilities or {}
        self.is_ready = self.is_stateless

    @property
    def is_stateless(self) -> bool:
        """Tell whether the version of the client has no handshake."""
        return self.version in STATELESS_VERSIONS

    def open(self, version: str, capabilities: Json) -> None:
        """Note the result of the handshake."""
        self.version, self.capabilities, self.is_ready = version, capabilities, True

    async def announce(self, method: str, params: Json | None = None) -> None:
        """Send a notification that belongs to no request, if the client has a way for it."""

    async def ask(self, method: str, seconds: float) -> Json:
        """Send a request without params, and return its result.

        Args:
            method: the method.
            seconds: seconds until the client must have answered.

        Raises:
            ProtocolError: the client cannot be asked, has not answered in time, or has answered with an error.
        """
        raise ProtocolError(INTERNAL_ERROR, "The client cannot be asked")


@dataclass(slots=True)
class Request:
    """A request or a notification of a client.

    Attributes:
        method: the method.
        params: the params, {} if there are none.
        session: the session of the client.
        client: the client.
        channel: the way to the client while the request is served.
        request_id: the id that the client chose, None for a notification.
    """

    method: str
    params: Json
    session: MemorySession
    client: Client
    channel: Channel
    request_id: str | int | None = None
    meta: Json = field(init=False)

    def __post_init__(self) -> None:
        meta = self.params.get("_meta")
        self.meta = meta if isinstance(meta, dict) else {}

    @property
    def progress_token(self) -> str | int | None:
        """Return the token of a client that wants progress notifications, else None."""
        token = self.meta.get("progressToken")
        return token if isinstance(token, str | int) and not isinstance(token, bool) else None

    async def report_progress(self, done: float, total: float, what: str) -> None:
        """Send a progress notification."""
        params = {"progressToken": self.progress_token, "progress": done, "total": total, "message": what}
        await self.channel.notify("notifications/progress", params)


class RequestSession:
    """The session of one request; log messages (`notifications/message`) go to the client ahead of the result."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._session = session = request.session
        self.remember, self.resolved = session.remember, session.resolved
        self.note_use, self.used = session.note_use, session.used

    async def log(self, level: LogLevel, message: str) -> None:
        """Send a message if its level is high enough for this client."""
        wanted = self._lowest_level()
        if wanted is None or _LEVELS.index(level) < _LEVELS.index(wanted):
            return
        await self._request.channel.notify("notifications/message", {"level": level, "data": message})

    def _lowest_level(self) -> str | None:
        """Return the lowest level that is sent, None for no messages; since 2026-07-28 each request names its level."""
        if not self._request.client.is_stateless:
            return self._session.log_level
        level = self._request.meta.get(LOG_LEVEL_META_KEY)
        return str(level) if level in _LEVELS else None
