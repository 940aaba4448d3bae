"""The check of a request's key and of its rate limit."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from pro_context.access.asgi_scope import ADDRESS, HEADERS, KEY, OWNER, RATE, RESPONSE, is_public
from pro_context.access.peeking import method_of, peek

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from pro_context.access.denials import Denials
    from pro_context.access.key_ring import KeyHolder, KeyRing
    from pro_context.access.rate_limit import Limits, RateVerdict

ANONYMOUS = "anonymous"
"""The owner of a session that was opened without a key, until the first key uses it."""

_OPENING = frozenset({"initialize", "server/discover"})


class KeyGuard:
    """A middleware that serves requests with a valid key, or without need for one, within the limit."""

    def __init__(
        self,
        app: ASGIApp,
        keys: KeyRing,
        limits: Limits,
        denials: Denials,
        *,
        requires_key: bool,
        anonymous_initialize: bool,
    ) -> None:
        self._app = app
        self._keys = keys
        self._limits = limits
        self._denials = denials
        self._requires_key = requires_key
        self._anonymous_initialize = anonymous_initialize

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve an ASGI scope, HTTP or lifespan."""
        if scope["type"] == "lifespan":
            return self._app(scope, receive, send)
        if is_public(scope):
            self._note(scope, None, self._limits.look(scope[ADDRESS]))
            return self._app(scope, receive, send)
        key = _bearer_key(scope[HEADERS].get("authorization", ""))
        caller = self._keys.caller(key) if key else None
        if caller is None:
            return self._serve(scope, receive, send, key)
        return self._within_limit(scope, receive, send, caller)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, key: str | None) -> None:
        """Serve a request whose key is not known yet."""
        caller = await self._keys.caller_now(key) if key else None
        if caller is None and self._requires_key:
            may_open = key is None and self._anonymous_initialize and scope["method"] == "POST"
            message, receive = await peek(receive) if may_open else ({}, receive)
            if method_of(message) not in _OPENING:
                await self._refuse(scope, receive, send, key)
                return
            scope[OWNER] = ANONYMOUS
        await self._within_limit(scope, receive, send, caller)

    async def _within_limit(self, scope: Scope, receive: Receive, send: Send, caller: KeyHolder | None) -> None:
        if caller is not None:
            self._keys.note_use(caller)
            scope[OWNER] = caller.key_id
        verdict = await self._limits.take(caller, scope[ADDRESS])
        refusal = None
        if verdict.retry_after is not None:
            message, receive = await peek(receive) if scope["method"] == "POST" else ({}, receive)
            refusal = self._denials.beyond_limit(scope, message, verdict.retry_after)
        self._note(scope, caller, verdict)
        await (refusal or self._app)(scope, receive, send)

    def _note(self, scope: Scope, caller: KeyHolder | None, verdict: RateVerdict) -> None:
        scope[KEY], scope[RATE] = caller, verdict
        scope[RESPONSE].headers += verdict.headers

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, key: str | None) -> None:
        verdict = self._limits.take_failure(scope[ADDRESS])
        answer = self._denials.no_key(scope) if key is None else self._denials.wrong_key(scope)
        if verdict.retry_after is not None:
            answer = self._denials.too_many(scope, verdict.retry_after)
        scope[RESPONSE].headers += verdict.headers
        await answer(scope, receive, send)


def _bearer_key(authorization: str) -> str | None:
    """Return the Bearer key of a header, None without one."""
    scheme, _, key = authorization.partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None
