"""Connections to checked addresses: one pool for each origin."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pro_context_engine.adapters.fetch.body import ACCEPT_ENCODING
from pro_context_engine.adapters.fetch.certificates import tls_context
from pro_context_engine.adapters.fetch.guard import Target
from pro_context_engine.adapters.fetch.urls import ParsedUrl
from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.host_places import HostPlaces
from pro_context_engine.domain.settings import FetchLimits

if TYPE_CHECKING:
    import httpx2

_MAX_LANES = 64
_IDLE_SECONDS = 15.0
_HEADERS = {
    "User-Agent": "pro-context",
    # Some sites answer with the Markdown source of a page if it is preferred.
    "Accept": "text/markdown, text/plain;q=0.9, text/html;q=0.8, */*;q=0.5",
    "Accept-Encoding": ACCEPT_ENCODING,
}


Send = Callable[[Mapping[str, str]], AbstractAsyncContextManager["httpx2.Response"]]
"""A function that sends one request with these headers in addition to the usual ones."""


@dataclass(slots=True)
class _Lane:
    """The connections of one origin, never shared with another, because TLS verifies one name only."""

    transport: httpx2.AsyncBaseTransport
    users: int = 0


class Connections:
    """A sender of single requests to checked addresses: no cookies, no stored credentials, no redirects.

    Args:
        limits: bounds in seconds, and the number of connections per origin.
        places: bound the concurrent exchanges per origin.
        transport: replaces the network; None for the network.
        trust_environment_proxies: whether HTTP(S)_PROXY and NO_PROXY are used.
        ca_file: certificates that are trusted in addition to the operating system's; None for no others.
    """

    def __init__(
        self,
        limits: FetchLimits,
        places: HostPlaces,
        *,
        transport: httpx2.AsyncBaseTransport | None = None,
        trust_environment_proxies: bool,
        ca_file: Path | None = None,
    ) -> None:
        self._limits = limits
        self._places = places
        self._transport = transport
        self._trust_environment_proxies = trust_environment_proxies
        self._ca_file = ca_file
        self._lanes: dict[str, _Lane] = {}
        self._tls: ssl.SSLContext | None = None

    def proxy(self, url: ParsedUrl) -> str | None:
        """Return the address of the proxy for a URL in the operator's environment, None for no proxy."""
        if not self._trust_environment_proxies:
            return None
        from urllib.request import getproxies, proxy_bypass  # noqa: PLC0415 - 30 ms, needed only with a proxy

        proxies = getproxies()
        proxy = None if proxy_bypass(url.host) else proxies.get(url.scheme) or proxies.get("all")
        return f"http://{proxy}" if proxy and "://" not in proxy else proxy

    @asynccontextmanager
    async def slot(self, target: Target) -> AsyncIterator[Send]:
        """Wait for a free connection to the target's origin.

        Args:
            target: output of the guard; its addresses are tried in order until one accepts the connection.

        Yields:
            A function that sends one GET request, with additional headers; its response may have any status, and its
            body is not read yet.
        """
        lane = self._lane(target.url)
        lane.users += 1
        try:
            await self._drop_idle_lanes()
            async with self._places.place(target.url.origin):
                yield partial(self._get, lane, target)
        finally:
            lane.users -= 1

    @asynccontextmanager
    async def _get(self, lane: _Lane, target: Target, headers: Mapping[str, str]) -> AsyncIterator[httpx2.Response]:
        response = await self._send(lane, target, headers)
        try:
            yield response
        finally:
            await response.aclose()

    async def close(self) -> None:
        """Close every connection."""
        lanes = list(self._lanes.values())
        self._lanes.clear()
        for lane in lanes:
            await lane.transport.aclose()

    async def _send(self, lane: _Lane, target: Target, headers: Mapping[str, str]) -> httpx2.Response:
        import httpx2  # noqa: PLC0415 - takes 250 ms, and a process that fetches nothing does not need it

        *others, last = target.addresses or (target.url.host,)
        for address in others:
            with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):
                return await lane.transport.handle_async_request(self._request(target.url, address, headers))
        return await lane.transport.handle_async_request(self._request(target.url, last, headers))

    def _request(self, url: ParsedUrl, address: str, headers: Mapping[str, str]) -> httpx2.Request:
        """Return a request to the address; Host header and TLS name the host."""
        import httpx2  # noqa: PLC0415 - see above

        host = f"[{address}]" if ":" in address else address
        timeout = {
            "connect": self._limits.connect_seconds,
            "read": self._limits.first_byte_seconds,
            "write": self._limits.first_byte_seconds,
            "pool": self._limits.total_seconds,
        }
        return httpx2.Request(
            "GET",
            f"{url.scheme}://{host}:{url.port}{url.target}",
            headers={"Host": url.authority, **_HEADERS, **headers},
            extensions={"timeout": timeout, "sni_hostname": url.host},
        )

    def _lane(self, url: ParsedUrl) -> _Lane:
        lane = self._lanes.get(url.origin)
        if lane is None:
            lane = self._lanes[url.origin] = _Lane(self._transport or self._open(url))
        return lane

    async def _drop_idle_lanes(self) -> None:
        """Close the oldest unused lanes beyond the bound."""
        surplus = len(self._lanes) - _MAX_LANES
        idle = [origin for origin, lane in self._lanes.items() if not lane.users] if surplus > 0 else []
        for lane in [self._lanes.pop(origin) for origin in idle[:surplus]]:
            await lane.transport.aclose()

    def _open(self, url: ParsedUrl) -> httpx2.AsyncBaseTransport:
        import httpx2  # noqa: PLC0415 - see above

        pool = httpx2.Limits(max_connections=self._limits.per_host, keepalive_expiry=_IDLE_SECONDS)
        trusted = self._trusted(url.scheme)
        proxy = self.proxy(url)
        try:
            return httpx2.AsyncHTTPTransport(verify=trusted, trust_env=False, limits=pool, proxy=proxy)
        except (ImportError, ValueError, httpx2.InvalidURL) as error:
            # SOCKS needs a package that is not ours, and a variable may have any text.
            if proxy is None:
                raise
            raise FetchFailed(str(url), FetchFailed.BAD_PROXY) from error

    def _trusted(self, scheme: str) -> ssl.SSLContext:
        """Return the trusted certificates; none for plain http, because loading them takes 30 ms."""
        if scheme == "http":
            return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._tls is None:
            self._tls = tls_context(self._ca_file)
        return self._tls
