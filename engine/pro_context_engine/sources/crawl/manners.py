"""The rules for requests to a site: its robots.txt is obeyed, and pages are asked for one by one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from pro_context_engine.domain.errors import DocsError, FetchFailed, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.page_address import origin_of
from pro_context_engine.sources.crawl.robots import MAX_BYTES, NOTHING, Robots, parse

LONGEST_DELAY = 10.0
"""The most seconds between two requests, even if a robots.txt asks for more."""

ROBOTS_SECONDS = 3_600.0
"""Seconds for which a robots.txt is kept; RFC 9309 allows a day."""

MOST_SITES = 1_000
"""Sites that are remembered; beyond that all are forgotten."""

FORBIDDEN = "its robots.txt forbids it"
UNREADABLE = "its robots.txt cannot be read"


class Manners:
    """Admits one request after the other to each site.

    Args:
        fetcher: fetches a robots.txt.
        delay: seconds between two requests to a site.
        timer: monotonic seconds.
        sleep: waits for seconds.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        delay: float,
        *,
        timer: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._fetcher = fetcher
        self._delay = delay
        self._timer = timer
        self._sleep = sleep
        self._robots: dict[str, tuple[float, Robots]] = {}
        self._turns: dict[str, float] = {}

    async def admit(self, url: str, origins: Sequence[str] = ()) -> None:
        """Wait until a page may be asked for.

        Args:
            url: of the page.
            origins: what `Fetcher.fetch` takes.

        Raises:
            UrlRefused: the site's robots.txt, or the address guard, forbids it.
            FetchFailed: the site does not answer.
        """
        origin = origin_of(url)
        try:
            robots = await self.robots(url, origins)
        except (UrlRefused, FetchFailed) as fact:
            fact.url = url
            raise
        # A hostile file can make this take a seventh of a second.
        if not await asyncio.to_thread(robots.allows, url):
            raise UrlRefused(url, UNREADABLE if robots is NOTHING else FORBIDDEN)
        now = self._timer()
        turn = max(now, self._turns.get(origin, now))
        if len(self._turns) >= MOST_SITES:
            self._turns = {site: moment for site, moment in self._turns.items() if moment > now}
        self._turns[origin] = turn + max(self._delay, min(robots.delay, LONGEST_DELAY))
        if turn > now:
            await self._sleep(turn - now)

    async def robots(self, url: str, origins: Sequence[str]) -> Robots:
        """Return the rules of a page's site.

        Args:
            url: of the page.
            origins: what `Fetcher.fetch` takes.

        Raises:
            UrlRefused: the address guard refuses the site.
            FetchFailed: the site does not answer.
        """
        origin = origin_of(url)
        until, robots = self._robots.get(origin, (0.0, NOTHING))
        if self._timer() >= until:
            robots = await self._read(origin, origins)
            if len(self._robots) >= MOST_SITES:
                self._robots.clear()
            # The next crawl asks again for a file that could not be read.
            self._robots[origin] = (self._timer() + (0.0 if robots is NOTHING else ROBOTS_SECONDS), robots)
        return robots

    async def _read(self, origin: str, origins: Sequence[str]) -> Robots:
        """Return the rules of a site: none where it has no robots.txt, `NOTHING` where the file cannot be read."""
        try:
            body = await self._fetcher.beginning(f"{origin}/robots.txt", max_bytes=MAX_BYTES, origins=origins)
        except PageMissing:
            return Robots()
        except FetchFailed as fact:
            if fact.unreachable or fact.reason == FetchFailed.NO_ADDRESS:
                raise
            return Robots() if fact.answered and not fact.reason.startswith(FetchFailed.LIMIT_REACHED) else NOTHING
        except DocsError as fact:
            if isinstance(fact, UrlRefused) and not fact.reason.startswith("redirect"):
                raise
            return NOTHING
        return await asyncio.to_thread(parse, body.decode("utf-8", errors="replace"))
