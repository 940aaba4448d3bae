"""A database whose disk is full: what was stored stays, and what cannot be stored is said."""

import asyncio
import logging
import random
from datetime import datetime

import pytest
from tests.postgres import OwnServer, enlarge, needs_disk, needs_postgres, small_disk

from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry

pytestmark = [needs_postgres, needs_disk]

MEGABYTES = 110
"""A new database takes 60 of them."""

MOST = 1_000
REFUSED = 5
WORDS = random.Random(7).choices([f"{number:x}" * 3 for number in range(4_000, 40_000)], k=60_000)


def address(number: int) -> str:
    return f"https://docs.example/p{number}"


def page(number: int) -> tuple[Page, list[Chunk]]:
    """Return a page of 200 KB that no compression makes much smaller."""
    words = random.Random(number).choices(WORDS, k=20_000)
    texts = [" ".join(words[start : start + 1_000]) for start in range(0, len(words), 1_000)]
    chunks = [
        Chunk(f"{number}-{at}", address(number), "", "", "", (), f"a{at}", text, 2_000, at + 1, at)
        for at, text in enumerate(texts)
    ]
    return Page(address(number), f"Page {number}", " ".join(texts)), chunks


async def test_what_was_stored_stays_and_writing_goes_on_when_there_is_room(
    noon: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    from pro_context_engine.adapters.store.postgres import open_database

    with small_disk(MEGABYTES) as disk:
        server = OwnServer(disk / "data")
        store = open_database(server.url, 1 << 40)
        entries = tuple(TocEntry(f"Page {number}", address(number)) for number in range(MOST))
        await store.put_toc("acme/rockets", Toc(entries, SourceName.CUSTOM, "here"), noon)
        acknowledged, refused = [], 0
        with caplog.at_level(logging.WARNING):
            for number in range(MOST):
                try:
                    assert await store.put_page("acme/rockets", "", *page(number), noon)
                except StoreUnavailable:
                    refused += 1
                    if refused == REFUSED:
                        break
                else:
                    acknowledged.append(address(number))
        assert refused == REFUSED
        assert acknowledged
        assert "documentation store fails (write: DiskFull" in caplog.text
        assert not await store.writable()

        enlarge(disk, 4 * MEGABYTES)
        await _ready(server, store)
        assert sorted(await store.pages("acme/rockets", "")) == sorted(acknowledged)
        assert await store.verify() == []
        assert await store.put_page("acme/rockets", "", *page(MOST - 1), noon)
        await store.close()
        server.close()


async def _ready(server: OwnServer, store: object) -> None:
    """Wait until the database takes writes; start it where the full disk has ended it."""
    async with asyncio.timeout(60):
        while not await store.writable():
            if not server.runs:
                await asyncio.sleep(2)
            if not server.runs:
                server.start()
            await asyncio.sleep(0.1)
