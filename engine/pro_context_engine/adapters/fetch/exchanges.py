"""One hop of a fetch: the exchange, its retries, and the pause for hosts that keep failing."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterable, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from itertools import count
from typing import TYPE_CHECKING, cast

from pro_context_engine.adapters.fetch.body import copy_beginning, copy_body, read_body
from pro_context_engine.adapters.fetch.certificates import is_untrusted
from pro_context_engine.adapters.fetch.circuit_breakers import CircuitBreakers, CircuitOpen, Trial
from pro_context_engine.adapters.fetch.connections import Connections
from pro_context_engine.adapters.fetch.guard import Guard, Target
from pro_context_engine.adapters.fetch.responses import FetchRequest, document_of, file_of, gives_part, next_hop
from pro_context_engine.adapters.fetch.retries import (
    RETRIED_STATUSES,
    asked_pause,
    limited,
    pause_before,
    requests_left,
)
from pro_context_engine.adapters.fetch.urls import ParsedUrl
from pro_context_engine.domain.errors import FetchFailed, NotDocumentation
from pro_context_engine.domain.fetching import ApiSite, LimitHeaders, Response
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.results import SiteKind
from pro_context_engine.domain.settings import FetchLimits
from pro_context_engine.domain.value_class import part_class

if TYPE_CHECKING:
    import httpx2

_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""The errors of a full or read-only disk to which a file is written; connections have none of them."""


class _TemporaryFailure(Exception):
    """A failure that a retry may resolve."""

    def __init__(self, reason: str, retry_after: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after = retry_after


@part_class
class Exchanges:
    """The exchanges with single addresses.

    Attributes:
        limits: bounds in bytes.
        guard: decides which addresses are allowed.
        connections: sends requests.
        breakers: paused origins, and the budgets of retries.
        sites: the declared sites by the names of their hosts.
        clock: returns the current time in UTC.
        sleep: waits for seconds, before a retry.
        random: returns 0..1, for the jitter of that wait.
        requests_left: see `EngineStatus`.
    """

    limits: FetchLimits
    guard: Guard
    connections: Connections
    breakers: CircuitBreakers
    sites: Mapping[str, ApiSite]
    clock: Clock
    sleep: Callable[[float], Awaitable[None]]
    random: Callable[[], float]
    requests_left: dict[SiteKind, int] = field(init=False, default_factory=dict)

    async def ask(self, request: FetchRequest, hop: ParsedUrl) -> Response | ParsedUrl | None:
        """Return the hop's document, the next hop, or None for an unchanged document.

        Raises:
            DocsError: any error of `fetching.Fetcher.fetch`.
            OSError: a downloaded file cannot be written.
        """
        self.breakers.earn_retry(hop.origin)
        for retry in count():
            look_up = self.connections.proxy(hop) is None
            target = await self.guard.check(hop, request.origins, request.proven, look_up=look_up)
            try:
                return await self._try_once(request, target)
            except _TemporaryFailure as trouble:
                await self._pause(request, hop, retry, trouble)
        raise AssertionError("the pause before the last retry raises")

    async def _try_once(self, request: FetchRequest, target: Target) -> Response | ParsedUrl | None:
        import httpx2  # noqa: PLC0415 - takes 250 ms, and a process that fetches nothing does not need it

        async with self.connections.slot(target) as send:
            try:
                with self.breakers.trial(target.url.origin) as trial, _fail_if_late(trial, request.deadline):
                    async with send(request.headers(target.url)) as response:
                        return await self._answer(request, target.url, response, trial)
            except CircuitOpen:
                raise FetchFailed(request.asked, "the site failed repeatedly and is given a rest") from None
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                if is_untrusted(error):
                    raise FetchFailed(request.asked, FetchFailed.UNTRUSTED) from None
                raise _TemporaryFailure(FetchFailed.NO_CONNECTION) from None
            except httpx2.TimeoutException:
                raise FetchFailed(request.asked, FetchFailed.TOOK_TOO_LONG) from None
            except (httpx2.HTTPError, OSError) as error:  # httpx2 does not wrap some errors of TLS
                if isinstance(error, OSError) and error.errno in _DISK_ERRORS:
                    raise
                raise FetchFailed(request.asked, "broken answer") from None

    async def _answer(
        self, request: FetchRequest, hop: ParsedUrl, response: httpx2.Response, trial: Trial
    ) -> Response | ParsedUrl | None:
        status = response.status_code
        names = self._limit_headers(hop, response)
        if gives_part(request.download, status, response.headers):
            return await self._document(request, hop, response, trial)
        if status in (200, 206):
            trial.succeeded = True  # a server may give the whole file, which is too large to be read
            raise FetchFailed(request.asked, FetchFailed.NO_PARTS)
        if limit := limited(request.asked, status, response.headers, self.clock(), names):
            trial.succeeded = True  # the site answers, and says when to ask again
            raise limit
        trial.succeeded = status < 500 and status not in RETRIED_STATUSES
        if status in RETRIED_STATUSES:
            raise _TemporaryFailure(f"status {status}", response.headers.get("retry-after", ""))
        return next_hop(request, hop, status, response.headers)

    def _limit_headers(self, hop: ParsedUrl, response: httpx2.Response) -> LimitHeaders:
        """Return the names of the site's limit headers; note the number of requests that its API still accepts."""
        site = self.sites.get(hop.host)
        if site is None:
            return LimitHeaders()
        left = requests_left(response.headers, site.limit_headers) if hop.host in site.api_hosts else None
        if left is not None:
            self.requests_left[site.kind] = left
        return site.limit_headers

    async def _document(
        self, request: FetchRequest, hop: ParsedUrl, response: httpx2.Response, trial: Trial
    ) -> Response:
        # The bare stream: httpx2's own decoders detect neither a truncated body nor a decompression bomb.
        chunks = cast(AsyncIterable[bytes], response.stream)
        try:
            if request.download:
                copy = copy_body if request.download.whole else copy_beginning
                await copy(request.asked, response.headers, chunks, request.download)
                body = bytearray()
            else:
                body = await read_body(request.asked, response.headers, chunks, self.limits)
        except NotDocumentation:
            trial.succeeded = True  # a document that is too large is no failure of the site
            raise
        trial.succeeded = True
        return file_of(hop) if request.download else document_of(request, hop, response.headers, body)

    async def _pause(self, request: FetchRequest, hop: ParsedUrl, retry: int, trouble: _TemporaryFailure) -> None:
        pause = pause_before(retry, trouble.retry_after, now=self.clock(), random=self.random)
        left = request.deadline - asyncio.get_running_loop().time()
        if pause is None or pause >= left or not self.breakers.may_retry(hop.origin):
            raise FetchFailed(request.asked, trouble.reason, asked_pause(trouble.retry_after, self.clock()))
        await self.sleep(pause)


@contextmanager
def _fail_if_late(trial: Trial, deadline: float) -> Iterator[None]:
    """Count a cancellation after the deadline as a failure, and one before it (by the callers) as neither."""
    try:
        yield
    except asyncio.CancelledError:
        if asyncio.get_running_loop().time() >= deadline:
            trial.succeeded = False
        raise
