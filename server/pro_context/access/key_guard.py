"""Whose key a request carries, and whether it comes within the limit."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.datastructures import Headers

from pro_context.access.request_subject import method_of, peeked
from pro_context.access.scopes import ADDRESS, KEY, RATE, adding, is_public
from pro_context.access.unowned_sessions import UnownedSessions

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from pro_context.access.denials import Refusals
    from pro_context.access.key_ring import KeyHolder, KeyRing
    from pro_context.access.rate_limit import Limits, Verdict

ANONYMOUS = "anonymous"
REMEMBERED = 1_024
"""Users that are not made again for each of their requests."""

_OPENING = frozenset({"initialize", "server/discover"})


class KeyGuard:
    """Lets requests through that carry a valid key, or need none, within the limit."""

    def __init__(
        self,
        app: ASGIApp,
        keys: KeyRing,
        limits: Limits,
        refusals: Refusals,
        *,
        requires_key: bool,
        anonymous_initialize: bool,
    ) -> None:
        self._app = app
        self._keys = keys
        self._limits = limits
        self._refusals = refusals
        self._requires_key = requires_key
        self._anonymous_initialize = anonymous_initialize
        self._unowned = UnownedSessions()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an ASGI scope, HTTP or lifespan."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif is_public(scope):
            await self._let_through(scope, receive, send, None, self._limits.look(scope[ADDRESS]))
        else:
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = _given(Headers(scope=scope))
        caller = self._keys.caller(given) if given else None
        if caller is not None:
            self._keys.note_use(caller)
            scope["user"] = _user(self._owner(scope, caller))
            await self._within_limit(scope, receive, send, caller)
        elif not self._requires_key:
            await self._within_limit(scope, receive, send, None)
        elif given is None and self._anonymous_initialize and scope["method"] == "POST":
            message, receive = await peeked(receive)
            if method_of(message) in _OPENING:
                scope["user"] = _user(ANONYMOUS)
                await self._within_limit(scope, receive, self._noting_session(send), None)
            else:
                await self._refuse(scope, receive, send, given)
        else:
            await self._refuse(scope, receive, send, given)

    async def _within_limit(self, scope: Scope, receive: Receive, send: Send, caller: KeyHolder | None) -> None:
        verdict = self._limits.take(caller, scope[ADDRESS])
        refusal = None
        if verdict.retry_after is not None:
            message, receive = await peeked(receive) if scope["method"] == "POST" else ({}, receive)
            refusal = self._refusals.beyond_limit(scope, message, verdict.retry_after)
        if refusal is None:
            await self._let_through(scope, receive, send, caller, verdict)
        else:
            scope[KEY], scope[RATE] = caller, verdict
            await refusal(scope, receive, adding(verdict.headers, send))

    async def _let_through(
        self, scope: Scope, receive: Receive, send: Send, caller: KeyHolder | None, verdict: Verdict
    ) -> None:
        scope[KEY], scope[RATE] = caller, verdict
        await self._app(scope, receive, adding(verdict.headers, send))

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, given: str | None) -> None:
        verdict = self._limits.take_failure(scope[ADDRESS])
        answer = self._refusals.no_key(scope) if given is None else self._refusals.wrong_key(scope)
        if verdict.retry_after is not None:
            answer = self._refusals.too_many(scope, verdict.retry_after)
        await answer(scope, receive, adding(verdict.headers, send))

    def _owner(self, scope: Scope, caller: KeyHolder) -> str:
        """Return who owns the session of a request, as the SDK was told when it was opened."""
        session = Headers(scope=scope).get("mcp-session-id")
        return ANONYMOUS if session and self._unowned.belongs_to(session, caller.key_id) else caller.key_id

    def _noting_session(self, send: Send) -> Send:
        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                session = Headers(raw=message["headers"]).get("mcp-session-id")
                if session:
                    self._unowned.opened(session)
            await send(message)

        return noting


def _given(headers: Headers) -> str | None:
    """Return the key that a request carries, None where it carries none as Bearer."""
    scheme, _, key = ",".join(headers.getlist("authorization")).partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


@lru_cache(REMEMBERED)
def _user(key_id: str) -> AuthenticatedUser:
    # The key itself is no business of what is behind.
    return AuthenticatedUser(AccessToken(token=key_id, client_id=key_id, scopes=[]))
