"""A published registry is taken whole and sound, or not at all.

Long, for each way in which a publication can be wrong is tried against the same one, with what stays in use after it.
"""

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest
from tests.engine.libraries.registry.conftest import Bench
from tests.worlds.registry_feed import Feed, entry, manifest

from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.manifest import MOST_BYTES, MOST_MANIFEST_BYTES
from pro_context_engine.libraries.registry.refusal import RegistryRefused

SHIPPED = known_libraries.shipped_version()
ROCKETS = entry("acme/rockets", docsUrl="https://docs.rockets.example/")
MOVED = entry("acme/rockets", docsUrl="https://rockets.example/docs/")
KITES = entry("acme/kites")


async def refusal(bench: Bench, location: str = "", *, force: bool = False, sha256: str = "") -> str:
    """Return why an update is not taken; what was in use stays, and nothing is left on disk."""
    before, files = bench.version(), stored(bench)
    bench.used.clear()
    async with bench.updates() as updates:
        with pytest.raises(RegistryRefused) as refused:
            await updates.update(location, force=force, sha256=sha256)
        assert updates.in_use.known.version == before
    assert (bench.version(), stored(bench), bench.used) == (before, files, [])
    return refused.value.reason


def stored(bench: Bench) -> list[str]:
    folder = bench.folder.path
    names = [file.name for file in folder.iterdir()] if folder and folder.is_dir() else []
    return sorted(name for name in names if name != "last-check.json")


async def test_a_newer_registry_is_used_now_and_from_the_next_start(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS, KITES)
    async with bench.updates() as updates:
        done = await updates.update()
        assert (done.version, done.before) == ("registry-v2027-01-01", SHIPPED)
        assert updates.in_use.known.version == "registry-v2027-01-01"
    assert [library.library_id for library in bench.used[0].libraries] == ["acme/rockets", "acme/kites"]
    assert bench.version() == "registry-v2027-01-01"
    assert len(stored(bench)) == 1


async def test_the_next_one_takes_its_place_and_what_changed_is_told(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS, KITES, entry("acme/gone"))
    async with bench.updates() as updates:
        await updates.update()
    feed.publish("registry-v2027-01-08", MOVED, entry("acme/kites", name="Kites"), entry("acme/new"))
    async with bench.updates() as updates:
        changes = (await updates.update()).differences
    assert (changes.added, changes.removed) == (("acme/new",), ("acme/gone",))
    assert (changes.moved, changes.changed) == (("acme/rockets",), ())
    assert bench.version() == "registry-v2027-01-08"
    assert len(stored(bench)) == 1


async def test_what_is_in_use_already_is_not_downloaded(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)
    for _ in range(2):
        async with bench.updates() as updates:
            done = await updates.update()
    assert done.version == done.before
    assert feed.asked == ["/manifest.json", "/registry.json", "/manifest.json"]


async def test_the_shipped_one_is_known_by_its_content(bench: Bench, feed: Feed) -> None:
    data = known_libraries.shipped()
    feed.files = {"/registry.json": data, "/manifest.json": manifest(SHIPPED, data)}
    async with bench.updates() as updates:
        assert (await updates.update()).version == SHIPPED
    assert stored(bench) == []


async def test_it_comes_from_files_without_a_network(bench: Bench, feed: Feed, tmp_path: Path) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)
    location = str(feed.write(tmp_path / "published"))
    async with bench.updates(url="") as updates:
        assert (await updates.update(location)).version == "registry-v2027-01-01"
    assert feed.asked == []
    assert bench.version() == "registry-v2027-01-01"


# What is refused


async def test_an_older_one_is_refused_unless_it_is_wanted_and_then_kept(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-08", ROCKETS)
    async with bench.updates() as updates:
        await updates.update()
    feed.publish("registry-v2020-01-01", KITES)
    assert "it is older (registry-v2020-01-01)" in await refusal(bench)
    async with bench.updates() as updates:
        await updates.update(force=True)
    # Older than the one that ships, and still the one that counts.
    assert bench.version() == "registry-v2020-01-01"
    assert len(stored(bench)) == 1
    feed.publish("registry-v2027-01-01", ROCKETS)
    async with bench.updates() as updates:
        await updates.update()
    assert bench.version() == "registry-v2027-01-01"
    assert len(stored(bench)) == 1


async def test_from_a_kept_one_the_published_one_that_ships_leads_back(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2020-01-01", KITES)
    async with bench.updates() as updates:
        await updates.update(force=True)
    data = known_libraries.shipped()
    feed.files = {"/registry.json": data, "/manifest.json": manifest(SHIPPED, data)}
    async with bench.updates() as updates:
        assert (await updates.update()).version == SHIPPED
    assert bench.version() == SHIPPED


async def test_another_one_of_the_same_version_is_refused(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)
    async with bench.updates() as updates:
        await updates.update()
    feed.publish("registry-v2027-01-01", KITES)
    assert "differs from the one in use" in await refusal(bench)


async def test_one_of_the_future_is_refused(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v9999-12-31", ROCKETS)
    assert "in the future" in await refusal(bench)
    assert "in the future" in await refusal(bench, force=True)
    feed.publish("registry-v2027-02-31", ROCKETS)
    assert "not a date" in await refusal(bench)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"sha256": "0" * 64}, "the registry's checksum differs from its manifest's"),
        ({"sha256": "none"}, "the manifest's sha256 is not a digest"),
        ({"size": 3}, "size differs from its manifest's"),
        ({"size": 500}, "size differs from its manifest's"),
        ({"size": MOST_BYTES + 1}, "the manifest's size is not 1 to"),
        ({"size": True}, "the manifest's size is not 1 to"),
        ({"url": "elsewhere.json"}, "the registry: there is nothing at its address"),
        ({"url": "https://10.0.0.7/registry.json"}, "the registry: "),
        ({"url": "file:///etc/passwd"}, "the registry: "),
        ({"url": "a b"}, "the manifest's url is not a URL"),
        ({"schemaVersion": 2}, "made for a newer Pro-Context"),
        ({"schemaVersion": None}, "has no valid schemaVersion and version"),
        ({"version": "registry-v2027-01-02"}, "version differs from its manifest's"),
        ({"version": "newest"}, "has no valid schemaVersion and version"),
    ],
)
async def test_a_manifest_that_is_not_true_is_refused(
    bench: Bench, feed: Feed, fields: dict[str, object], reason: str
) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS, said=fields)
    assert reason in await refusal(bench)


async def test_a_digest_that_somebody_names_must_be_the_one(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)
    assert "is not the given one" in await refusal(bench, sha256="0" * 64)
    digest = json.loads(feed.files["/manifest.json"])["sha256"]
    async with bench.updates() as updates:
        assert (await updates.update(sha256=digest.upper())).version == "registry-v2027-01-01"


@pytest.mark.parametrize("content", [b"<!doctype html><title>Sign in</title>", b"  <html></html>"])
@pytest.mark.parametrize("media_type", ["application/json", "text/html"])
async def test_a_web_page_is_no_manifest_and_no_registry(
    bench: Bench, feed: Feed, content: bytes, media_type: str
) -> None:
    feed.types = {"/manifest.json": media_type, "/registry.json": media_type}
    feed.files["/manifest.json"] = content
    assert await refusal(bench) == "the manifest is a web page, not JSON"
    feed.files = {"/registry.json": content, "/manifest.json": manifest("registry-v2027-01-01", content)}
    assert await refusal(bench) == "the registry is a web page, not JSON"


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b'"text"',
        b"[]",
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b'{"a": NaN}',
        b'{"a": ' + b"9" * 9000 + b"}",
        b"\xff",
    ],
)
async def test_what_is_no_json_object_is_neither(bench: Bench, feed: Feed, content: bytes) -> None:
    data = content
    feed.files = {"/registry.json": data, "/manifest.json": manifest("registry-v2027-01-01", data)}
    assert "JSON" in await refusal(bench)
    if len(content) < MOST_MANIFEST_BYTES:
        feed.files["/manifest.json"] = content
        assert "the manifest is not" in await refusal(bench)


async def test_the_registry_itself_is_no_manifest(bench: Bench, feed: Feed, tmp_path: Path) -> None:
    file = tmp_path / "known-libraries.json"
    file.write_bytes(known_libraries.shipped())
    assert "is it the registry itself?" in await refusal(bench, str(file))
    assert "there is no such file" in await refusal(bench, str(tmp_path / "missing.json"))
    assert "there is no such file" in await refusal(bench, str(tmp_path))


async def test_an_entry_that_is_wrong_is_named_by_its_place(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS, entry("acme/kites", docsUrl="http://127.0.0.1/admin"))
    assert await refusal(bench) == "libraries[1].docsUrl is not an https address of a public name"


async def test_a_cut_answer_is_refused_and_the_next_whole_one_taken(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)
    feed.cut = True
    assert await refusal(bench)
    feed.cut = False
    async with bench.updates() as updates:
        assert (await updates.update()).version == "registry-v2027-01-01"


async def test_without_an_address_or_a_place_it_says_so(bench: Bench, feed: Feed) -> None:
    async with bench.updates(url="") as updates:
        with pytest.raises(RegistryRefused, match=r"no address is configured \(registry.url\)"):
            await updates.update()
        assert await updates.last_check() is None
    bench.directory = None
    feed.publish("registry-v2027-01-01", ROCKETS)
    assert "it cannot be stored" in await refusal(bench)


async def test_a_full_disk_leaves_the_old_one(bench: Bench, feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert await refusal(bench) == "the cache directory cannot be written"


# At start


async def finished(bench: Bench, **feed: object) -> str:
    """Return the outcome of the last look after that of one start."""
    async with bench.updates(**feed) as updates:
        updates.start(0)
        await asyncio.gather(*updates._behind)
        last = await updates.last_check()
    return last.outcome if last else "never"


async def test_a_server_looks_once_per_interval(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)
    assert await finished(bench) == "updated"
    assert bench.used[0].version == "registry-v2027-01-01"
    bench.clock.advance(hours=23)
    assert await finished(bench) == "updated"
    assert len(feed.asked) == 2
    bench.clock.advance(hours=1)
    assert await finished(bench) == "current"
    assert len(feed.asked) == 3
    assert await finished(bench, check_every=timedelta(0)) == "current"
    assert len(feed.asked) == 4


async def test_a_look_that_failed_is_noted_in_our_own_words_and_not_repeated(bench: Bench, feed: Feed) -> None:
    feed.files["/manifest.json"] = b"{}"
    assert await finished(bench) == "failed"
    assert await finished(bench) == "failed"
    assert len(feed.asked) == 1
    async with bench.updates() as updates:
        last = await updates.last_check()
    assert last is not None
    assert (last.at, last.reason) == (bench.clock.now, "the manifest has no valid schemaVersion and version")


async def test_that_what_is_published_is_older_is_no_failure(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2020-01-01", ROCKETS)
    assert await finished(bench) == "current"
    assert bench.version() == SHIPPED


async def test_it_can_be_turned_off_and_does_nothing_without_an_address(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)
    assert await finished(bench, check_at_start=False) == "never"
    assert await finished(bench, url="") == "never"
    assert feed.asked == []


async def test_a_kept_one_stays_whatever_is_published(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2020-01-01", KITES)
    async with bench.updates() as updates:
        await updates.update(force=True)
    feed.publish("registry-v2027-01-01", ROCKETS)
    bench.clock.advance(days=3)
    await finished(bench)
    assert bench.version() == "registry-v2020-01-01"


async def test_a_clock_set_back_does_not_end_the_looks(bench: Bench, feed: Feed) -> None:
    feed.publish("registry-v2027-01-01", ROCKETS)
    bench.clock.advance(days=300)
    await finished(bench)
    bench.clock.advance(days=-300)
    await finished(bench)
    assert feed.asked.count("/manifest.json") == 2


async def test_a_fault_of_ours_ends_behind_the_answers(
    bench: Bench, feed: Feed, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("pro_context_engine.libraries.registry.updates.check_date", broken)
    feed.publish("registry-v2027-01-01", ROCKETS)
    await finished(bench)
    assert "looking for a newer registry failed" in caplog.text


async def test_closing_does_not_wait_for_a_look(bench: Bench, feed: Feed) -> None:
    async with bench.updates() as updates:
        updates.start(3600)
        await asyncio.sleep(0)
    assert feed.asked == []


@pytest.mark.parametrize(
    "note", ["", "[]", "{}", '{"at": 7}', '{"at": "2027-01-01", "outcome": "failed", "reason": ""}']
)
async def test_a_note_that_cannot_be_read_is_none(bench: Bench, note: str) -> None:
    folder = bench.folder
    folder.write_note({})
    assert folder.path is not None
    (folder.path / "last-check.json").write_text(note)
    async with bench.updates() as updates:
        assert await updates.last_check() is None
