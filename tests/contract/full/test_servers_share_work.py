"""Several servers of one database: each page is fetched once, and one server finishes what another has begun."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contract.product import engine_settings
from tests.postgres import fresh_database, needs_postgres
from tests.worlds import World, serve

from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.work_leases import OwnLeases

TIDEWAY = "tideway/tideway"
WAIT = 60


@pytest.fixture
def world() -> Iterator[World]:
    with serve("tideway") as served:
        yield served


@pytest.fixture
def url() -> Iterator[str]:
    with fresh_database() as address:
        yield address


@pytest.fixture
async def engines(world: World, url: str, tmp_path: Path) -> AsyncIterator[list[DocsEngine]]:
    async with AsyncExitStack() as stack:
        opened = []
        for number in range(3):
            settings = replace(engine_settings([world], tmp_path / str(number)), store_url=url)
            opened.append(open_engine(settings))
            stack.push_async_callback(opened[-1].close)
        yield opened


def execute(url: str, statement: str) -> list[tuple]:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def twice(world: World) -> list[str]:
    """Return what was asked for more than once."""
    return [path for path, times in Counter(world.asked).items() if times > 1]


@needs_postgres
async def test_a_library_that_all_servers_are_asked_for_at_once_is_fetched_once(
    engines: list[DocsEngine], world: World, url: str
) -> None:
    await asyncio.gather(*(engine.warm(TIDEWAY) for engine in engines for _ in range(20)))
    assert world.asked
    assert twice(world) == []
    assert execute(url, "SELECT count(*) FROM pro_context.lease") == [(0,)]
    pages = [(await engine.upkeep.status()).snapshots[0].pages for engine in engines]
    assert len(set(pages)) == 1


@needs_postgres
async def test_a_page_that_all_servers_are_asked_for_at_once_is_fetched_once(
    engines: list[DocsEngine], world: World
) -> None:
    address = f"{world.origin}/docs/workers.html"
    read = await asyncio.gather(*(engine.page(address) for engine in engines for _ in range(20)))
    assert len({one.page.markdown for one in read}) == 1
    assert twice(world) == []


@needs_postgres
async def test_a_server_finishes_what_another_has_begun(engines: list[DocsEngine], url: str) -> None:
    first, second, third = engines
    await first.library(TIDEWAY)
    # Of the first server that ended without notice, only its lease is left.
    task = json.dumps([TIDEWAY, ""])
    leases = (await first.open_parts()).store.leases
    assert await leases.take("pages", task)
    others = [(await one.open_parts()).handing_on for one in (second, third)]
    await asyncio.gather(*(one.take_over() for one in others))
    assert (await second.upkeep.status()).snapshots[0].pages == 0
    execute(url, "UPDATE pro_context.lease SET ends_at = now() - interval '1 s'")
    await asyncio.gather(*(one.take_over() for one in others))
    backfills = [(await one.open_parts()).backfills for one in (second, third)]
    assert sum(one.count() for one in backfills) == 1
    whole = await second.warm(TIDEWAY)
    assert whole.pages > 3


@needs_postgres
async def test_a_lease_has_one_server_until_it_ends_or_is_given_back(engines: list[DocsEngine], url: str) -> None:
    here, there, _ = [(await engine.open_parts()).store.leases for engine in engines]
    assert await here.take("a")
    assert await here.take("a")
    assert not await there.take("a")
    await here.release("a")
    assert not await there.take("a")
    await here.release("a")
    assert await there.take("a")
    execute(url, "UPDATE pro_context.lease SET ends_at = now() - interval '1 s'")
    assert await here.take("a")
    assert not await there.take("a")
    # What the other server had is not its own to give back.
    await there.release("a")
    assert not await there.take("a")
    await here.release("a")


async def test_a_server_that_is_alone_does_all_work(tmp_path: Path) -> None:
    leases = OwnLeases()
    assert await leases.take("a")
    assert await leases.take("a")
    await leases.release("a")
    assert await leases.abandoned() == []
    store = open_store(tmp_path)
    assert await store.leases.take("a")
    await store.close()
