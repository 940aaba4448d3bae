"""Write the calls that an MCP client's smoke test makes: `hatch run calls FILE`.

A real server is asked which pages it has of a library that is installed wherever Pro-Context is. The file is a JSON
array of `{"name", "arguments", "expect"?, "errorCode"?, "code"?}`: every tool once with success, then the ways to fail:
arguments outside the inputSchema, an unknown library, an unknown tool.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

LIBRARY = "Kludex/starlette"
UNKNOWN_LIBRARY = "zzqqxx/wwvvkk"
INVALID_PARAMS = -32602


async def first_page(cache: str) -> str:
    """Return the address of the first page of the installed library, from a server with this empty cache."""
    environment = {
        **os.environ,
        "PRO_CONTEXT__CACHE__DIRECTORY": cache,
        "PRO_CONTEXT__SOURCES__LLMS_TXT__ENABLED": "false",
        "PRO_CONTEXT__SOURCES__GITHUB__ENABLED": "false",
    }
    server = StdioServerParameters(command=sys.executable, args=["-m", "pro_context.cli"], env=environment)
    async with Client(server) as client:
        result = await client.call_tool("get-library-info", {"libraryId": LIBRARY})
    if result.is_error or result.structured_content is None:
        raise SystemExit(f"{LIBRARY} has no documentation here: {result.content[0].text}")
    return str(result.structured_content["toc"][0]["url"])


def calls(page: str, library: str = LIBRARY, topic: str = "serve static files") -> list[dict[str, Any]]:
    """Return the calls.

    Args:
        page: the address of a page that exists.
        library: whose page it is.
        topic: of which its documentation says something.
    """
    libraries = [{"libraryId": library}]
    # Only a package has an installed version.
    installed = {"libraryId": library, "from": "installed", "to": "installed"}
    invalid = {"expect": "isError", "errorCode": "INVALID_INPUT"}
    unknown = {"expect": "isError", "errorCode": "LIBRARY_NOT_FOUND"}
    return [
        {"name": "resolve-library", "arguments": {"query": library.rpartition("/")[2]}},
        {"name": "get-library-info", "arguments": {"libraryId": library}},
        {"name": "get-docs", "arguments": {"libraries": libraries, "topic": topic, "maxTokens": 1500}},
        {"name": "search-docs", "arguments": {"query": topic, "libraryIds": [library], "maxResults": 3}},
        {"name": "read-page", "arguments": {"url": page, "maxLines": 40}},
        {"name": "list-libraries", "arguments": {"limit": 5}},
        {"name": "check-code", "arguments": {"code": "import json\n", "language": "python"}},
        *([{"name": "compare-versions", "arguments": installed}] if library == LIBRARY else []),
        {"name": "compare-versions", "arguments": {"libraryId": UNKNOWN_LIBRARY, "from": "1", "to": "2"}, **unknown},
        {"name": "resolve-library", "arguments": {"query": 5}, **invalid},
        {"name": "get-library-info", "arguments": {"libraryId": UNKNOWN_LIBRARY}, **unknown},
        {"name": "no-such-tool", "arguments": {}, "expect": "protocolError", "code": INVALID_PARAMS},
    ]


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("usage: hatch run calls FILE")
    with tempfile.TemporaryDirectory() as cache:
        page = asyncio.run(first_page(cache))
    Path(sys.argv[1]).write_text(json.dumps(calls(page), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
