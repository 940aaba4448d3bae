"""The SDK's server with one tool that answers what it was given at its start: `python bench/echo_server.py FILE`.

Nothing of the product is in it. It serves as the SDK's users do who care for speed: plain JSON, uvloop, httptools, and
no log.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp_types import CallToolRequestParams, CallToolResult

from pro_context.transports.http.listener import bind_socket


def main() -> None:
    """Serve the result in the file to whoever calls."""
    result = CallToolResult.model_validate(json.loads(Path(sys.argv[1]).read_text()))

    async def echo(ctx: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        return result

    listening = bind_socket("127.0.0.1", 0)
    app = Server("echo", on_call_tool=echo).streamable_http_app(json_response=True)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    config = uvicorn.Config(app, loop="uvloop", http="httptools", log_config=None, access_log=False)
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
