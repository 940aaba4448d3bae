"""Several servers of one database: each page is fetched once, and one server finishes what another has begun."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contract.product import engine_settings
from tests.postgres import fresh_database, needs_postgres
from tests.worlds import World, serve

from pro_context_engine import DocsEngine, DocsError, open_engine
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.settings import CustomSource, Patience
from pro_context_engine.domain.work_leases import OwnLeases
from pro_context_engine.domain.work_queue import task_of

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
    pages = [(await engine.maintenance.status()).snapshots[0].pages for engine in engines]
    assert len(set(pages)) == 1


class BusySite:
    """A site with several libraries, which counts the requests under way."""

    def __init__(self) -> None:
        self.under_way = self.most = self.answered = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
                self.under_way += 1
                self.most = max(self.most, self.under_way)
                await asyncio.wait([asyncio.get_running_loop().create_future()], timeout=0.02)
                self.under_way -= 1
                self.answered += 1
                body = self.body(path).encode()
                head = f"HTTP/1.1 200 OK\r\nContent-Type: text/markdown\r\nContent-Length: {len(body)}\r\n\r\n"
                writer.write(head.encode() + body)
        writer.close()

    def body(self, path: str) -> str:
        if not path.endswith("/llms.txt"):
            return f"# {path}\n\nText.\n"
        folder = path.rpartition("/")[0]
        return "\n".join(["# Site", "", *(f"- [Page {one}]({folder}/{one}.md)" for one in range(40)), ""])


@needs_postgres
async def test_all_servers_together_send_a_site_no_more_requests_at_a_time_than_one(url: str, tmp_path: Path) -> None:
    site = BusySite()
    server = await asyncio.start_server(site.answer, "127.0.0.1", 0)
    origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    names = ["a", "b", "c"]
    custom = [CustomSource(name, "url", f"{origin}/{name}/llms.txt", f"own/{name}") for name in names]
    async with AsyncExitStack() as stack:
        engines = []
        for name in names:
            settings = replace(engine_settings((), tmp_path / name, custom), store_url=url)
            engines.append(open_engine(settings))
            stack.push_async_callback(engines[-1].close)
        warm = [engine.warm(f"own/{name}") for engine, name in zip(engines, names, strict=True)]
        await asyncio.wait_for(asyncio.gather(*warm), WAIT)
    server.close()
    assert site.answered == 3 * 41
    assert 3 <= site.most <= settings.fetch.per_host


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
    others = [(await one.open_parts()).work_takeover for one in (second, third)]
    await asyncio.gather(*(one.take_over() for one in others))
    assert (await second.maintenance.status()).snapshots[0].pages == 0
    execute(url, "UPDATE pro_context.lease SET ends_at = now() - interval '1 s'")
    await asyncio.gather(*(one.take_over() for one in others))
    await asyncio.gather(*(one.finished() for one in others))
    assert (await third.maintenance.status()).snapshots[0].pages > 3
    assert execute(url, "SELECT reason FROM pro_context.task") == []


@needs_postgres
async def test_a_task_of_a_worker_that_ended_goes_to_another_one_and_a_failing_one_is_listed(
    engines: list[DocsEngine], url: str
) -> None:
    here, there, _ = [(await engine.open_parts()).store.queue for engine in engines]
    task = task_of("nobody/nothing", "")
    await here.put(task)
    await there.put(task)
    assert await here.take() == task
    assert await there.take() is None
    execute(url, "UPDATE pro_context.task SET due_at = now()")
    work_takeover = (await engines[1].open_parts()).work_takeover
    for attempt in range(4):
        assert (await engines[2].status()).failed_work == ()
        await work_takeover.take_over()
        await work_takeover.finished()
        (wait,) = execute(url, "SELECT round(extract(epoch FROM due_at - now()) / 600) FROM pro_context.task")
        assert wait[0] == [1, 2, 4, 144][attempt]
        assert await here.take() is None
        execute(url, "UPDATE pro_context.task SET due_at = now()")
    (failed,) = (await engines[2].status()).failed_work
    assert (failed.library_id, failed.attempts) == ("nobody/nothing", 4)
    assert failed.reason
    await here.take()
    await here.done(task)
    assert await there.failed() == []


@needs_postgres
async def test_servers_leave_to_a_worker_what_no_request_waits_for(world: World, url: str, tmp_path: Path) -> None:
    settings = replace(
        engine_settings([world], tmp_path / "server"),
        store_url=url,
        leave_to_workers=True,
        patience=Patience(answers=0),
    )
    server = open_engine(settings)
    worker = open_engine(replace(engine_settings([world], tmp_path / "worker"), store_url=url))
    with suppress(DocsError):
        await server.passages([(TIDEWAY, None)], "workers", 2_000)
    assert execute(url, "SELECT task FROM pro_context.task") == [(task_of(TIDEWAY, ""),)]
    assert execute(url, "SELECT count(*) FROM pro_context.lease") == [(0,)]
    work_takeover = (await worker.open_parts()).work_takeover
    await work_takeover.take_over()
    await work_takeover.finished()
    snapshot = (await server.maintenance.status()).snapshots[0]
    assert snapshot.pages > snapshot.total_pages * 0.9
    assert execute(url, "SELECT count(*) FROM pro_context.task") == [(0,)]
    await server.close()
    await worker.close()


@needs_postgres
async def test_the_pages_that_a_waiting_server_needs_are_fetched_first(engines: list[DocsEngine], url: str) -> None:
    here, there, _ = [(await engine.open_parts()).store.leases for engine in engines]
    assert await here.take("pages")
    await there.want("pages", ["https://docs.example/b"])
    await there.want("pages", ["https://docs.example/a"])
    assert await here.wanted("pages") == ["https://docs.example/b", "https://docs.example/a"]
    assert await there.wanted("pages") == []
    await here.release("pages")


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
    await leases.want("a", ["https://docs.example/a"])
    assert await leases.wanted("a") == []
    await leases.collect()
    store = open_store(tmp_path)
    assert await store.leases.take("a")
    await store.queue.put("a")
    assert await store.queue.take() is None
    await store.queue.done("a")
    await store.queue.fail("a", "it fails")
    assert await store.queue.failed() == []
    await store.close()
