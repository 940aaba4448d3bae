"""The routes of the server: the contracts' endpoints, health checks, and published contracts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pro_context.operations.cached_value import CachedValue
from pro_context.transports.http.protocol_refusals import json_response
from pro_context.transports.http.sessions import Sessions
from pro_context_contract.bundles import UnknownBundle, read_bundle

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

Ready = Callable[[], Awaitable[bool]]

READY_SECONDS = 1.0
"""Seconds for which the result of a readiness check is reused."""

TEND_SECONDS = 1.0
"""Seconds between two looks after the sessions."""

REFERENCE = Path(str(files("pro_context_contract"))) / "reference"
"""Folder of the reference as a site: each wheel holds it, a checkout only after it was rendered."""

BUNDLE_SECONDS = 300
"""Seconds for which clients may cache a bundle, which changes with the version of the server."""


def routed(
    endpoints: Mapping[str, ASGIApp], sessions: Sessions, ready: Ready, further: Sequence[Route] = ()
) -> ASGIApp:
    """Return the application that answers every path.

    Args:
        endpoints: the endpoints by path: `/mcp`, `/NAME/mcp`, and the paths that answer with events.
        sessions: the sessions of all endpoints.
        ready: tells whether calls can be answered.
        further: further routes.
    """

    async def health(request: Request) -> Response:
        return json_response({"status": "ok"})

    is_ready = CachedValue(ready, READY_SECONDS)

    async def readiness(request: Request) -> Response:
        return json_response({"status": "ready"}) if await is_ready() else json_response({"status": "not ready"}, 503)

    routes = [
        Route("/healthz", health),
        Route("/readyz", readiness),
        Route("/contract/{name}.json", _bundle),
        *further,
        Mount("/reference", StaticFiles(directory=REFERENCE, html=True) if REFERENCE.is_dir() else _not_rendered),
    ]

    lifespan = partial(_tending, sessions)
    pages = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _error_response})
    # Paths with a trailing slash are served too, since some clients drop the body after a redirect.
    by_path = {**endpoints, **{f"{path}/": endpoint for path, endpoint in endpoints.items()}}

    def serve(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        # Without Starlette's layers, which take as long as the call itself.
        return by_path.get(scope.get("path", ""), pages)(scope, receive, send)

    return serve


async def _bundle(request: Request) -> Response:
    try:
        content = read_bundle(request.path_params["name"])
    except UnknownBundle as unknown:
        raise HTTPException(404, f"{unknown}") from None
    return Response(content, headers={"Cache-Control": f"max-age={BUNDLE_SECONDS}"}, media_type="application/json")


async def _not_rendered(scope: Scope, receive: Receive, send: Send) -> None:
    raise HTTPException(404, "the reference is not rendered in this checkout; run `hatch run reference`")


async def _error_response(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - Starlette's type for handlers is wider than its calls
    return json_response({"message": error.detail}, error.status_code, error.headers)


@asynccontextmanager
async def _tending(sessions: Sessions, _: Starlette) -> AsyncIterator[None]:
    """Look after the sessions while the server runs."""
    sessions.begin()
    task = asyncio.create_task(_tend(sessions))
    try:
        yield
    finally:
        task.cancel()


async def _tend(sessions: Sessions) -> None:
    while True:
        await asyncio.sleep(TEND_SECONDS)
        try:
            await sessions.tend()
        except Exception:
            logger.exception("looking after the sessions failed")
