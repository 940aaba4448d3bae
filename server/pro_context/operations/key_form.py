"""The form of the status page: its key becomes a header, so that access checks all keys in one way.

After it a cookie stands for the key, at `/` and `/status.json` alone.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from pro_context.access.asgi_scope import STATUS, is_public
from pro_context.operations.status_page import HEADERS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "pro_context_status"
SIGN_IN_SECONDS = 12 * 3_600.0
"""Seconds after which the key is asked for again."""

MOST_SIGN_INS = 1_000
"""The most sign-ins; the oldest is removed first."""

PATH = "/"
MAX_BYTES = 2_048
"""The most bytes of the form."""

_FORM = b"application/x-www-form-urlencoded"
_KEPT = (b"www-authenticate", b"x-ratelimit-", b"x-pro-context-version")


class SignIns:
    """The keys of browsers that signed in, by token; they are kept in memory only.

    A token stands for a key on the status page alone. The key is checked anew with every request, so that a revoked key
    shows nothing more.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._keys: OrderedDict[str, tuple[bytes, float]] = OrderedDict()

    def begin(self, key: bytes, *, https: bool) -> bytes:
        """Return the `Set-Cookie` header of a new sign-in.

        Args:
            key: a key that was accepted.
            https: whether the browser may send the cookie over https only.
        """
        token = secrets.token_urlsafe(30)
        self._keys[token] = key, self._clock() + SIGN_IN_SECONDS
        if len(self._keys) > MOST_SIGN_INS:
            self._keys.popitem(last=False)
        return f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict{'; Secure' if https else ''}".encode()

    def key(self, scope: Scope) -> bytes | None:
        """Return the key of a request's cookie, None without a valid one."""
        key, until = self._keys.get(HTTPConnection(scope).cookies.get(COOKIE, ""), (None, 0.0))
        return key if self._clock() < until else None


class KeyForm:
    """A middleware that turns the form's POST into a GET with a Bearer key, and answers a wrong key with the page."""

    def __init__(self, app: ASGIApp, refused: Callable[[], Awaitable[str]]) -> None:
        """Wrap an application with its access checks; `refused` gives the page for a wrong key."""
        self._app = app
        self._refused = refused
        self._sign_ins = SignIns()

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve an ASGI scope."""
        if scope["type"] == "http" and scope["path"] in STATUS:
            if (scope["method"], scope["path"]) == ("POST", PATH) and _is_form(scope):
                return self._sign_in(scope, receive, send)
            if is_public(scope) and (key := self._sign_ins.key(scope)):
                return self._with_key(scope, receive, send, key)
        return self._app(scope, receive, send)

    async def _sign_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        typed = await _key(receive)
        # A text that cannot be the value of a header is replaced by a wrong key.
        key = (typed.encode("ascii", "ignore") if typed.isprintable() else b"") or b"?"

        async def begin(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                cookie = self._sign_ins.begin(key, https=scope.get("scheme") == "https")
                message["headers"] = [*message["headers"], (b"set-cookie", cookie)]
            await send(message)

        await self._with_key(scope, receive, begin, key)

    async def _with_key(self, scope: Scope, receive: Receive, send: Send, key: bytes) -> None:
        """Serve the page for a key; a refusal is answered with the page that asks for one."""
        kept = [(name, value) for name, value in scope["headers"] if not name.startswith((b"content-", b"authoriz"))]
        method = "GET" if scope["method"] == "POST" else scope["method"]
        changed = {**scope, "method": method, "headers": [*kept, (b"authorization", b"Bearer " + key)]}
        refusal: HTMLResponse | None = None

        async def watch(message: Message) -> None:
            nonlocal refusal
            if message["type"] == "http.response.start" and message["status"] == 401:
                refusal = HTMLResponse(await self._refused(), 401, HEADERS)
                refusal.raw_headers += [one for one in message["headers"] if one[0].startswith(_KEPT)]
            if refusal is None:
                await send(message)

        await self._app(changed, _empty_body, watch)
        if refusal is not None:
            await refusal(scope, receive, send)


def _is_form(scope: Scope) -> bool:
    return any(name == b"content-type" and value.split(b";")[0] == _FORM for name, value in scope["headers"])


async def _key(receive: Receive) -> str:
    """Return the key in a form, "" without one."""
    body, more = b"", True
    while more and len(body) <= MAX_BYTES:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return "" if more else dict(parse_qsl(body.decode("ascii", "replace"))).get("key", "").strip()


async def _empty_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}
