"""The only entry of documentation from the network."""

from __future__ import annotations

import asyncio
import random as random_numbers
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pro_context_engine.adapters.fetch.circuit_breakers import CircuitBreakers
from pro_context_engine.adapters.fetch.connections import Connections
from pro_context_engine.adapters.fetch.exchanges import Exchanges
from pro_context_engine.adapters.fetch.guard import Guard, origins_of
from pro_context_engine.adapters.fetch.responses import Download, FetchRequest
from pro_context_engine.adapters.fetch.site_counts import SiteCounts
from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.errors import FetchFailed, UrlRefused
from pro_context_engine.domain.fetching import Admit, ApiSite, Credentials, FetchHealth, Response
from pro_context_engine.domain.host_places import HostPlaces, OwnPlaces
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Validators
from pro_context_engine.domain.results import Route
from pro_context_engine.domain.settings import FetchLimits

if TYPE_CHECKING:
    import httpx2


def _now() -> datetime:
    return datetime.now(UTC)


class HttpFetcher:
    """An HTTP client behind the address guard; implements `fetching.Fetcher`.

    Args:
        limits: bounds in seconds and bytes.
        guard: decides which addresses are allowed; by default all public addresses over https.
        transport: replaces the network; None for the network.
        trust_environment_proxies: whether HTTP(S)_PROXY and NO_PROXY are used.
        ca_file: certificates that are trusted in addition to the operating system's; None for no others.
        sites: the sites with an API, as the sources declare them.
        places: bound the concurrent requests to an origin; None for `limits.per_host` of this fetcher's own.
        clock: returns the current time in UTC.
        timer: returns monotonic seconds, by which failing origins are paused.
        sleep: waits for seconds, before a retry.
        random: returns 0..1, for the jitter of that wait.
    """

    def __init__(
        self,
        limits: FetchLimits | None = None,
        *,
        guard: Guard | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
        trust_environment_proxies: bool = False,
        ca_file: Path | None = None,
        sites: Sequence[ApiSite] = (),
        places: HostPlaces | None = None,
        clock: Clock = _now,
        timer: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = random_numbers.random,
    ) -> None:
        self._limits = limits or FetchLimits()
        self._guard = guard or Guard()
        self._connections = Connections(
            self._limits,
            places or OwnPlaces(self._limits.per_host),
            transport=transport,
            trust_environment_proxies=trust_environment_proxies,
            ca_file=ca_file,
        )
        self._breakers = CircuitBreakers(timer)
        by_host = {host: site for site in sites for host in site.hosts}
        self._exchanges = Exchanges(
            limits=self._limits,
            guard=self._guard,
            connections=self._connections,
            breakers=self._breakers,
            sites=by_host,
            clock=clock,
            sleep=sleep,
            random=random,
        )
        self._clock = clock
        self._flights: SingleFlight[Response | None] = SingleFlight()
        self._health = SiteCounts(by_host)

    async def fetch(
        self,
        url: str,
        *,
        origins: Sequence[str] = (),
        proven: Sequence[str] = (),
        accept: str = "",
        credentials: Credentials | None = None,
        admit: Admit | None = None,
    ) -> Response:
        """Fetch a document; see `fetching.Fetcher.fetch`."""
        response = await self._fetch_shared(
            url, origins, proven=proven, accept=accept, credentials=credentials, admit=admit
        )
        if response is None:
            raise AssertionError("an unconditional request gave no response")
        return response

    async def refetch(
        self,
        url: str,
        known: Validators,
        *,
        origins: Sequence[str] = (),
        accept: str = "",
        credentials: Credentials | None = None,
    ) -> Response | None:
        """Fetch a document if it has changed; see `fetching.Fetcher.refetch`."""
        return await self._fetch_shared(url, origins, known=known, accept=accept, credentials=credentials)

    async def download(
        self,
        url: str,
        into: Callable[[bytes], object],
        *,
        max_bytes: int,
        origins: Sequence[str] = (),
        proven: Sequence[str] = (),
        credentials: Credentials | None = None,
    ) -> None:
        """Fetch a file in pieces; see `fetching.Fetcher.download`."""
        await self._download(url, Download(into, max_bytes), origins, proven, credentials)

    async def part(
        self,
        url: str,
        first: int,
        last: int,
        *,
        origins: Sequence[str] = (),
        proven: Sequence[str] = (),
        credentials: Credentials | None = None,
    ) -> bytes:
        """Fetch a part of a file; see `fetching.Fetcher.part`."""
        body = bytearray()
        download = Download(body.extend, last - first + 1, span=(first, last))
        await self._download(url, download, origins, proven, credentials)
        if len(body) != last - first + 1:
            raise FetchFailed(url, "the body was cut short")
        return bytes(body)

    async def beginning(self, url: str, *, max_bytes: int, origins: Sequence[str] = ()) -> bytes:
        """Fetch the beginning of a file; see `fetching.Fetcher.beginning`."""
        body = bytearray()
        await self._download(url, Download(body.extend, max_bytes, whole=False), origins)
        return bytes(body)

    async def route(self, url: str, *, origins: Sequence[str] = (), look_up: bool = True) -> Route:
        """Return the addresses that a fetch would use; see `fetching.Fetcher.route`."""
        parsed = parse_url(url)
        by_proxy = self._connections.proxy(parsed) is not None
        judged = await self._guard.judge(parsed, origins_of(origins), look_up=look_up and not by_proxy)
        return Route(parsed.host, tuple(judged), by_proxy)

    def health(self) -> FetchHealth:
        """Return the statistics of the fetches so far."""
        return self._health.report(self._breakers.troubled(), self._exchanges.requests_left)

    async def close(self) -> None:
        """Close every connection."""
        await self._connections.close()

    async def _download(
        self,
        url: str,
        download: Download,
        origins: Sequence[str],
        proven: Sequence[str] = (),
        credentials: Credentials | None = None,
    ) -> None:
        deadline = asyncio.get_running_loop().time() + self._limits.download_seconds
        named, vouched = origins_of(origins), origins_of(proven)
        request = FetchRequest(
            url, parse_url(url), named, deadline, vouched, credentials=credentials, download=download
        )
        await self._fetch_and_record(request)

    async def _fetch_shared(
        self,
        asked: str,
        origins: Sequence[str],
        *,
        proven: Sequence[str] = (),
        known: Validators | None = None,
        accept: str,
        credentials: Credentials | None,
        admit: Admit | None = None,
    ) -> Response | None:
        """Fetch once for all equal requests at the same time."""
        url, named, vouched = parse_url(asked), origins_of(origins), origins_of(proven)
        deadline = asyncio.get_running_loop().time() + self._limits.total_seconds
        request = FetchRequest(asked, url, named, deadline, vouched, known, accept, credentials, admit=admit)
        key = (str(url), named, vouched, known, accept, credentials, admit)
        return await self._flights.run(key, lambda: self._fetch_and_record(request))

    async def _fetch_and_record(self, request: FetchRequest) -> Response | None:
        """Fetch within the total deadline, and record the outcome."""
        try:
            async with asyncio.timeout_at(request.deadline):
                response = await self._follow(request)
        except TimeoutError:
            self._health.failed(request)
            raise FetchFailed(request.asked, FetchFailed.TOOK_TOO_LONG) from None
        except FetchFailed:
            self._health.failed(request)
            raise
        self._health.succeeded(request, self._clock())
        return response

    async def _follow(self, request: FetchRequest) -> Response | None:
        """Follow redirects; each hop passes the same checks as the first."""
        hop = request.url
        for hops in range(self._limits.max_redirects + 1):
            try:
                if hops and request.admit:
                    await request.admit(str(hop))
                answer = await self._exchanges.ask(request, hop)
                if answer is None or isinstance(answer, Response):
                    return answer
                if not request.download:
                    self._guard.check_redirect(hop, answer, request.origins)
            except (UrlRefused, FetchFailed) as fact:
                fact.url = request.asked
                if hops:
                    fact.reason = f"redirect: {fact.reason}"
                raise
            hop = answer
        raise FetchFailed(request.asked, "too many redirects")
