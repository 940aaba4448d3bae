"""The one way a byte of documentation comes in from the network."""

from __future__ import annotations

import asyncio
import random as random_numbers
from collections.abc import AsyncIterable, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, cast

from pro_context_engine.errors import FetchFailed, PageMissing, UrlRefused
from pro_context_engine.fetch.body import read_body
from pro_context_engine.fetch.connections import Connections
from pro_context_engine.fetch.guard import Guard, origins_of
from pro_context_engine.fetch.media import text_of
from pro_context_engine.fetch.retries import RETRIED_STATUSES, pause_before
from pro_context_engine.fetch.single_flight import SingleFlight
from pro_context_engine.fetch.urls import ParsedUrl, join_url, parse_url
from pro_context_engine.interfaces import Clock, FetchHealth, Response
from pro_context_engine.settings import FetchLimits

if TYPE_CHECKING:
    import httpx2

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MISSING = frozenset({404, 410})


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _Errand:
    """What one fetch is about, through all its hops and retries.

    Facts carry `asked` and never a redirect's target, which is third-party text.
    """

    asked: str
    origins: frozenset[str]
    deadline: float


class HttpFetcher:
    """Fetches documents over HTTP behind the address guard; implements `interfaces.Fetcher`.

    Args:
        limits: bounds in seconds and bytes.
        guard: decides where a fetch may go; by default every public address over https.
        transport: takes the place of the network; None for the network.
        trust_environment_proxies: whether HTTP(S)_PROXY and NO_PROXY are honoured.
        clock: current time in UTC.
        sleep: waits for seconds, before a retry.
        random: gives 0..1, for the jitter of that wait.
    """

    def __init__(
        self,
        limits: FetchLimits | None = None,
        *,
        guard: Guard | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
        trust_environment_proxies: bool = False,
        clock: Clock = _now,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = random_numbers.random,
    ) -> None:
        self._limits = limits or FetchLimits()
        self._guard = guard or Guard()
        self._connections = Connections(
            self._limits, transport=transport, trust_environment_proxies=trust_environment_proxies
        )
        self._clock = clock
        self._sleep = sleep
        self._random = random
        self._flights: SingleFlight[Response] = SingleFlight()
        self._health = FetchHealth()

    async def fetch(self, url: str, *, origins: Sequence[str] = ()) -> Response:
        """Get one document; see `interfaces.Fetcher.fetch`."""
        parsed = parse_url(url)
        named = origins_of(origins)
        return await self._flights.run((str(parsed), named), lambda: self._counted(url, parsed, named))

    def health(self) -> FetchHealth:
        """Return what the fetches so far tell about the network."""
        return self._health

    async def close(self) -> None:
        """Close every connection."""
        await self._connections.close()

    async def _counted(self, asked: str, url: ParsedUrl, origins: frozenset[str]) -> Response:
        """Fetch within the total deadline, and note how it went."""
        deadline = asyncio.get_running_loop().time() + self._limits.total_seconds
        try:
            async with asyncio.timeout_at(deadline):
                response = await self._follow(_Errand(asked, origins, deadline), url)
        except TimeoutError:
            self._health = replace(self._health, failures=self._health.failures + 1)
            raise FetchFailed(asked, "took too long") from None
        except FetchFailed:
            self._health = replace(self._health, failures=self._health.failures + 1)
            raise
        self._health = replace(self._health, successes=self._health.successes + 1, last_success=self._clock())
        return response

    async def _follow(self, errand: _Errand, url: ParsedUrl) -> Response:
        """Go from hop to hop; each one passes the same checks as the first."""
        hop = url
        for hops in range(self._limits.max_redirects + 1):
            try:
                answer = await self._exchange(errand, hop)
            except (UrlRefused, FetchFailed) as fact:
                fact.url = errand.asked
                if hops:
                    fact.reason = f"redirect: {fact.reason}"
                raise
            if isinstance(answer, Response):
                return answer
            hop = answer
        raise FetchFailed(errand.asked, "too many redirects")

    async def _exchange(self, errand: _Errand, hop: ParsedUrl) -> Response | ParsedUrl:
        """Ask one hop, again where that may help: give its document, or the next hop."""
        import httpx2  # noqa: PLC0415 - costs 250 ms; a process that fetches nothing does not pay it

        for retry in count():
            target = await self._guard.check(hop, errand.origins, look_up=self._connections.proxy(hop) is None)
            retry_after = ""
            try:
                async with self._connections.get(target) as response:
                    if response.status_code not in RETRIED_STATUSES:
                        return await self._answer(errand, hop, response)
                    reason = f"status {response.status_code}"
                    retry_after = response.headers.get("retry-after", "")
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                reason = "no connection"
            except httpx2.TimeoutException:
                raise FetchFailed(errand.asked, "took too long") from None
            except (httpx2.HTTPError, OSError):  # of TLS, some errors come through as they are
                raise FetchFailed(errand.asked, "broken answer") from None
            await self._pause(errand, retry, reason, retry_after)
        raise AssertionError("the pause before the last retry raises")

    async def _pause(self, errand: _Errand, retry: int, reason: str, retry_after: str) -> None:
        pause = pause_before(retry, retry_after, now=self._clock(), random=self._random)
        if pause is None or asyncio.get_running_loop().time() + pause >= errand.deadline:
            raise FetchFailed(errand.asked, reason)
        await self._sleep(pause)

    async def _answer(self, errand: _Errand, hop: ParsedUrl, response: httpx2.Response) -> Response | ParsedUrl:
        """Read a response that no retry would better."""
        status, headers = response.status_code, response.headers
        if status in _MISSING:
            raise PageMissing(errand.asked)
        if status in _REDIRECTS:
            return _next_hop(errand, hop, headers.get("location", ""))
        if status != 200:
            raise FetchFailed(errand.asked, f"status {status}")
        # The bare stream: httpx2's own decoders notice neither a cut nor a bomb.
        chunks = cast(AsyncIterable[bytes], response.stream)
        body = await read_body(errand.asked, headers, chunks, self._limits)
        media_type, text = text_of(errand.asked, headers.get("content-type", ""), body)
        etag, last_modified = headers.get("etag", ""), headers.get("last-modified", "")
        return Response(str(hop), status, media_type, text, etag, last_modified)


def _next_hop(errand: _Errand, hop: ParsedUrl, location: str) -> ParsedUrl:
    if not location:
        raise FetchFailed(errand.asked, "redirect without a target")
    target = join_url(hop, location)
    if hop.scheme == "https" and target.scheme == "http":
        raise UrlRefused(errand.asked, "redirect from https to http")
    return target
