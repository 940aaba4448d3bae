"""The sign-ins of the status page: a browser keeps a token in place of a key, so that the page can be refreshed."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Scope

COOKIE = "pro_context_status"
SECONDS = 12 * 3_600.0
"""Seconds after which the key is asked for again."""

MOST = 1_000
"""The most sign-ins; the oldest is removed first."""


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
        self._keys[token] = key, self._clock() + SECONDS
        if len(self._keys) > MOST:
            self._keys.popitem(last=False)
        return f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict{'; Secure' if https else ''}".encode()

    def key(self, scope: Scope) -> bytes | None:
        """Return the key of a request's cookie, None without a valid one."""
        texts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        try:
            cookie = SimpleCookie("; ".join(texts)).get(COOKIE)
        except CookieError:
            return None
        key, until = self._keys.get(cookie.value if cookie else "", (None, 0.0))
        return key if self._clock() < until else None
