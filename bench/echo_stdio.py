"""The SDK's server over stdio with one tool that answers what it was asked; nothing of the product is in it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent, Tool

TOOL = Tool(
    name="resolve-library",
    description="Give the query back.",
    input_schema={"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
    output_schema={"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)


async def main() -> None:
    """Serve until the input ends."""

    async def listed(ctx: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[TOOL])

    async def called(ctx: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        result = {"query": str((params.arguments or {})["query"])}
        return CallToolResult(content=[TextContent(text=json.dumps(result))], structured_content=result)

    server: Server[Any] = Server("echo", on_list_tools=listed, on_call_tool=called)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
