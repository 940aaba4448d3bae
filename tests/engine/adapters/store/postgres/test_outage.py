"""The patience with a database: it answers others meanwhile, or it is silent."""

import asyncio

import pytest
from tests.postgres import fresh_database, needs_postgres

pytestmark = needs_postgres


async def test_a_call_waits_for_its_turn_while_the_database_answers_others() -> None:
    from pro_context_engine.adapters.store.postgres.outage import Outage

    outage, is_answered = Outage(), asyncio.Event()

    # So long that a busy machine, which stops the process for some tenths of a second, is not taken for silence.
    patience = 1.0

    async def waiting() -> None:
        async with outage.bounded(patience):
            await is_answered.wait()

    async def others() -> None:
        for _ in range(12):
            async with outage.bounded(patience):
                await asyncio.wait([asyncio.get_running_loop().create_future()], timeout=0.1)
        is_answered.set()

    await asyncio.gather(waiting(), others())


async def test_a_call_of_a_silent_database_ends_in_time() -> None:
    from pro_context_engine.adapters.store.postgres.outage import Outage

    begun = asyncio.get_running_loop().time()
    with pytest.raises(TimeoutError):
        async with Outage().bounded(0.05):
            await asyncio.Event().wait()
    assert asyncio.get_running_loop().time() - begun < 1


async def test_no_call_waits_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from pro_context_engine.adapters.store.postgres import outage as module

    monkeypatch.setattr(module, "QUEUE_SECONDS", 0.1)
    outage = module.Outage()

    async def others() -> None:
        while True:
            async with outage.bounded(1):
                await asyncio.wait([asyncio.get_running_loop().create_future()], timeout=0.01)

    answering = asyncio.create_task(others())
    with pytest.raises(TimeoutError):
        async with outage.bounded(1):
            await asyncio.Event().wait()
    answering.cancel()


async def test_a_call_with_a_longer_time_of_its_own_has_that_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from pro_context_engine.adapters.store.postgres import outage as module

    monkeypatch.setattr(module, "QUEUE_SECONDS", 0.05)
    async with module.Outage().bounded(60):
        await asyncio.sleep(0.3)


@pytest.mark.parametrize(("patience", "is_answered"), [(0.6, False), (60, True)])
async def test_a_read_takes_as_long_as_the_operator_allows(patience: float, is_answered: bool) -> None:
    from pro_context_engine.adapters.store.postgres.database import Database
    from pro_context_engine.domain.errors import StoreUnavailable

    with fresh_database() as url:
        database = Database(url, 1, patience)
        try:
            read = database.run("read", lambda connection: connection.execute("SELECT pg_sleep(2.2), 1").fetchone())
            if is_answered:
                assert await read == ("", 1)
            else:
                with pytest.raises(StoreUnavailable):
                    await read
        finally:
            await database.close()
