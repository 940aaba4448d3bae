"""The least that an ASGI server can do for a call: `python bench/bare_asgi.py KEY`; nothing of the product is in it."""

from __future__ import annotations

import socket
import sys
from typing import Any

import orjson
import uvicorn

KEY = b"Bearer " + sys.argv[1].encode() if len(sys.argv) > 1 else b""
JSON = (b"content-type", b"application/json")


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Check the key, read the message, and answer every request with the query of the call."""
    if scope["type"] != "http":
        return
    assert dict(scope["headers"])[b"authorization"] == KEY
    message = orjson.loads((await receive())["body"])
    result = {"query": message["params"].get("arguments", {}).get("query", "")}
    text = {"type": "text", "text": orjson.dumps(result).decode()}
    whole = {"content": [text], "structuredContent": result}
    body = orjson.dumps({"jsonrpc": "2.0", "id": message.get("id"), "result": whole})
    headers = [JSON, (b"content-length", b"%d" % len(body)), (b"mcp-session-id", b"one")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    options: Any = {"loop": "uvloop", "http": "httptools", "log_config": None, "access_log": False, "lifespan": "off"}
    uvicorn.Server(uvicorn.Config(app, **options)).run([listening])
