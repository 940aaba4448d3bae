"""The current requests, which end when their key is revoked: a stream may last for days."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pro_context.access.scopes import KEY

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from pro_context.access.denials import Refusals
    from pro_context.access.key_ring import KeyHolder, KeyRing


class OpenRequests:
    """A middleware that serves requests as long as their keys are valid."""

    def __init__(self, app: ASGIApp, keys: KeyRing, refusals: Refusals) -> None:
        self._app = app
        self._keys = keys
        self._refusals = refusals
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
        response = _Response(send)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - ASGI applications always run in one
        self._open[task] = caller
        try:
            await self._app(scope, receive, response.send)
        except asyncio.CancelledError:
            # Unless the key has ended, the task was cancelled by other code.
            if self._keys.takes(caller) or task.uncancel() > 0:
                raise
            await response.end(self._refusals.wrong_key(scope), scope, receive)
        finally:
            del self._open[task]

    def _end_revoked(self) -> None:
        for task, caller in self._open.items():
            if not self._keys.takes(caller) and not task.cancelling():
                task.cancel()


class _Response:
    """The state of a response, so that it can be ended correctly."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._started = False
        self._ended = False

    async def send(self, message: Message) -> None:
        self._started = True
        self._ended = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self._send(message)

    async def end(self, refusal: ASGIApp, scope: Scope, receive: Receive) -> None:
        if not self._started:
            await refusal(scope, receive, self._send)
        elif not self._ended:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
