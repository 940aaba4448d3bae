"""The calls for client smoke tests do what they say, against the real process."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from tests.conformance.calls import calls, first_page


async def test_every_call_ends_as_expected(tmp_path: Path) -> None:
    wanted = calls(await first_page(str(tmp_path / "asked")))
    environment = {
        **os.environ,
        "PRO_CONTEXT__CACHE__DIRECTORY": str(tmp_path / "cache"),
        "PRO_CONTEXT__SOURCES__LLMS_TXT__ENABLED": "false",
        "PRO_CONTEXT__SOURCES__GITHUB__ENABLED": "false",
    }
    server = StdioServerParameters(command=sys.executable, args=["-m", "pro_context.cli"], env=environment)
    async with Client(server) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {call["name"] for call in wanted if "expect" not in call} == tools
        for call in wanted:
            if call.get("expect") == "protocolError":
                with pytest.raises(MCPError) as failure:
                    await client.call_tool(call["name"], call["arguments"])
                assert failure.value.error.code == call["code"]
                continue
            result = await client.call_tool(call["name"], call["arguments"])
            assert bool(result.is_error) is (call.get("expect") == "isError"), result.content[0].text
            if result.is_error:
                assert json.loads(result.content[0].text)["code"] == call["errorCode"]
