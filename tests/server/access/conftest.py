"""A small application behind the guard, served by uvicorn on a free port of loopback."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from pro_context.access.guarding import guard
from pro_context.access.key_ring import KeyRing, open_key_ring
from pro_context.access.keys import digest, new_key
from pro_context.configuration.loading import load
from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine.adapters.store.sqlite.key_store import open_keys
from pro_context_engine.domain.api_keys import ApiKey, KeyStore

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": {}}}
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}
SECONDS = 120
"""After which a test that waits in vain fails; however busy the machine is, an answer comes before."""
GENEROUS = "rateLimit: { maxRequestsPerMinute: 600000, burstSize: 100000 }\n"


async def seen(request: Request) -> Response:
    """Answer what the guard says of a request; open a session for `initialize`."""
    caller, verdict = request.scope["pro_context.key"], request.scope["pro_context.rate"]
    body = await request.body()
    method = json.loads(body)["method"] if body else ""
    said = {
        "key": caller.key_id if caller else None,
        "admin": caller.is_admin if caller else None,
        "retryAfter": verdict.retry_after,
        "user": request.scope.get("pro_context.owner"),
        "method": method,
    }
    return JSONResponse(said, headers={"Mcp-Session-Id": "session-1"} if method == "initialize" else {})


async def stream(_: Request) -> Response:
    async def lines() -> AsyncIterator[str]:
        yield "data: first\n\n"
        await asyncio.Event().wait()

    return StreamingResponse(lines(), media_type="text/event-stream")


def alive(_: Request) -> Response:
    return Response("ok")


APP = Starlette(
    routes=[
        Route("/mcp", seen, methods=["GET", "POST", "DELETE"]),
        Route("/stream", stream),
        *(Route(path, alive) for path in ("/healthz", "/readyz", "/reference/index.html", "/contract/full.json")),
    ]
)


@contextmanager
def served(settings: ServerSettings, ring: KeyRing) -> Iterator[str]:
    """Serve the application and give its address."""
    app = guard(APP, settings, ring)
    config = uvicorn.Config(
        app, port=0, interface="asgi3", log_config=None, access_log=False, lifespan="on", proxy_headers=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        threading.Event().wait(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(SECONDS)


class Team:
    """A configuration, a folder of keys, and what they are served by."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self._looks = threading.Semaphore(0)
        self.store: KeyStore = open_keys(folder / "cache")

    def settings(self, saying: str) -> ServerSettings:
        file = self.folder / "pro-context.yaml"
        file.write_text(f"cache: {{ directory: {self.folder / 'cache'} }}\n{saying}")
        return load(file, {}).settings

    def key(self, name: str = "alice", **fields: Any) -> str:
        """Make a key and return it."""
        key = new_key()
        asyncio.run(self.store.add(ApiKey(key[:8], digest(key), name, datetime.now(UTC), **fields)))
        return key

    def revoke(self, key: str) -> None:
        assert asyncio.run(self.store.revoke(key[:8], datetime.now(UTC)))

    def all_keys(self) -> list[ApiKey]:
        return asyncio.run(self.store.keys())

    def ring(self, saying: str = "") -> tuple[KeyRing, str]:
        return asyncio.run(open_key_ring(self.settings(saying)))

    def client(self, saying: str = GENEROUS, key: str | None = None) -> httpx2.Client:
        """Serve what is configured and return a client of it that sends this key."""
        ring, _ = self.ring(saying)
        ring.on_change.append(self._looks.release)
        address = self._stack.enter_context(served(self.settings(saying), ring))
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self._stack.enter_context(
            httpx2.Client(base_url=address, headers=headers, trust_env=False, verify=False, timeout=SECONDS)
        )

    def until_looked(self) -> None:
        """Wait until what serves has looked for keys that were added or revoked by now."""
        while self._looks.acquire(blocking=False):
            pass
        for _ in range(2):  # the first look may have begun before
            assert self._looks.acquire(timeout=SECONDS)


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Team]:
    with ExitStack() as stack:
        yield Team(tmp_path, stack)
