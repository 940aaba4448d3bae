"""The methods `mcp.…` of the contract crawl at `/mcp/sse`, on the dispatcher of MCP's own methods."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from pro_context.protocol.dispatch import UnexpectedFailure, UnknownTool
from pro_context.protocol.request import ProtocolError
from pro_context.protocol.served_contract import App
from pro_context.protocol.validation import Schemas
from pro_context.wording import shorten
from pro_context_contract.contract import ContractError, Session
from pro_context_contract.protocol import INTERNAL_ERROR, METHOD_NOT_FOUND

FAILED: Final = -32000
"""The error code of every wrong request at this path."""

_TEXT = {"type": "string"}


def _params(**required: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": required, "required": list(required), "additionalProperties": False}


_PARAMS = Schemas(
    {
        "mcp.capabilities": _params(),
        "mcp.tool.use": _params(name=_TEXT, parameters={"type": "object"}),
        "mcp.resource.list": _params(name=_TEXT),
        "mcp.resource.get": _params(uri=_TEXT),
    }
)


class LegacyMethods:
    """The methods of one contract's tools and resources.

    Args:
        app: the contract with its handlers.
    """

    def __init__(self, app: App) -> None:
        self._contract = app.contract
        self._dispatcher = app.dispatcher
        self._methods: Mapping[str, Callable[[Mapping[str, Any], Session], Awaitable[dict[str, Any]]]] = {
            "mcp.capabilities": self._capabilities,
            "mcp.tool.use": self._use_tool,
            "mcp.resource.list": self._list_resource,
            "mcp.resource.get": self._get_resource,
        }

    @property
    def greeting(self) -> dict[str, Any]:
        """Return the name, version and description of the server, the result of the handshake."""
        server = self._contract.initialize["serverInfo"]
        return {"mcp": {key: server[key] for key in ("name", "version", "description")}}

    async def answer(self, method: str, params: Mapping[str, Any], session: Session) -> dict[str, Any]:
        """Return the result of a method.

        Raises:
            ProtocolError: -32601 for an unknown method, -32603 for an internal error, -32000 for any other error.
        """
        answer = self._methods.get(method)
        if answer is None:
            raise ProtocolError(METHOD_NOT_FOUND, f"Unknown method: {shorten(method)}")
        if problems := _PARAMS.problems(method, params):
            raise ProtocolError(FAILED, f"Invalid params: {problems}.")
        try:
            return await answer(params, session)
        except UnknownTool:
            raise ProtocolError(FAILED, f"Unknown tool: {shorten(params['name'])}") from None
        except ContractError as error:
            raise ProtocolError(FAILED, f"{error.message} {error.suggestion}") from None
        except UnexpectedFailure:
            raise ProtocolError(INTERNAL_ERROR, "Internal error") from None

    async def _capabilities(self, params: Mapping[str, Any], session: Session) -> dict[str, Any]:
        return {
            "tools": [
                {
                    "name": tool["name"],
                    "description": tool["description"],
                    "parameterDescription": tool["inputSchema"],
                    "returnDescription": tool["outputSchema"],
                }
                for tool in self._contract.tools
            ],
            "resources": [{"name": each["name"], "uri": each["uri"]} for each in self._contract.resources],
        }

    async def _use_tool(self, params: Mapping[str, Any], session: Session) -> dict[str, Any]:
        envelope = await self._dispatcher.result(params["name"], params["parameters"], session)
        return dict(envelope["structuredContent"])

    async def _list_resource(self, params: Mapping[str, Any], session: Session) -> dict[str, Any]:
        uris = [each["uri"] for each in self._contract.resources if each["name"] == params["name"]]
        if not uris:
            raise ProtocolError(FAILED, f"Unknown resource: {shorten(params['name'])}")
        return {"uris": uris}

    async def _get_resource(self, params: Mapping[str, Any], session: Session) -> dict[str, Any]:
        uri = params["uri"]
        names = [each["name"] for each in self._contract.resources if each["uri"] == uri]
        if not names:
            raise ProtocolError(FAILED, f"Unknown resource: {shorten(uri)}")
        return {"contents": [{"uri": uri, "text": await self._dispatcher.read(names[0], {}, session)}]}
