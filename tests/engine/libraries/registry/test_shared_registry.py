"""The registry that the servers of one database share: who uses which, and what stays when the database is away."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.engine.libraries.registry.conftest import Bench
from tests.postgres import fresh_database, needs_postgres
from tests.worlds.registry_feed import Feed, entry, manifest

from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.shared_registry import RegistryCheck, RegistryName
from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.refusal import RegistryRefused

pytestmark = needs_postgres

SHIPPED = known_libraries.shipped_version()
ROCKETS, KITES = entry("acme/rockets"), entry("acme/kites")


@pytest.fixture
async def benches(tmp_path: Path, feed: Feed) -> AsyncIterator[list[Bench]]:
    """Make what brings registries on three servers: two with a disk, one without."""
    from pro_context_engine.adapters.store.postgres.database import Database
    from pro_context_engine.adapters.store.postgres.registry_table import RegistryTable

    with fresh_database() as url:
        databases = [Database(url, 1) for _ in range(3)]
        folders = [tmp_path / "first", tmp_path / "second", None]
        yield [Bench(folder, feed, RegistryTable(one)) for folder, one in zip(folders, databases, strict=True)]
        for one in databases:
            await one.close()


async def in_use(bench: Bench) -> str:
    """Return the version that a server uses once it has looked at the database."""
    async with bench.updates() as updates:
        await updates.follow()
        return updates.in_use.known.version


async def test_what_one_server_takes_every_server_uses_without_fetching_it(benches: list[Bench], feed: Feed) -> None:
    first, second, diskless = benches
    feed.publish("registry-v2027-01-01", ROCKETS, KITES)
    async with first.updates() as updates:
        await updates.update()
    asked = len(feed.asked)
    for other in (second, diskless):
        assert await in_use(other) == "registry-v2027-01-01"
        assert [library.library_id for library in other.used[0].libraries] == ["acme/rockets", "acme/kites"]
    # From the next start on it needs no database for that.
    assert second.version() == "registry-v2027-01-01"
    async with second.updates() as updates:
        assert (await updates.update()).differences.any is False
    assert feed.asked[asked:] == ["/manifest.json"]


async def test_the_newest_list_that_a_server_has_is_that_of_all(benches: list[Bench], feed: Feed) -> None:
    first, second, _ = benches
    feed.publish("registry-v2027-01-01", ROCKETS)
    alone = Bench(second.directory, feed)
    async with alone.updates() as updates:
        await updates.update()
    assert await in_use(first) == SHIPPED
    # The second server joins with the newer one of its own.
    assert await in_use(second) == "registry-v2027-01-01"
    assert await in_use(first) == "registry-v2027-01-01"


async def test_an_older_one_that_is_forced_is_used_by_all_until_the_next_update(
    benches: list[Bench], feed: Feed
) -> None:
    first, second, _ = benches
    feed.publish("registry-v2020-01-01", KITES)
    async with first.updates() as updates:
        await updates.update(force=True)
    assert await in_use(second) == "registry-v2020-01-01"
    data = known_libraries.shipped()
    feed.files = {"/registry.json": data, "/manifest.json": manifest(SHIPPED, data)}
    async with second.updates() as updates:
        assert (await updates.update()).version == SHIPPED
    assert await in_use(first) == SHIPPED
    assert first.version() == SHIPPED


async def test_one_server_checks_for_all(benches: list[Bench], feed: Feed) -> None:
    first, second, diskless = benches
    feed.publish("registry-v2027-01-01", ROCKETS)
    for bench in (first, second, diskless):
        async with bench.updates() as updates:
            updates.start(0)
            # The check; the other task follows the servers until the end.
            await updates._behind[0]
            assert (await updates.last_check()).outcome == "updated"
    assert feed.asked == ["/manifest.json", "/registry.json"]


async def test_a_list_that_cannot_be_read_here_is_told_once_and_not_used(
    benches: list[Bench], caplog: pytest.LogCaptureFixture
) -> None:
    first, *_ = benches
    name = RegistryName("registry-v2027-01-01", "0" * 64, kept=False)
    await first.shared.put(name, b"{}", if_newer=False)
    async with first.updates() as updates:
        for _ in range(3):
            await updates.follow()
        assert updates.in_use.known.version == SHIPPED
    assert caplog.text.count("registry-v2027-01-01, is not used: it is damaged") == 1


async def test_an_offer_does_not_replace_a_newer_or_a_kept_one(benches: list[Bench]) -> None:
    shared = benches[0].shared
    old, new = (RegistryName(f"registry-v2027-01-0{day}", str(day) * 64, kept=False) for day in (1, 2))
    kept = RegistryName("registry-v2020-01-01", "a" * 64, kept=True)
    await shared.put(old, b"old", if_newer=True)
    await shared.put(new, b"new", if_newer=True)
    await shared.put(old, b"old", if_newer=True)
    assert await shared.named() == new
    assert await shared.content(new) == b"new"
    assert await shared.content(old) is None
    await shared.put(kept, b"kept", if_newer=False)
    await shared.put(new, b"new", if_newer=True)
    assert await shared.named() == kept


async def test_without_the_database_each_server_uses_what_it_has(
    tmp_path: Path, feed: Feed, caplog: pytest.LogCaptureFixture
) -> None:
    from pro_context_engine.adapters.store.postgres.database import Database
    from pro_context_engine.adapters.store.postgres.registry_table import RegistryTable

    database = Database("postgresql://nobody@127.0.0.1:1/nothing", 1)
    bench = Bench(tmp_path, feed, RegistryTable(database))
    feed.publish("registry-v2027-01-01", ROCKETS)
    assert await in_use(bench) == SHIPPED
    async with bench.updates() as updates:
        updates.start(0)
        await updates._behind[0]
        assert await updates.last_check() is None
        with pytest.raises(RegistryRefused, match="the database does not answer"):
            await updates.update()
    assert bench.version() == SHIPPED
    with pytest.raises(StoreUnavailable):
        await bench.shared.note_check(RegistryCheck(bench.clock.now, "current"))
    await database.close()
    assert "failed" not in caplog.text


async def test_a_running_server_follows_within_its_interval(
    benches: list[Bench], feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, _ = benches
    monkeypatch.setattr(second.shared, "look_seconds", 0.01)
    feed.publish("registry-v2027-01-01", ROCKETS)
    async with second.updates(url="") as running, first.updates() as updates:
        running.start()
        await updates.update()
        async with asyncio.timeout(30):
            # It is told to those who use it before it is named as the one in use.
            while running.in_use.known.version != "registry-v2027-01-01":  # noqa: ASYNC110 - the server sets no event
                await asyncio.sleep(0.01)
        assert [known.version for known in second.used] == ["registry-v2027-01-01"]
