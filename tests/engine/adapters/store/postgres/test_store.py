"""What a PostgreSQL store does besides what every store does: migrations, several servers, its bound, trouble."""

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.model import Chunk, Page, Toc
from pro_context_engine.search.index.analysis import analyse

pytestmark = needs_postgres

Tocs = Callable[..., Toc]
Pages = Callable[..., tuple[Page, list[Chunk]]]


@pytest.fixture
async def stores() -> AsyncIterator[list]:
    """Open the stores of two servers."""
    from pro_context_engine.adapters.store.postgres import open_database

    with fresh_database() as url:
        both = [open_database(url), open_database(url)]
        yield both
        for one in both:
            await one.close()


async def test_servers_that_start_together_migrate_once() -> None:
    from pro_context_engine.adapters.store.postgres import open_database
    from pro_context_engine.adapters.store.postgres.database_connections import connect
    from pro_context_engine.adapters.store.postgres.migration import migrations

    with fresh_database(migrated=False) as url:
        several = [open_database(url) for _ in range(4)]
        assert await asyncio.gather(*(one.snapshots() for one in several)) == [[]] * 4
        with connect(url) as connection:
            seen = connection.execute("SELECT name FROM pro_context.migration ORDER BY number").fetchall()
        assert [name for (name,) in seen] == [one.name for one in migrations()]
        for one in several:
            await one.close()


async def test_servers_that_find_no_tables_at_the_same_moment_migrate_one_after_the_other() -> None:
    from pro_context_engine.adapters.store.postgres.database_connections import connect
    from pro_context_engine.adapters.store.postgres.migration import is_current, prepare, state_of

    together = threading.Barrier(4)

    def start(url: str) -> bool:
        with connect(url) as connection:
            together.wait(30)
            prepare(connection)
            return is_current(state_of(connection))

    with fresh_database(migrated=False) as url:
        assert all(await asyncio.gather(*(asyncio.to_thread(start, url) for _ in range(together.parties))))


async def test_tables_of_a_newer_release_are_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    from pro_context_engine.adapters.store.postgres import open_database
    from pro_context_engine.adapters.store.postgres.database_connections import connect

    with fresh_database() as url:
        with connect(url) as connection:
            connection.execute("INSERT INTO pro_context.migration (number, name) VALUES (9999, 'later')")
        store = open_database(url)
        with pytest.raises(StoreUnavailable), caplog.at_level(logging.WARNING):
            await store.snapshots()
        assert "has the tables of a newer release" in caplog.text
        await store.close()


async def test_a_server_stops_writing_when_a_newer_one_has_other_terms(
    stores: list, toc_of: Tocs, noon: datetime
) -> None:
    from pro_context_engine.adapters.store.postgres.database_connections import connect

    store = stores[0]
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    with connect(store._database.connections._url) as connection:
        connection.execute("UPDATE pro_context.revision SET terms = terms + 1")
    with pytest.raises(StoreUnavailable):
        await store.put_toc("acme/rockets", toc_of("start"), noon)


async def test_documentation_with_other_terms_is_emptied(toc_of: Tocs, noon: datetime) -> None:
    from pro_context_engine.adapters.store.postgres import open_database
    from pro_context_engine.adapters.store.postgres.database_connections import connect

    with fresh_database() as url:
        store = open_database(url)
        await store.put_toc("acme/rockets", toc_of("start"), noon)
        await store.close()
        with connect(url) as connection:
            connection.execute("UPDATE pro_context.revision SET terms = 0")
        store = open_database(url)
        assert await store.snapshots() == []
        await store.close()


async def test_what_one_server_stores_another_one_answers(
    stores: list, toc_of: Tocs, page_of: Pages, noon: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pro_context_engine.adapters.store.postgres.cached_database.POLL_SECONDS", 0.0)
    here, there = stores
    url = "https://docs.example/start"
    assert await there.page(url) is None
    await here.put_toc("acme/rockets", toc_of("start"), noon)
    for text in ("Fuel.\n", "Wings.\n"):
        await here.put_page("acme/rockets", "", *page_of("start", text), noon)
        assert (await here.page(url)).page.markdown == (await there.page(url)).page.markdown == text
        assert len(await there.search(analyse(text), None, 10)) == 1
    await there.drop_page("acme/rockets", "", url)
    assert await here.page(url) is None
    assert await here.search(["wing"], None, 10) == []


async def test_servers_that_store_the_same_pages_at_once_keep_each_once(
    stores: list, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    names = [f"page{number}" for number in range(6)]
    await stores[0].put_toc("acme/rockets", toc_of(*names), noon)
    puts = [store.put_page("acme/rockets", "", *page_of(name, "Fuel.\n"), noon) for name in names for store in stores]
    assert all(await asyncio.gather(*puts))
    (snapshot,) = await stores[1].snapshots()
    assert snapshot.pages == len(names)
    assert len(await stores[1].search(["fuel"], None, 100)) == len(names)
    assert await stores[1].verify() == []


async def test_snapshots_used_longest_ago_make_room_within_the_bound(
    toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    from pro_context_engine.adapters.store.postgres import open_database

    now = noon
    with fresh_database() as url:
        store = open_database(url, 300_000, lambda: now)
        names = [f"page{number}" for number in range(10)]
        for library in range(6):
            await store.put_toc(f"acme/rockets{library}", toc_of(*names), now)
            for name in names:
                assert await store.put_page(f"acme/rockets{library}", "", *page_of(name, "Fuel burns.\n" * 300), now)
            now += timedelta(hours=1)
            assert (await store.status()).size < 330_000
        left = {snapshot.library_id: snapshot.pages for snapshot in await store.snapshots()}
        assert "acme/rockets0" not in left
        assert left["acme/rockets5"] == len(names)
        assert await store.verify() == []
        await store.close()


async def test_documentation_in_use_is_not_deleted_for_more(
    toc_of: Tocs, page_of: Pages, noon: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    from pro_context_engine.adapters.store.postgres import open_database

    with fresh_database() as url:
        store = open_database(url, 50_000, lambda: noon)
        names = [f"page{number}" for number in range(10)]
        await store.put_toc("acme/rockets", toc_of(*names), noon)
        with caplog.at_level(logging.WARNING):
            stored = [
                await store.put_page("acme/rockets", "", *page_of(name, "Fuel burns.\n" * 500), noon) for name in names
            ]
        assert stored[0]
        assert not stored[-1]
        assert caplog.text.count("is full of documentation in use") == 1
        await store.close()


async def test_clearing_leaves_nothing_and_tells_what_went(
    stores: list, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    here, there = stores
    for library in ("acme/rockets", "acme/kites"):
        await here.put_toc(library, toc_of("start"), noon)
        await here.put_page(library, "", *page_of("start", "Fuel.\n"), noon)
    assert [one.library_id for one in await here.clear(["acme/kites"])] == ["acme/kites"]
    assert len(await here.clear(None)) == 1
    assert (await here.status()).size == 0
    assert await there.snapshots() == []
    assert await here.writable()


async def test_without_its_database_cached_pages_are_answered_and_the_rest_says_when_to_ask_again(
    toc_of: Tocs, page_of: Pages, noon: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    from pro_context_engine.adapters.store.postgres import open_database
    from pro_context_engine.adapters.store.postgres.database_connections import connect

    with fresh_database() as url:
        store = open_database(url)
        await store.put_toc("acme/rockets", toc_of("start", "api"), noon)
        await store.put_page("acme/rockets", "", *page_of("start", "Fuel.\n"), noon)
        page = await store.page("https://docs.example/start")
        name = url.partition("?")[0].rpartition("/")[2]
        with connect(url.replace(f"/{name}?", "/postgres?")) as connection:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
            with pytest.raises(StoreUnavailable) as caught, caplog.at_level(logging.WARNING):
                await store.page("https://docs.example/api")
            assert caught.value.retry_after > 0
            assert await store.page("https://docs.example/start") == page
            assert store.failing
            assert not await store.writable()
            assert (await store.status()).trouble
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())
        # A balancer asks nothing else until the server is ready.
        assert await store.writable()
        assert await store.page("https://docs.example/api") is None
        assert "postgresql://" not in caplog.text
        await store.close()


async def test_connections_that_the_server_ended_are_opened_again(stores: list, toc_of: Tocs, noon: datetime) -> None:
    from pro_context_engine.adapters.store.postgres.database_connections import connect

    store = stores[0]
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    with connect(store._database.connections._url) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    await store.put_toc("acme/kites", toc_of("start"), noon)
    assert len(await store.snapshots()) == 2
    assert not store.failing


async def test_no_statement_stays_prepared_and_no_setting_outlives_a_transaction(
    stores: list, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    store = stores[0]
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    for _ in range(8):
        await store.put_page("acme/rockets", "", *page_of("start", "Fuel.\n"), noon)
        await store.search(["fuel"], None, 10)
    left = [
        connection.execute(
            "SELECT count(*), current_setting('statement_timeout'), current_setting('enable_seqscan') "
            "FROM pg_prepared_statements"
        ).fetchone()
        for connection in store._database.connections._open
    ]
    assert set(left) == {(0, "0", "on")}


async def test_a_database_that_hangs_is_given_up_in_time(
    stores: list, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    from pro_context_engine.adapters.store.postgres.database_connections import connect

    store = stores[0]
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    with connect(store._database.connections._url) as connection:
        backends = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
        for (backend,) in backends:
            os.kill(backend, signal.SIGSTOP)
        try:
            started = time.monotonic()
            with pytest.raises(StoreUnavailable):
                await asyncio.gather(*(store.toc_text("acme/rockets", "") for _ in range(4)))
            assert time.monotonic() - started < 10
        finally:
            for (backend,) in backends:
                os.kill(backend, signal.SIGCONT)
    assert await store.page("https://docs.example/none") is None
    assert await store.put_page("acme/rockets", "", *page_of("start", "Fuel.\n"), noon)
    assert not store.failing
