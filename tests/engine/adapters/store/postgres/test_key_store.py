"""API keys in a database that several servers share."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context_engine.domain.api_keys import ApiKey, KeysUnavailable, Uses

pytestmark = needs_postgres

NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)
ALICE = ApiKey("pc_alice", b"\x01" * 32, "alice", NOW)
BOB = ApiKey("pc_bobby", b"\x02" * 32, "bob", NOW, is_admin=True, rate_limit=600, expires_at=NOW + timedelta(days=1))


@pytest.fixture
async def stores() -> AsyncIterator[list]:
    from pro_context_engine.adapters.store.postgres.key_store import PostgresKeyStore

    with fresh_database() as url:
        both = [PostgresKeyStore(url), PostgresKeyStore(url)]
        yield both
        for one in both:
            await one.close()


async def test_keys_are_shared_and_a_revoked_one_is_revoked_everywhere(stores: list) -> None:
    here, there = stores
    assert await there.keys() == []
    before = await there.revision()
    assert await here.add(ALICE)
    assert await here.add(BOB)
    assert not await there.add(replace(BOB, prefix=ALICE.prefix))
    assert await there.keys() == [ALICE, BOB]
    between = await there.revision()
    assert before != between == await here.revision()
    assert await here.revoke(ALICE.prefix, NOW)
    assert not await there.revoke(ALICE.prefix, NOW + timedelta(hours=1))
    assert not await there.revoke("pc_nobod", NOW)
    assert await there.revision() != between
    assert (await there.keys())[0].revoked_at == NOW


async def test_uses_add_up_over_servers_and_the_last_one_is_kept(stores: list) -> None:
    here, there = stores
    await here.add(ALICE)
    before = await here.revision()
    await here.note_uses({ALICE.prefix: Uses(3, NOW), "pc_nobod": Uses(1, NOW)})
    await there.note_uses({ALICE.prefix: Uses(2, NOW - timedelta(hours=1))})
    (key,) = await here.keys()
    assert (key.uses, key.last_used_at) == (5, NOW)
    assert await here.revision() == before


async def test_a_database_out_of_reach_is_told_in_our_own_words() -> None:
    from pro_context_engine.adapters.store.postgres.key_store import PostgresKeyStore

    store = PostgresKeyStore("postgresql://someone:secret@127.0.0.1:1/none")
    with pytest.raises(KeysUnavailable) as caught:
        await store.keys()
    assert "secret" not in str(caught.value)
    await store.close()


async def test_a_server_that_meets_the_tables_of_a_newer_release_says_so() -> None:
    from pro_context_engine.adapters.store.postgres.database_connections import connect
    from pro_context_engine.adapters.store.postgres.key_store import PostgresKeyStore

    with fresh_database() as url:
        with connect(url) as connection:
            connection.execute("INSERT INTO pro_context.migration (number, name) VALUES (9999, 'later')")
        store = PostgresKeyStore(url)
        with pytest.raises(KeysUnavailable, match="the database of the keys has the tables of a newer release"):
            await store.keys()
        await store.close()
