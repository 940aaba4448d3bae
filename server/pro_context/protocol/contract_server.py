"""The MCP server of one contract: it sends the generated payloads unchanged, on every protocol version of the SDK."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    SERVER_INFO_META_KEY,
    CallToolRequestParams,
    CompleteRequestParams,
    GetPromptRequestParams,
    NotificationParams,
    PaginatedRequestParams,
    PromptReference,
    ReadResourceRequestParams,
    ServerCapabilities,
    SetLevelRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from opentelemetry import trace
from pydantic import ValidationError

from pro_context.operations.span_attributes import CODE
from pro_context.protocol.announcements import Announcements
from pro_context.protocol.completion import Completions
from pro_context.protocol.dispatch import OK, Dispatcher, UnknownTool
from pro_context.protocol.library_resources import LibraryResources, Project, client_folders
from pro_context.protocol.progress_notifications import relay_progress
from pro_context.protocol.prompts import Prompts
from pro_context.protocol.resources import Resources
from pro_context.protocol.session_state import MemorySession, RequestSession
from pro_context.protocol.validation import shorten
from pro_context_contract.contract import Contract

logger = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]
Result = dict[str, Any]

LIST_TTL_MS = 3_600_000
"""Lists change only with the version of the server."""

LIBRARIES_TTL_MS = 60_000
"""The libraries of a project and of a session change while the user works."""

TOO_MANY_REQUESTS = -32000
"""The first of the error codes that JSON-RPC reserves for servers."""

MAX_COMPLETIONS = 100
"""The most values in one answer (MCP, completion)."""

_STATIC_METHODS: tuple[CacheableMethod, ...] = (
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
)


@dataclass(frozen=True, slots=True)
class ServerParts:
    """The parts that answer the requests of one contract; `project` is None where no project is examined."""

    contract: Contract
    dispatcher: Dispatcher
    prompts: Prompts
    resources: Resources
    completions: Completions
    project: Project | None = None


class ContractServer(Server[Any]):
    """An MCP server of one contract, which a transport runs and whose calls a dispatcher handles."""

    def __init__(self, parts: ServerParts, session_of: Callable[[Context], MemorySession]) -> None:
        """Serve these parts of one contract.

        Args:
            parts: the parts that answer the requests.
            session_of: returns the session of a request.
        """
        self._library_resources = LibraryResources(parts.contract, parts.project)
        initialize = parts.contract.initialize
        identity = initialize["serverInfo"]
        super().__init__(
            identity["name"],
            version=identity["version"],
            title=identity.get("title"),
            description=identity.get("description"),
            instructions=initialize.get("instructions"),
            cache_hints=_cache_hints(of_session=self._library_resources.has_templates),
        )
        self._parts = parts
        self._session_of = session_of
        resources = initialize["capabilities"].get("resources", {})
        self.announcements = Announcements(parts.resources.session_uris, unasked=resources.get("listChanged", False))
        self._add_handlers(parts.contract)
        # Inside the SDK's span middleware, so that spans record the errors that the client gets.
        self.middleware.append(_map_errors)
        parts.dispatcher.on_call.append(_note_outcome)

    def get_capabilities(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
        *,
        protocol_version: str | None = None,
    ) -> ServerCapabilities:
        """Return the contract's capabilities; the SDK would derive others from handlers and transports.

        On 2026-07-28 `resources.subscribe` is true: it means that streams accept resource URIs, as ours do.
        """
        capabilities = ServerCapabilities.model_validate(self._parts.contract.initialize["capabilities"])
        if protocol_version in MODERN_PROTOCOL_VERSIONS and capabilities.resources is not None:
            capabilities.resources.subscribe = True
        return capabilities

    async def refuse_call(self, wait: int, protocol_version: str) -> Result:
        """Return the result of a call beyond the rate limit; the SDK is not used, so that many of them cost little.

        Args:
            wait: seconds until the next call is accepted.
            protocol_version: the version that the client uses.

        Raises:
            MCPError: the contract has no code RATE_LIMITED.
        """
        try:
            envelope = self._parts.dispatcher.refusal("RATE_LIMITED", retry_after=wait)
        except KeyError:
            raise MCPError(TOO_MANY_REQUESTS, too_many_requests(wait), {"retryAfter": wait}) from None
        if protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return envelope
        return {**_complete_result(envelope), "_meta": {SERVER_INFO_META_KEY: self.server_info_stamp}}

    def _add_handlers(self, contract: Contract) -> None:
        add, page = self.add_request_handler, PaginatedRequestParams
        add("tools/list", page, _list_handler("tools", contract.tools))
        add("prompts/list", page, _list_handler("prompts", contract.prompts))
        add("resources/list", page, self._list_resources)
        add("resources/templates/list", page, _list_handler("resourceTemplates", contract.resource_templates))
        add("tools/call", CallToolRequestParams, self._call_tool)
        add("prompts/get", GetPromptRequestParams, self._get_prompt)
        add("resources/read", ReadResourceRequestParams, self._read_resource)
        add("completion/complete", CompleteRequestParams, self._complete)
        add("subscriptions/listen", SubscriptionsListenRequestParams, self._listen)
        add("logging/setLevel", SetLevelRequestParams, self._set_level)
        if self._parts.project is not None:
            for moment in ("notifications/initialized", "notifications/roots/list_changed"):
                self.add_notification_handler(moment, NotificationParams, self._take_roots)

    async def _call_tool(self, ctx: Context, params: CallToolRequestParams) -> Result:
        session = self._session_of(ctx)
        request_session = RequestSession(session, ctx)
        wants_progress = ctx.meta is not None and "progress_token" in ctx.meta
        try:
            async with relay_progress(ctx.session.report_progress) if wants_progress else nullcontext():
                envelope = await self._parts.dispatcher.call(params.name, params.arguments or {}, request_session)
        except UnknownTool:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: {shorten(params.name)}") from None
        if session.take_news():
            await self.announcements.publish(session, ctx.session)
        await self._announce_project(ctx)
        return _complete_result(envelope)

    async def _listen(self, ctx: Context, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        return await self.announcements.listen(self._session_of(ctx), ctx, params)

    async def _list_resources(self, ctx: Context, params: PaginatedRequestParams) -> Result:
        if params.cursor is not None:
            raise MCPError(INVALID_PARAMS, "Invalid cursor")
        own = await self._library_resources.entries(self._session_of(ctx))
        return _complete_result({"resources": [*self._parts.contract.resources, *own]})

    async def _take_roots(self, ctx: Context, params: NotificationParams) -> None:
        """Examine the client's root folders, if it names any, instead of the configured project folder."""
        folders = await client_folders(ctx.session)
        if folders and self._parts.project is not None:
            self._parts.project.look_in(folders)
            await self._announce_project(ctx)

    async def _announce_project(self, ctx: Context) -> None:
        session = self._session_of(ctx)
        if await self._library_resources.has_changed(session):
            await self.announcements.publish_list(session, ctx.session)

    async def _get_prompt(self, ctx: Context, params: GetPromptRequestParams) -> Result:
        return _complete_result(self._parts.prompts.get(params.name, params.arguments or {}))

    async def _read_resource(self, ctx: Context, params: ReadResourceRequestParams) -> Result:
        request_session = RequestSession(self._session_of(ctx), ctx)
        return _complete_result(await self._parts.resources.read(params.uri, request_session, ctx.protocol_version))

    async def _set_level(self, ctx: Context, params: SetLevelRequestParams) -> Result:
        self._session_of(ctx).log_level = params.level
        return {}

    async def _complete(self, ctx: Context, params: CompleteRequestParams) -> Result:
        given = (params.context.arguments if params.context else None) or {}
        argument, find = params.argument, self._parts.completions
        if isinstance(params.ref, PromptReference):
            values = await find.for_prompt(params.ref.name, argument.name, argument.value, given)
        else:
            values = await find.for_template(params.ref.uri, argument.name, argument.value, given)
        first = values[:MAX_COMPLETIONS]
        return _complete_result(
            {"completion": {"values": first, "total": len(values), "hasMore": len(values) > MAX_COMPLETIONS}}
        )


def too_many_requests(wait: int) -> str:
    """Return the message of the protocol error for a client that must wait so many seconds."""
    return f"Too many requests: try again after {wait} seconds"


def _cache_hints(*, of_session: bool) -> dict[CacheableMethod, CacheHint]:
    """Return how long clients may cache each list; resources that are libraries differ by session and change."""
    hints = dict.fromkeys(_STATIC_METHODS, CacheHint(ttl_ms=LIST_TTL_MS, scope="public"))
    return {**hints, "resources/list": CacheHint(ttl_ms=LIBRARIES_TTL_MS, scope="private")} if of_session else hints


def _list_handler(key: str, entries: Sequence[Mapping[str, Any]]) -> Callable[[Context, PaginatedRequestParams], Any]:
    """Return the handler of a list that has one page, so that every cursor is invalid."""

    async def handle(ctx: Context, params: PaginatedRequestParams) -> Result:
        if params.cursor is not None:
            raise MCPError(INVALID_PARAMS, "Invalid cursor")
        return _complete_result({key: list(entries)})

    return handle


def _complete_result(result: Mapping[str, Any]) -> Result:
    """Return the result with the `resultType` of 2026-07-28; the SDK removes it for older versions."""
    return {"resultType": "complete", **result}


def _note_outcome(tool: str, outcome: str, seconds: float) -> None:
    """Add the code of a tool's error to the SDK's span, which only records that it is an error."""
    if outcome != OK:
        trace.get_current_span().set_attribute(CODE, outcome)


async def _map_errors(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Replace the texts of exceptions: the SDK would send `str(exception)` to handshake clients."""
    try:
        return await call_next(ctx)
    except MCPError:
        raise
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(shorten(str(step)) for step in first["loc"]) or "params"
        raise MCPError(INVALID_PARAMS, f"Invalid params: {field}: {first['msg']}") from None
    except Exception:
        logger.exception("%s failed", ctx.method)
        raise MCPError(INTERNAL_ERROR, "Internal error") from None
