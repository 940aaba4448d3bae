"""The MCP server of one contract: it answers the requests of every protocol version from the generated payloads."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from pro_context.protocol import tables
from pro_context.protocol.announcements import Announcements
from pro_context.protocol.completion import Completions
from pro_context.protocol.dispatch import Dispatcher, UnknownTool
from pro_context.protocol.library_resources import LibraryResources, Project, client_folders
from pro_context.protocol.progress_notifications import relay_progress
from pro_context.protocol.prompts import Prompts
from pro_context.protocol.request import Client, ProtocolError, Request
from pro_context.protocol.resources import Resources
from pro_context.protocol.session_state import RequestSession
from pro_context.protocol.validation import shorten
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

LIBRARIES_TTL_MS = 60_000
"""The libraries of a project and of a session change while the user works."""

TOO_MANY_REQUESTS = -32000
"""The first of the error codes that JSON-RPC reserves for servers."""

MAX_COMPLETIONS = 100
"""The most values in one answer (MCP, completion)."""


class Spans(Protocol):
    """The spans of requests."""

    def around(self, request: Request) -> AbstractContextManager[Callable[[Result], None]]:
        """Return a span around a request, which gives a function that notes the result."""
        ...

    def note_outcome(self, tool: str, outcome: str, seconds: float) -> None:
        """Note the outcome of a tool's call; see `Dispatcher.on_call`."""
        ...


_UNTIL_READY = frozenset({"initialize", "ping"})
"""The requests that a client may send before its handshake."""


@dataclass(frozen=True, slots=True)
class ServerParts:
    """The parts that answer the requests of one contract.

    `project` is None where no project is examined, `spans` where no spans are made.
    """

    contract: Contract
    dispatcher: Dispatcher
    prompts: Prompts
    resources: Resources
    completions: Completions
    project: Project | None = None
    spans: Spans | None = None


class ContractServer:
    """An MCP server of one contract, whose calls a dispatcher handles."""

    def __init__(self, parts: ServerParts) -> None:
        self._parts = parts
        contract = parts.contract
        self._library_resources = LibraryResources(contract, parts.project)
        self._stamp = {SERVER_INFO_META_KEY: contract.initialize["serverInfo"]}
        resources = contract.initialize["capabilities"].get("resources", {})
        self.announcements = Announcements(parts.resources.session_uris, unasked=resources.get("listChanged", False))
        if parts.spans is not None:
            parts.dispatcher.on_call.append(parts.spans.note_outcome)
        self._handlers: Mapping[str, Handler] = {
            "initialize": self._initialize,
            "ping": _acknowledge,
            "server/discover": self._discover,
            "tools/list": _list_handler("tools", contract.tools),
            "prompts/list": _list_handler("prompts", contract.prompts),
            "resources/list": self._list_resources,
            "resources/templates/list": _list_handler("resourceTemplates", contract.resource_templates),
            "tools/call": self._call_tool,
            "prompts/get": self._get_prompt,
            "resources/read": self._read_resource,
            "completion/complete": self._complete,
            "subscriptions/listen": self.announcements.listen,
            "logging/setLevel": self._set_level,
        }

    async def answer(self, request: Request) -> Result:
        """Return the result of a request, in the form that the client's version has.

        Raises:
            ProtocolError: the request has no result.
        """
        if self._parts.spans is None:
            return await self._answer(request)
        with self._parts.spans.around(request) as note:
            result = await self._answer(request)
            note(result)
            return result

    async def hear(self, notification: Request) -> None:
        """Act on a notification of a client; one that is unknown or damaged has no effect."""
        client, method = notification.client, notification.method
        if not tables.is_notification(method, client.version, notification.params):
            return
        if method == "notifications/initialized":
            client.is_ready = True
        elif method != "notifications/roots/list_changed" or not client.is_ready:
            return
        try:
            await self._take_roots(notification)
        except Exception:
            logger.exception("%s failed", method)

    async def refuse_call(self, wait: int, client: Client) -> Result:
        """Return the result of a call beyond the rate limit, with little effort.

        Args:
            wait: seconds until the next call is accepted.
            client: the client.

        Raises:
            ProtocolError: the contract has no code RATE_LIMITED.
        """
        try:
            envelope = self._parts.dispatcher.refusal("RATE_LIMITED", retry_after=wait)
        except KeyError:
            raise ProtocolError(TOO_MANY_REQUESTS, too_many_requests(wait), {"retryAfter": wait}) from None
        return self._shaped("tools/call", client.version, envelope)

    async def _answer(self, request: Request) -> Result:
        client, method = request.client, request.method
        version = client.version
        handler = self._handlers.get(method)
        if handler is None:
            raise ProtocolError(METHOD_NOT_FOUND, "Method not found", method)
        tables.check_request(method, version, request.params)
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
            return tables.shaped(method, version, result)
        whole = {**result, "resultType": "complete", "_meta": {**result.get("_meta", {}), **self._stamp}}
        return tables.shaped(method, version, whole)

    async def _initialize(self, request: Request) -> Result:
        wanted = request.params["protocolVersion"]
        version = wanted if wanted in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]
        request.client.open(version, request.params["capabilities"])
        return {"protocolVersion": version, **self._parts.contract.initialize}

    async def _discover(self, request: Request) -> Result:
        """Return the contract's capabilities.

        On 2026-07-28 `resources.subscribe` is true: it means that streams accept resource URIs, as ours do.
        """
        initialize = self._parts.contract.initialize
        capabilities = dict(initialize["capabilities"])
        if "resources" in capabilities:
            capabilities["resources"] = {**capabilities["resources"], "subscribe": True}
        return {**initialize, "supportedVersions": STATELESS_VERSIONS, "capabilities": capabilities, **_for_all()}

    async def _call_tool(self, request: Request) -> Result:
        session, params = request.session, request.params
        wants_progress = request.progress_token is not None
        try:
            async with relay_progress(request.report_progress) if wants_progress else nullcontext():
                envelope = await self._parts.dispatcher.call(
                    params["name"], params.get("arguments") or {}, RequestSession(request)
                )
        except UnknownTool:
            raise ProtocolError(INVALID_PARAMS, f"Unknown tool: {shorten(params['name'])}") from None
        if session.take_news():
            await self.announcements.publish(session, request.client)
        await self._announce_project(request)
        return envelope

    async def _list_resources(self, request: Request) -> Result:
        _refuse_cursor(request)
        own = await self._library_resources.entries(request.session)
        hints = {"ttlMs": LIBRARIES_TTL_MS, "cacheScope": "private"}
        kept = hints if self._library_resources.has_templates else _for_all()
        return {"resources": [*self._parts.contract.resources, *own], **kept}

    async def _take_roots(self, request: Request) -> None:
        """Examine the client's root folders, if it names any, instead of the configured project folder."""
        if self._parts.project is None:
            return
        folders = await client_folders(request.client)
        if folders:
            self._parts.project.look_in(folders)
            await self._announce_project(request)

    async def _announce_project(self, request: Request) -> None:
        if await self._library_resources.has_changed(request.session):
            await self.announcements.publish_list(request.session, request.client)

    async def _get_prompt(self, request: Request) -> Result:
        return self._parts.prompts.get(request.params["name"], request.params.get("arguments") or {})

    async def _read_resource(self, request: Request) -> Result:
        return await self._parts.resources.read(request.params["uri"], RequestSession(request), request.client.version)

    async def _set_level(self, request: Request) -> Result:
        request.session.log_level = request.params["level"]
        return {}

    async def _complete(self, request: Request) -> Result:
        given = (request.params.get("context") or {}).get("arguments") or {}
        reference, argument = request.params["ref"], request.params["argument"]
        find = self._parts.completions
        if reference["type"] == "ref/prompt":
            values = await find.for_prompt(reference["name"], argument["name"], argument["value"], given)
        else:
            values = await find.for_template(reference["uri"], argument["name"], argument["value"], given)
        first = values[:MAX_COMPLETIONS]
        return {"completion": {"values": first, "total": len(values), "hasMore": len(values) > MAX_COMPLETIONS}}


def too_many_requests(wait: int) -> str:
    """Return the message of the protocol error for a client that must wait so many seconds."""
    return f"Too many requests: try again after {wait} seconds"


def _for_all() -> dict[str, Any]:
    """Return how long clients may cache a list, for fields of 2026-07-28."""
    return {"ttlMs": LIST_TTL_MS, "cacheScope": "public"}


def _refuse_cursor(request: Request) -> None:
    """Refuse every cursor, since a list has one page."""
    if request.params.get("cursor") is not None:
        raise ProtocolError(INVALID_PARAMS, "Invalid cursor")


def _list_handler(key: str, entries: Sequence[Mapping[str, Any]]) -> Handler:
    async def handle(request: Request) -> Result:
        _refuse_cursor(request)
        return {key: list(entries), **_for_all()}

    return handle


async def _acknowledge(request: Request) -> Result:
    return {}
