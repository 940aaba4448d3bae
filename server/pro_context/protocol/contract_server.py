"""The MCP server of one contract: it answers the requests of every protocol version from the generated payloads."""

from __future__ import annotations

import logging

from pro_context.protocol.announcements import Announcements
from pro_context.protocol.dispatch import UnknownTool
from pro_context.protocol.library_resources import LibraryResources, client_folders
from pro_context.protocol.progress_notifications import relay_progress
from pro_context.protocol.request import Client, ProtocolError, Request, RequestSession
from pro_context.protocol.resources import Resources, render_prompt
from pro_context.protocol.served_contract import App
from pro_context.protocol.static_server import Result, StaticServer, for_all, refuse_cursor
from pro_context.wording import shorten
from pro_context_contract.protocol import INVALID_PARAMS

logger = logging.getLogger(__name__)

LIBRARIES_TTL_MS = 60_000
"""The libraries of a project and of a session change while the user works."""

TOO_MANY_REQUESTS = -32000
"""The first of the error codes that JSON-RPC reserves for servers."""

MAX_COMPLETIONS = 100
"""The most values in one answer (MCP, completion)."""


class ContractServer(StaticServer):
    """The MCP server of one app, whose dispatcher handles the calls."""

    def __init__(self, app: App) -> None:
        super().__init__(app.contract, app.spans)
        self._app = app
        self._resources = Resources(app.contract, app.bindings, app.dispatcher)
        self._library_resources = LibraryResources(app.contract, app.project)
        declared = app.contract.initialize["capabilities"].get("resources", {})
        self.announcements = Announcements(self._resources.session_uris, unasked=declared.get("listChanged", False))
        if app.spans is not None:
            app.dispatcher.on_call.append(app.spans.note_outcome)
        self._handlers |= {
            "resources/list": self._list_resources,
            "tools/call": self._call_tool,
            "prompts/get": self._get_prompt,
            "resources/read": self._read_resource,
            "completion/complete": self._complete,
            "subscriptions/listen": self.announcements.listen,
        }

    async def wait_until_open(self) -> None:
        """Return when all parts are open that an answer may need."""
        if self._app.open_parts is not None:
            await self._app.open_parts()

    def close_streams(self) -> None:
        """End the subscription streams; each still sends its result."""
        self.announcements.close()

    async def hear(self, notification: Request) -> bool:
        """Act on a notification of a client."""
        has_folders = await super().hear(notification)
        if has_folders:
            await self.take_roots(notification)
        return has_folders

    async def take_roots(self, notification: Request) -> None:
        """Examine the client's root folders, if it names any, instead of the configured project folder."""
        if self._app.project is None:
            return
        try:
            folders = await client_folders(notification.client)
            if folders:
                self._app.project.look_in(folders)
                await self._announce_project(notification)
        except Exception:
            logger.exception("%s failed", notification.method)

    async def refuse_call(self, wait: int, client: Client) -> Result:
        """Return the result of a call beyond the rate limit, with little effort.

        Args:
            wait: seconds until the next call is accepted.
            client: the client.

        Raises:
            ProtocolError: the contract has no code RATE_LIMITED.
        """
        try:
            envelope = self._app.dispatcher.refusal("RATE_LIMITED", retry_after=wait)
        except KeyError:
            raise ProtocolError(TOO_MANY_REQUESTS, too_many_requests(wait), {"retryAfter": wait}) from None
        return self._shaped("tools/call", client.version, envelope)

    async def _call_tool(self, request: Request) -> Result:
        session, params = request.session, request.params
        calling = self._app.dispatcher.call(params["name"], params.get("arguments") or {}, RequestSession(request))
        try:
            if request.progress_token is None:
                envelope = await calling
            else:
                async with relay_progress(request.report_progress):
                    envelope = await calling
        except UnknownTool:
            raise ProtocolError(INVALID_PARAMS, f"Unknown tool: {shorten(params['name'])}") from None
        await session.keep()
        if session.take_news():
            await self.announcements.publish(session, request.client)
        if session.listed is not None:
            await self._announce_project(request)
        return envelope

    async def _list_resources(self, request: Request) -> Result:
        refuse_cursor(request)
        own = await self._library_resources.entries(request.session)
        hints = {"ttlMs": LIBRARIES_TTL_MS, "cacheScope": "private"}
        kept = hints if self._library_resources.has_templates else for_all()
        return {"resources": [*self._contract.resources, *own], **kept}

    async def _announce_project(self, request: Request) -> None:
        if request.session.listed is not None and await self._library_resources.has_changed(request.session):
            await self.announcements.publish(request.session, request.client, list_alone=True)

    async def _get_prompt(self, request: Request) -> Result:
        name, arguments = request.params["name"], request.params.get("arguments") or {}
        return render_prompt(self._contract, self._app.prompts, name, arguments)

    async def _read_resource(self, request: Request) -> Result:
        return await self._resources.read(request.params["uri"], RequestSession(request), request.client.version)

    async def _complete(self, request: Request) -> Result:
        given = (request.params.get("context") or {}).get("arguments") or {}
        reference, argument = request.params["ref"], request.params["argument"]
        if reference["type"] == "ref/prompt":
            kinds = self._contract.prompt_completions.get(reference["name"], {})
        else:
            kinds = self._contract.template_completions.get(reference["uri"], {})
        kind = kinds.get(argument["name"])
        values = await self._app.complete(kind, argument["value"], given) if kind else []
        first = values[:MAX_COMPLETIONS]
        return {"completion": {"values": first, "total": len(values), "hasMore": len(values) > MAX_COMPLETIONS}}


def too_many_requests(wait: int) -> str:
    """Return the message of the protocol error for a client that must wait, in seconds."""
    return f"Too many requests: try again after {wait} seconds"
