"""The database goes away under load and comes back: nothing hangs, nothing stored is lost, and all is as before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from tests.contract.product import Product, opened
from tests.postgres import OwnServer, needs_postgres, own_server

pytestmark = needs_postgres

TIDEWAY = "tideway/tideway"
GIVEN_UP = 30
"""Seconds that a busy machine may take for a call that must not take two."""


@pytest.fixture(scope="module")
def server() -> Iterator[OwnServer]:
    with own_server() as started:
        yield started


class Load:
    """Clients that call tools one after another, and the outcomes of their calls."""

    def __init__(self, product: Product) -> None:
        self._product = product
        self.outcomes: list[tuple[str, str]] = []
        self.slowest = 0.0
        self._clients = [asyncio.create_task(self._client(number)) for number in range(6)]

    async def seen(self, wanted: Callable[[str, str], bool]) -> None:
        """Return when each kind of call has had a wanted outcome from now on."""
        already, missing = len(self.outcomes), 3
        async with asyncio.timeout(GIVEN_UP):
            while missing:
                # The calls of the clients go on meanwhile.
                await asyncio.wait(self._clients, timeout=0.05)
                missing = 3 - len({tool for tool, outcome in self.outcomes[already:] if wanted(tool, outcome)})

    async def end(self) -> None:
        for client in self._clients:
            client.cancel()
        for outcome in await asyncio.gather(*self._clients, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError), outcome

    async def _client(self, number: int) -> None:
        page = f"{self._product.world.origin}/docs/workers.html"
        for turn in count():
            # Answers to questions that were asked before are remembered.
            words = f"worker concurrency {number} {turn}"
            for tool, arguments in (
                ("read-page", {"url": page}),
                ("search-docs", {"query": words, "libraryIds": [TIDEWAY]}),
                ("get-docs", {"libraries": [TIDEWAY], "topic": words}),
            ):
                begun = time.monotonic()
                answer = await self._product.app.dispatcher.call(tool, arguments, self._product.session)
                self.slowest = max(self.slowest, time.monotonic() - begun)
                outcome = "ok" if not answer.get("isError") else answer["content"][0]["text"]
                self.outcomes.append((tool, outcome))
                await asyncio.sleep(0.01)


def is_ok(_: str, outcome: str) -> bool:
    return outcome == "ok"


def is_told_to_wait(tool: str, outcome: str) -> bool:
    """Tell whether a call was told when to ask again; the page stays at hand."""
    is_told = '"STORE_UNAVAILABLE"' in outcome and '"retryAfter":2' in outcome
    return is_told or (tool == "read-page" and outcome == "ok")


@pytest.mark.parametrize("way", ["stopped", "frozen"])
async def test_calls_go_on_when_the_database_is_back(
    server: OwnServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("tests.contract.product.database_of", lambda _: server.url)
    away, back = (server.stop, server.start) if way == "stopped" else (server.freeze, server.thaw)
    async with opened(tmp_path, "tideway") as product:
        await product.docs.warm(TIDEWAY)
        stored = (await product.docs.maintenance.status()).snapshots
        load = Load(product)
        await load.seen(is_ok)
        await asyncio.to_thread(away)
        try:
            await load.seen(is_told_to_wait)
            assert not await product.docs.maintenance.writable()
        finally:
            await asyncio.to_thread(back)
        await load.seen(is_ok)
        assert await product.docs.maintenance.writable()
        await load.end()
        assert all(outcome == "ok" or is_told_to_wait(tool, outcome) for tool, outcome in load.outcomes)
        assert load.slowest < GIVEN_UP
        assert [one.pages for one in (await product.docs.maintenance.status()).snapshots] == [
            one.pages for one in stored
        ]
