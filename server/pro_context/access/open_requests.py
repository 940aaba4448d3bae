"""The current requests, which end when their key is revoked: a stream may last for days."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pro_context.access.asgi_scope import KEY, RESPONSE

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from pro_context.access.denials import Denials
    from pro_context.access.key_ring import KeyHolder, KeyRing


class OpenRequests:
    """A middleware that serves requests as long as their keys are valid."""

    def __init__(self, app: ASGIApp, keys: KeyRing, denials: Denials) -> None:
        self._app = app
        self._keys = keys
        self._denials = denials
        self._open: dict[asyncio.Task[Any], KeyHolder] = {}
        keys.on_change.append(self._end_revoked)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an ASGI scope; during the lifespan, reread the keys."""
        if scope["type"] == "lifespan":
            async with self._keys.watching():
                await self._app(scope, receive, send)
            return
        caller = scope[KEY]
        if caller is None:
            await self._app(scope, receive, send)
            return
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - ASGI applications always run in one
        self._open[task] = caller
        try:
            await self._app(scope, receive, send)
        except asyncio.CancelledError:
            # Unless the key has ended, the task was cancelled by other code.
            if not self._keys.has_ended(caller.key_id) or task.uncancel() > 0:
                raise
            await self._end(scope, receive, send)
        finally:
            del self._open[task]

    def _end_revoked(self) -> None:
        for task, caller in self._open.items():
            if self._keys.has_ended(caller.key_id) and not task.cancelling():
                task.cancel()

    async def _end(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or end its response if that has begun."""
        response = scope[RESPONSE]
        if not response.status:
            await self._denials.wrong_key(scope)(scope, receive, send)
        elif not response.is_complete:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
