"""One hop of a fetch: ask, again where that may help, and give hosts that keep failing a rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, cast

from pro_context_engine.adapters.fetch.body import copy_beginning, copy_body, read_body
from pro_context_engine.adapters.fetch.certificates import untrusted
from pro_context_engine.adapters.fetch.connections import Connections
from pro_context_engine.adapters.fetch.guard import Guard, Target
from pro_context_engine.adapters.fetch.rate_limits import limited, requests_left
from pro_context_engine.adapters.fetch.responses import Errand, document_of, file_of, without_document
from pro_context_engine.adapters.fetch.retries import RETRIED_STATUSES, pause_before
from pro_context_engine.adapters.fetch.standing import Resting, Standings, Trial
from pro_context_engine.adapters.fetch.urls import ParsedUrl
from pro_context_engine.domain.errors import FetchFailed, NotDocumentation
from pro_context_engine.domain.fetching import ApiSite, LimitHeaders, Response
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.results import SiteKind
from pro_context_engine.domain.settings import FetchLimits

if TYPE_CHECKING:
    import httpx2


class _Passing(Exception):
    """Trouble that another try may cure."""

    def __init__(self, reason: str, retry_after: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after = retry_after


class Exchanges:
    """Asks single addresses.

    Args:
        limits: bounds in bytes.
        guard: decides where an exchange may go.
        connections: how requests are sent.
        standings: which origins are given a rest, and how many retries there are.
        sites: the declared sites by the names of their hosts.
        clock: current time in UTC.
        sleep: waits for seconds, before a retry.
        random: gives 0..1, for the jitter of that wait.

    Attributes:
        requests_left: see `EngineStatus`.
    """

    def __init__(
        self,
        limits: FetchLimits,
        guard: Guard,
        connections: Connections,
        standings: Standings,
        sites: Mapping[str, ApiSite],
        *,
        clock: Clock,
        sleep: Callable[[float], Awaitable[None]],
        random: Callable[[], float],
    ) -> None:
        self._limits = limits
        self._guard = guard
        self._connections = connections
        self._standings = standings
        self._sites = sites
        self._clock = clock
        self._sleep = sleep
        self._random = random
        self.requests_left: dict[SiteKind, int] = {}

    async def ask(self, errand: Errand, hop: ParsedUrl) -> Response | ParsedUrl | None:
        """Give the hop's document, the next hop, or None for a document that is still the known one.

        Raises:
            DocsError: the facts of `fetching.Fetcher.fetch`.
        """
        self._standings.earn(hop.origin)
        for retry in count():
            look_up = self._connections.proxy(hop) is None
            target = await self._guard.check(hop, errand.origins, errand.proven, look_up=look_up)
            try:
                return await self._once(errand, target)
            except _Passing as trouble:
                await self._pause(errand, hop, retry, trouble)
        raise AssertionError("the pause before the last retry raises")

    async def _once(self, errand: Errand, target: Target) -> Response | ParsedUrl | None:
        import httpx2  # noqa: PLC0415 - costs 250 ms; a process that fetches nothing does not pay it

        async with self._connections.turn(target) as send:
            try:
                with self._standings.trial(target.url.origin) as trial, _late_is_failed(trial, errand.deadline):
                    async with send(errand.headers(target.url)) as response:
                        return await self._answer(errand, target.url, response, trial)
            except Resting:
                raise FetchFailed(errand.asked, "the site failed repeatedly and is given a rest") from None
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                if untrusted(error):
                    raise FetchFailed(errand.asked, FetchFailed.UNTRUSTED) from None
                raise _Passing(FetchFailed.NO_CONNECTION) from None
            except httpx2.TimeoutException:
                raise FetchFailed(errand.asked, FetchFailed.TOOK_TOO_LONG) from None
            except (httpx2.HTTPError, OSError):  # of TLS, some errors come through as they are
                raise FetchFailed(errand.asked, "broken answer") from None

    async def _answer(
        self, errand: Errand, hop: ParsedUrl, response: httpx2.Response, trial: Trial
    ) -> Response | ParsedUrl | None:
        status = response.status_code
        names = self._limit_headers(hop, response)
        if status == 200:
            return await self._document(errand, hop, response, trial)
        if limit := limited(errand.asked, status, response.headers, self._clock(), names):
            trial.succeeded = True  # it answers, and says how it wants to be asked
            raise limit
        trial.succeeded = status < 500 and status not in RETRIED_STATUSES
        if status in RETRIED_STATUSES:
            raise _Passing(f"status {status}", response.headers.get("retry-after", ""))
        return without_document(errand, hop, status, response.headers)

    def _limit_headers(self, hop: ParsedUrl, response: httpx2.Response) -> LimitHeaders:
        """Return how the site tells its limit; keep the number of requests that a declared API still takes."""
        site = self._sites.get(hop.host)
        if site is None:
            return LimitHeaders()
        left = requests_left(response.headers, site.limit_headers) if hop.host in site.api_hosts else None
        if left is not None:
            self.requests_left[site.kind] = left
        return site.limit_headers

    async def _document(self, errand: Errand, hop: ParsedUrl, response: httpx2.Response, trial: Trial) -> Response:
        # The bare stream: httpx2's own decoders notice neither a cut nor a bomb.
        chunks = cast(AsyncIterable[bytes], response.stream)
        try:
            if errand.download:
                copy = copy_body if errand.download.whole else copy_beginning
                await copy(errand.asked, response.headers, chunks, errand.download)
                body = bytearray()
            else:
                body = await read_body(errand.asked, response.headers, chunks, self._limits)
        except NotDocumentation:
            trial.succeeded = True  # too large a document is no trouble of the site
            raise
        trial.succeeded = True
        return file_of(hop) if errand.download else document_of(errand, hop, response.headers, body)

    async def _pause(self, errand: Errand, hop: ParsedUrl, retry: int, trouble: _Passing) -> None:
        pause = pause_before(retry, trouble.retry_after, now=self._clock(), random=self._random)
        left = errand.deadline - asyncio.get_running_loop().time()
        if pause is None or pause >= left or not self._standings.may_retry(hop.origin):
            raise FetchFailed(errand.asked, trouble.reason)
        await self._sleep(pause)


@contextmanager
def _late_is_failed(trial: Trial, deadline: float) -> Iterator[None]:
    """Tell an exchange that was cancelled since it took too long from one whose callers went away."""
    try:
        yield
    except asyncio.CancelledError:
        if asyncio.get_running_loop().time() >= deadline:
            trial.succeeded = False
        raise
