"""The requests that a contract's generated payloads answer; they need neither handlers nor an engine."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from pro_context.protocol import method_tables
from pro_context.protocol.request import ProtocolError, Request
from pro_context_contract.contract import Contract
from pro_context_contract.protocol import (
    HANDSHAKE_VERSIONS,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    SERVER_INFO_META_KEY,
    STATELESS_VERSIONS,
)

logger = logging.getLogger(__name__)

Result = Mapping[str, Any]
Handler = Callable[[Request], Awaitable[Result]]

LIST_TTL_MS = 3_600_000
"""Lists change only with the version of the server."""

_UNTIL_READY = frozenset({"initialize", "ping"})
"""The requests that a client may send before its handshake."""


class Spans(Protocol):
    """The spans of requests."""

    def around(self, request: Request) -> AbstractContextManager[None]:
        """Return a span around a request."""
        ...

    def note_outcome(self, tool: str, outcome: str, seconds: float) -> None:
        """Note the outcome of a tool's call; see `Dispatcher.on_call`."""
        ...


class StaticServer:
    """Answers the handshake, the lists of tools, prompts and templates, and other requests that never wait."""

    def __init__(self, contract: Contract, spans: Spans | None = None) -> None:
        self._contract = contract
        self._spans = spans
        self._stamp = {SERVER_INFO_META_KEY: contract.initialize["serverInfo"]}
        self._handlers: dict[str, Handler] = {
            "initialize": self._initialize,
            "ping": _acknowledge,
            "server/discover": self._discover,
            "tools/list": _list_handler("tools", contract.tools),
            "prompts/list": _list_handler("prompts", contract.prompts),
            "resources/templates/list": _list_handler("resourceTemplates", contract.resource_templates),
            "logging/setLevel": self._set_level,
        }

    def answer(self, request: Request) -> Awaitable[Result]:
        """Return the result of a request, in the form that the client's version has.

        Raises:
            ProtocolError: the request has no result.
        """
        return self._answer(request) if self._spans is None else self._answer_in(self._spans, request)

    async def _answer_in(self, spans: Spans, request: Request) -> Result:
        with spans.around(request):
            return await self._answer(request)

    def has(self, method: str) -> bool:
        """Tell whether the server answers a method."""
        return method in self._handlers

    async def hear(self, notification: Request) -> bool:
        """Act on a notification of a client; one that is unknown or damaged has no effect.

        Returns:
            Whether the client may have other folders than before.
        """
        client, method = notification.client, notification.method
        if not method_tables.is_notification(method, client.version, notification.params):
            return False
        if method == "notifications/initialized":
            client.is_ready = True
        return client.is_ready and method in ("notifications/initialized", "notifications/roots/list_changed")

    async def _answer(self, request: Request) -> Result:
        client, method = request.client, request.method
        version = client.version
        handler = self._handlers.get(method)
        if handler is None:
            raise ProtocolError(METHOD_NOT_FOUND, "Method not found", method)
        method_tables.check_request(method, version, request.params)
        if not client.is_ready and method not in _UNTIL_READY:
            raise ProtocolError(INVALID_PARAMS, "Invalid request: the handshake is missing")
        try:
            return self._shaped(method, version, await handler(request))
        except ProtocolError:
            raise
        except Exception:
            logger.exception("%s failed", method)
            raise ProtocolError(INTERNAL_ERROR, "Internal error") from None

    def _shaped(self, method: str, version: str, result: Result) -> Result:
        if version not in STATELESS_VERSIONS:
            return method_tables.shaped(method, version, result)
        whole = {**result, "resultType": "complete", "_meta": {**result.get("_meta", {}), **self._stamp}}
        return method_tables.shaped(method, version, whole)

    async def _initialize(self, request: Request) -> Result:
        wanted = request.params["protocolVersion"]
        version = wanted if wanted in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]
        request.client.open(version, request.params["capabilities"])
        return {"protocolVersion": version, **self._contract.initialize}

    async def _discover(self, request: Request) -> Result:
        """Return the contract's capabilities.

        On 2026-07-28 `resources.subscribe` is true: it means that streams accept resource URIs, as ours do.
        """
        initialize = self._contract.initialize
        capabilities = dict(initialize["capabilities"])
        if "resources" in capabilities:
            capabilities["resources"] = {**capabilities["resources"], "subscribe": True}
        return {**initialize, "supportedVersions": STATELESS_VERSIONS, "capabilities": capabilities, **for_all()}

    async def _set_level(self, request: Request) -> Result:
        request.session.set_level(request.params["level"])
        await request.session.keep()
        return {}


def for_all() -> dict[str, Any]:
    """Return how long clients may cache a list, for fields of 2026-07-28."""
    return {"ttlMs": LIST_TTL_MS, "cacheScope": "public"}


def refuse_cursor(request: Request) -> None:
    """Refuse every cursor, since a list has one page."""
    if request.params.get("cursor") is not None:
        raise ProtocolError(INVALID_PARAMS, "Invalid cursor")


def _list_handler(key: str, entries: Sequence[Mapping[str, Any]]) -> Handler:
    async def handle(request: Request) -> Result:
        refuse_cursor(request)
        return {key: list(entries), **for_all()}

    return handle


async def _acknowledge(request: Request) -> Result:
    return {}
