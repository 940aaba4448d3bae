"""What several servers share besides documentation and keys: sessions, rate limits and events."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.shared_state import Event, SharedState, StoredSession, TokenWish

pytestmark = needs_postgres

ALICE = StoredSession(b"\x99" * 32, ("full", "pc_alice"), "2025-11-25", '{"used": []}')
WAIT = 60


@pytest.fixture
def url() -> Any:
    with fresh_database() as address:
        yield address


@pytest.fixture
async def servers(url: str) -> AsyncIterator[list]:
    from pro_context_engine.adapters.store.postgres.shared_tables import PostgresSharedState

    opened = [PostgresSharedState(url) for _ in range(3)]
    for one in opened:
        await until_answered(one)
    yield opened
    for one in opened:
        await one.close()


async def until_answered(state: SharedState) -> None:
    """Wait until the database answers: on a busy machine, to connect takes longer than a request waits."""
    async with asyncio.timeout(WAIT):
        while True:
            with suppress(StoreUnavailable):
                await state.sessions.find(ALICE.digest)
                return
            await asyncio.sleep(0.1)


def execute(url: str, statement: str) -> list[tuple]:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


async def test_a_session_is_found_and_changed_by_every_server_until_it_ends(servers: list) -> None:
    here, there, third = (one.sessions for one in servers)
    await here.put(ALICE)
    await there.put(ALICE._replace(content="{}"))
    assert await there.find(ALICE.digest) == ALICE

    def add(name: str) -> Any:
        return lambda content: json.dumps({"used": [*json.loads(content)["used"], name]})

    await asyncio.gather(*(server.change(ALICE.digest, add(f"{n}")) for n, server in enumerate([here, there, third])))
    found = await here.find(ALICE.digest)
    assert sorted(json.loads(found.content)["used"]) == ["0", "1", "2"]
    await third.end(ALICE.digest)
    assert await here.find(ALICE.digest) is None
    assert await here.change(ALICE.digest, add("late")) is None


async def test_one_of_the_owners_that_want_a_session_at_once_gets_it(servers: list) -> None:
    unowned = ALICE._replace(owner=("full", "anonymous"))
    assert await servers[0].sessions.give(unowned, ALICE.owner) is None
    await servers[0].sessions.put(unowned)
    wanted = [("full", f"pc_{number}") for number in range(3)]
    tables = [one.sessions for one in servers]
    given = await asyncio.gather(*(table.give(unowned, one) for table, one in zip(tables, wanted, strict=True)))
    (stored,) = set(given)
    assert stored.owner in wanted
    assert stored == await servers[0].sessions.find(ALICE.digest)


async def test_idle_sessions_end_and_beyond_a_number_those_of_the_owner_with_most(servers: list, url: str) -> None:
    here, there, _ = servers
    for number in range(6):
        owner = ("full", "pc_bobby" if number else "pc_alice")
        await here.sessions.put(StoredSession(bytes([number]) * 32, owner, "2025-11-25", "{}"))
        execute(url, f"UPDATE pro_context.session SET used_at = now() - interval '{100 - 10 * number} s' "
                     f"WHERE digest = '\\x{bytes([number] * 32).hex()}'")  # fmt: skip
    await there.sessions.touch([bytes([1]) * 32])
    await there.sweep(95, 3)
    left = [number for number in range(6) if await here.sessions.find(bytes([number]) * 32)]
    assert left == [1, 4, 5]
    await there.sessions.put(ALICE)
    await here.sweep(95, 2)
    left = [number for number in range(6) if await here.sessions.find(bytes([number]) * 32)]
    assert (len(left), await here.sessions.find(ALICE.digest)) == (1, ALICE)


async def test_a_session_takes_at_most_four_kilobytes(servers: list, url: str) -> None:
    content = json.dumps({"used": ["x" * 2_980]})
    for number in range(300):
        digest = number.to_bytes(32)
        await servers[0].sessions.put(StoredSession(digest, ("full", "pc_alice"), "2025-11-25", "{}"))
        await servers[1].sessions.change(digest, lambda _: content)
    ((size,),) = execute(url, "SELECT pg_total_relation_size('pro_context.session')")
    assert size / 300 <= 4_096


async def test_servers_take_from_one_bucket_and_none_takes_what_another_has(servers: list) -> None:
    wish = TokenWish("key:alice", 60, 0.0001, 1)
    granted = [(await servers[turn % 3].tokens.take([wish]))[0].granted for turn in range(60)]
    assert granted[0] == 15
    assert sum(granted) == 60
    assert granted[-1] == 0
    (again,) = await servers[0].tokens.take([wish._replace(returned=2)])
    assert again.granted == 1
    assert again.left == pytest.approx(1, abs=0.1)


async def test_a_bucket_fills_with_time_and_never_above_its_burst(servers: list, url: str) -> None:
    wish = TokenWish("key:alice", 10, 1.0, 10)
    assert (await servers[0].tokens.take([wish]))[0].granted == 10
    execute(url, "UPDATE pro_context.token_bucket SET filled_at = filled_at - interval '3 s'")
    (partly,) = await servers[1].tokens.take([wish])
    assert partly.granted == 3
    execute(url, "UPDATE pro_context.token_bucket SET filled_at = filled_at - interval '1 hour'")
    assert (await servers[2].tokens.take([wish]))[0].granted == 10
    await servers[0].sweep(60, 10)
    assert execute(url, "SELECT count(*) FROM pro_context.token_bucket") == [(1,)]
    execute(url, "UPDATE pro_context.token_bucket SET full_at = full_at - interval '2 hours'")
    await servers[0].sweep(60, 10)
    assert execute(url, "SELECT count(*) FROM pro_context.token_bucket") == [(0,)]


async def test_several_buckets_are_taken_from_at_once_in_any_order_by_any_server(servers: list) -> None:
    names = [f"key:{number}" for number in range(5)]

    async def take(server: Any, names: list[str]) -> int:
        wishes = [TokenWish(name, 30, 0.0001, 1) for name in names]
        return sum([grant.granted for _ in range(10) for grant in await server.tokens.take(wishes)])

    taken = await asyncio.gather(
        take(servers[0], names), take(servers[1], names[::-1]), take(servers[2], names[2:] + names[:2])
    )
    assert sum(taken) <= 150


class Heard:
    """The events that a server hears."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Event | None] = asyncio.Queue()

    async def next(self) -> Event | None:
        return await asyncio.wait_for(self.queue.get(), WAIT)


async def listening(server: Any) -> Heard:
    """Let a server listen, and return when it does."""
    heard = Heard()
    await asyncio.wait_for(server.events.listen(heard.queue.put_nowait), WAIT)
    return heard


async def test_events_reach_the_other_servers_in_their_order(servers: list) -> None:
    here, there, third = servers
    heard = await listening(there)
    for number in range(5):
        await (here if number % 2 else third).events.publish("session", str(number))
        await there.events.publish("session", '"own"')
    assert [(await heard.next()).content for _ in range(5)] == ["0", "1", "2", "3", "4"]


async def test_a_server_that_lost_its_connection_reads_what_it_has_missed(servers: list, url: str) -> None:
    here, there, _ = servers
    heard = await listening(there)
    await here.events.publish("first", "1")
    assert (await heard.next()).topic == "first"
    execute(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                 "WHERE datname = current_database() AND pid <> pg_backend_pid()")  # fmt: skip
    await here.events.publish("meanwhile", "2")
    assert await heard.next() == Event("meanwhile", "2")


async def test_a_database_out_of_reach_is_told_at_once() -> None:
    from pro_context_engine.adapters.store.postgres.shared_tables import shared_state_in_database

    state = shared_state_in_database("postgresql://127.0.0.1:1/nothing")
    with pytest.raises(StoreUnavailable):
        await state.tokens.take([TokenWish("a", 1, 1.0, 1)])
    with pytest.raises(StoreUnavailable):
        await state.sessions.find(ALICE.digest)
    with pytest.raises(StoreUnavailable):
        await state.events.publish("a", "{}")
    await state.close()
