"""The places for requests to a site: never more than there are, over all servers, and a part for each."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context_engine.domain.errors import StoreUnavailable

pytestmark = needs_postgres

SITE = "https://docs.example:443"
NOON = datetime(2027, 1, 1, 12, tzinfo=UTC)
WAIT = 60


class Site:
    """A site that counts the requests under way."""

    def __init__(self) -> None:
        self.under_way: dict[str, int] = {}
        self.answered: dict[str, int] = {}
        self.most = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def answer(self, server: str) -> None:
        self.under_way[server] = self.under_way.get(server, 0) + 1
        self.most = max(self.most, sum(self.under_way.values()))
        try:
            await self.gate.wait()
            await asyncio.wait([asyncio.get_running_loop().create_future()], timeout=0.005)
        finally:
            self.under_way[server] -= 1
        self.answered[server] = self.answered.get(server, 0) + 1


@pytest.fixture
async def table_of() -> AsyncIterator[Callable]:
    """Make the table of a server, all with the same database and eight places."""
    from pro_context_engine.adapters.store.postgres.cached_database import CachedDatabase
    from pro_context_engine.adapters.store.postgres.place_table import PlaceTable

    opened: list = []
    with fresh_database() as url:

        def make(most: int = 8) -> PlaceTable:
            database = CachedDatabase(url, 2, 1 << 30)
            opened.append((PlaceTable(database, most), database))
            return opened[-1][0]

        yield make
        for table, database in opened:
            table.close()
            await database.close()


async def ask(table: object, site: Site, server: str) -> None:
    async with table.place(SITE):
        await site.answer(server)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT):
        while not condition():
            await asyncio.wait([asyncio.get_running_loop().create_future()], timeout=0.01)


async def test_no_more_requests_are_under_way_than_there_are_places(table_of: Callable) -> None:
    tables, site = [table_of() for _ in range(3)], Site()
    asks = [ask(table, site, str(number)) for number, table in enumerate(tables) for _ in range(150)]
    await asyncio.wait_for(asyncio.gather(*asks), WAIT)
    assert site.most <= 8
    assert site.answered == {"0": 150, "1": 150, "2": 150}


async def test_a_server_that_is_alone_has_all_places_and_shares_them_with_one_that_comes(table_of: Callable) -> None:
    first, second, site = table_of(), table_of(), Site()
    site.gate.clear()
    asks = [asyncio.create_task(ask(first, site, "first")) for _ in range(20)]
    await until(lambda: site.under_way.get("first") == 8)
    asks += [asyncio.create_task(ask(second, site, "second")) for _ in range(20)]
    site.gate.set()
    await asyncio.wait_for(asyncio.gather(*asks), WAIT)
    assert site.most == 8
    assert site.answered == {"first": 20, "second": 20}


async def test_each_server_has_its_turn_where_there_are_more_servers_than_places(table_of: Callable) -> None:
    tables, site = [table_of(2) for _ in range(4)], Site()
    over = asyncio.Event()

    async def go_on(number: int) -> None:
        while not over.is_set():
            # A database that stalls for a moment is told to the caller, who asks again.
            with suppress(StoreUnavailable):
                await ask(tables[number], site, str(number))

    going = [asyncio.create_task(go_on(number)) for number in range(4) for _ in range(3)]
    await until(lambda: len(site.answered) == 4 and min(site.answered.values()) >= 5)
    over.set()
    await asyncio.wait_for(asyncio.gather(*going), WAIT)
    assert site.most == 2


async def test_the_places_of_a_server_that_ended_are_free_after_some_seconds(table_of: Callable) -> None:
    first, second, site = table_of(), table_of(), Site()
    site.gate.clear()
    asks = [asyncio.create_task(ask(first, site, "first")) for _ in range(8)]
    await until(lambda: site.under_way.get("first") == 8)
    first.close()
    waiting = asyncio.create_task(ask(second, site, "second"))
    await asyncio.wait([waiting], timeout=0.5)
    assert "second" not in site.under_way
    connections = second._database.connections
    end = "UPDATE pro_context.host_place SET ends_at = ends_at - interval '1 minute'"
    await connections.run("write", lambda connection: connection.execute(end.encode()))
    await until(lambda: "second" in site.under_way)
    site.gate.set()
    await asyncio.wait_for(asyncio.gather(waiting, *asks), WAIT)


async def test_places_that_nobody_uses_are_given_back(table_of: Callable) -> None:
    table, site = table_of(), Site()
    await ask(table, site, "one")
    await until(lambda: not table._sites)
    count = "SELECT count(*) FROM pro_context.host_place"
    rows = await table._database.connections.run("read", lambda connection: connection.execute(count).fetchone())
    assert rows == (0,)


async def test_requests_that_are_given_up_keep_no_place(table_of: Callable) -> None:
    table, site = table_of(2), Site()
    site.gate.clear()
    asks = [asyncio.create_task(ask(table, site, "one")) for _ in range(6)]
    await until(lambda: site.under_way.get("one") == 2)
    for task in (asks[0], asks[3]):
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    site.gate.set()
    await asyncio.wait_for(asyncio.gather(*asks, return_exceptions=True), WAIT)
    assert site.answered == {"one": 4}
    assert site.most == 2
    await asyncio.wait_for(ask(table, site, "one"), WAIT)


async def test_without_the_database_a_server_has_one_place() -> None:
    from pro_context_engine.adapters.store.postgres.cached_database import CachedDatabase
    from pro_context_engine.adapters.store.postgres.place_table import PlaceTable

    table, site = PlaceTable(CachedDatabase("postgresql://127.0.0.1:1/none", 2, 1 << 30), 8), Site()
    await asyncio.wait_for(asyncio.gather(*(ask(table, site, "one") for _ in range(10))), WAIT)
    assert site.most == 1
    table.close()


def share(server: str, wanted: int, places: int = 0, waits: int | None = None) -> object:
    from pro_context_engine.adapters.store.postgres.place_table import Share

    return Share(server, wanted, places, None if waits is None else NOON + timedelta(seconds=waits))


@pytest.mark.parametrize(
    ("own", "others", "part"),
    [
        (("b", 3), [], 8),
        (("b", 9), [("a", 9, 4)], 4),
        (("b", 9), [("a", 1, 1)], 7),
        (("b", 9), [("a", 9, 8)], 0),
        (("b", 9, 8), [("a", 9, 0, 1)], 4),
        (("b", 9), [("a", 9, 3), ("c", 9, 2)], 3),
        (("a", 9), [("b", 9, 3), ("c", 9, 2)], 3),
        (("c", 9), [("a", 9, 3), ("b", 9, 3)], 2),
        (("b", 2), [("a", 9, 4)], 2),
    ],
)
def test_a_part_is_equal_and_what_others_do_not_want(own: tuple, others: list, part: int) -> None:
    from pro_context_engine.adapters.store.postgres.place_table import part_of

    assert part_of(share(*own), [share(*one) for one in others], 8) == part


@pytest.mark.parametrize(
    ("own", "others", "part"),
    [
        (("a", 3, 1), [("b", 3, 1), ("c", 3, 0, 1)], 0),
        (("c", 3, 0, 1), [("b", 3, 1), ("a", 3, 0, 2)], 1),
        (("a", 3, 0, 2), [("b", 3, 1), ("c", 3, 0, 1)], 0),
    ],
)
def test_who_has_waited_longest_comes_first(own: tuple, others: list, part: int) -> None:
    from pro_context_engine.adapters.store.postgres.place_table import part_of

    assert part_of(share(*own), [share(*one) for one in others], 2) == part
