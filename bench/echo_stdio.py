"""The SDK's server with one tool that answers what it was asked; nothing of the product is in it.

    python bench/echo_stdio.py [--http KEY]

It serves over stdio, or over HTTP as its users do who care for speed: plain JSON, uvloop, httptools, no log. It checks
arguments and results, as a server of a published schema must.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from typing import Any

import uvicorn
from jsonschema import Draft202012Validator
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent, Tool

SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
CHECK = Draft202012Validator(SCHEMA)
TOOL = Tool(
    name="resolve-library",
    description="Give the query back.",
    input_schema=SCHEMA,
    output_schema=SCHEMA,
)


class Keys:
    """The one key of the server."""

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return the holder of a key, None for any other one."""
        return AccessToken(token=token, client_id="bench", scopes=[]) if token == sys.argv[2] else None


def echo() -> Server[Any]:
    """Return the server."""

    async def listed(ctx: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[TOOL])

    async def called(ctx: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        arguments = params.arguments or {}
        CHECK.validate(arguments)
        result = {"query": str(arguments["query"])}
        CHECK.validate(result)
        return CallToolResult(content=[TextContent(text=json.dumps(result))], structured_content=result)

    return Server("echo", on_list_tools=listed, on_call_tool=called)


async def over_stdio() -> None:
    """Serve until the input ends."""
    server = echo()
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def over_http() -> None:
    """Serve until a signal arrives."""
    listening = socket.create_server(("127.0.0.1", 0))
    address: Any = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    auth = AuthSettings(issuer_url=address, resource_server_url=address, validate_token_resource=False)
    app = echo().streamable_http_app(json_response=True, max_sessions=None, auth=auth, token_verifier=Keys())
    print(address, file=sys.stderr, flush=True)
    config = uvicorn.Config(app, loop="uvloop", http="httptools", log_config=None, access_log=False)
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--http"]:
        over_http()
    else:
        asyncio.run(over_stdio())
