"""`pro-context registry`: which list of libraries is used, and a newer one."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.worlds.registry_feed import Feed, entry, serve_feed

from pro_context.cli import main as cli
from pro_context.configuration.loading import load
from pro_context.transports import stdio
from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.model import SourceName, Toc, TocEntry
from pro_context_engine.libraries.registry import known_libraries

SHIPPED = known_libraries.shipped_version()
# After the list that ships, and before what the clock of these tests says.
DAYS = [datetime.fromisoformat(SHIPPED.removeprefix("registry-v")[:10]) + timedelta(days=later) for later in (1, 2, 3)]
FIRST, SECOND, _ = (f"registry-v{day:%Y-%m-%d}" for day in DAYS)
NOW = DAYS[-1].replace(tzinfo=UTC)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "cache"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PRO_CONTEXT__CACHE__DIRECTORY", str(directory))
    monkeypatch.setenv("PRO_CONTEXT__PROJECT__ENVIRONMENT", "none")
    monkeypatch.setitem(open_engine.__kwdefaults__, "clock", lambda: NOW)
    return directory


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Feed]:
    with serve_feed() as served:
        monkeypatch.setenv("PRO_CONTEXT__REGISTRY__URL", served.url)
        yield served


def run(*arguments: str) -> int:
    return cli.main(["registry", *arguments])


def result(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return json.loads(capsys.readouterr().out)


def test_status_of_the_list_that_ships(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("status", "--json") == 0
    report = result(capsys)
    assert (report["version"], report["origin"], report["kept"]) == (SHIPPED, "bundled", False)
    assert report["libraries"] == len(known_libraries.read().libraries)
    assert Path(report["file"]).is_file()
    assert (report["host"], report["lastCheck"], report["damaged"]) == ("", None, None)
    assert run("status") == 0
    shown = capsys.readouterr().out
    assert f"{SHIPPED}: {report['libraries']} libraries" in shown
    assert "updates: none; registry.url is not set" in shown
    assert "last check: never" in shown


def test_without_an_address_update_says_what_to_do(capsys: pytest.CaptureFixture[str], cache: Path) -> None:
    assert run("update") == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "no address is configured (registry.url)" in told.err
    assert "registry update --from" in told.err
    assert run("update", "--json") == 1
    assert result(capsys) == {
        "updated": False,
        "version": SHIPPED,
        "reason": "no address is configured (registry.url)",
    }
    assert not (cache / "registry").exists()


def test_update_takes_what_is_published_and_status_tells(feed: Feed, capsys: pytest.CaptureFixture[str]) -> None:
    feed.publish(FIRST, entry("acme/kites"), entry("acme/rockets", docsUrl="https://a.example/"))
    assert run("update", "--json") == 0
    report = result(capsys)
    assert (report["updated"], report["version"], report["before"]) == (True, FIRST, SHIPPED)
    assert report["added"] == ["acme/kites", "acme/rockets"]
    assert len(report["removed"]) > 2000
    assert run("status", "--json") == 0
    report = result(capsys)
    assert (report["version"], report["origin"], report["libraries"]) == (FIRST, "downloaded", 2)
    assert report["lastCheck"]["outcome"] == "updated"
    assert report["host"] == feed.origin.removeprefix("http://")
    assert run("update") == 0
    assert capsys.readouterr().out == f"{FIRST} is in use already: 2 libraries\n"
    feed.publish(SECOND, entry("acme/rockets", docsUrl="https://b.example/"))
    assert run("update") == 0
    shown = capsys.readouterr().out
    assert f"{SECOND} is in use now: 1 libraries (before: {FIRST})" in shown
    assert "removed: 1 (acme/kites)" in shown
    assert "documented at another address: 1 (acme/rockets)" in shown


def test_the_other_commands_use_it(feed: Feed, capsys: pytest.CaptureFixture[str]) -> None:
    feed.publish(FIRST, entry("acme/sky-lanterns", description="Paper lights."))
    assert run("update") == 0
    assert cli.main(["resolve", "sky lanterns"]) == 0
    assert "acme/sky-lanterns" in capsys.readouterr().out


def test_from_a_file_and_force(feed: Feed, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    feed.publish("registry-v2020-02-02", entry("acme/kites"))
    manifest = str(feed.write(tmp_path / "published"))
    assert run("update", "--from", manifest) == 1
    told = capsys.readouterr().err
    assert f"no update: it is older (registry-v2020-02-02) than the one in use ({SHIPPED})" in told
    assert f"{SHIPPED} stays in use" in told
    assert "registry.url" not in told
    assert run("update", "--from", manifest, "--force") == 0
    capsys.readouterr()
    assert run("status") == 0
    assert "kept until `pro-context registry update`" in capsys.readouterr().out
    assert feed.asked == []


def test_a_digest_on_the_command_line_must_be_right(feed: Feed, capsys: pytest.CaptureFixture[str]) -> None:
    feed.publish(FIRST, entry("acme/kites"))
    assert run("update", "--sha256", "0" * 64) == 1
    assert "is not the given one" in capsys.readouterr().err


def test_a_failure_is_told_by_status_and_never_in_their_words(feed: Feed, capsys: pytest.CaptureFixture[str]) -> None:
    feed.publish(FIRST, entry("acme/kites", name="\u001b[31mred"))
    assert run("update") == 1
    capsys.readouterr()
    assert run("status") == 0
    shown = capsys.readouterr().out
    assert "failed (libraries[0].name is not a name)" in shown
    assert "red" not in shown


def test_a_damaged_file_is_told_and_replaced(
    feed: Feed, cache: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    feed.publish(FIRST, entry("acme/kites"))
    assert run("update") == 0
    (file,) = (cache / "registry").glob("registry-v*")
    file.write_text("half")
    capsys.readouterr()
    assert run("status") == 0
    shown = capsys.readouterr().out
    assert SHIPPED in shown
    assert f"damaged and not used: {file}" in shown
    assert run("update") == 0
    assert FIRST in capsys.readouterr().out


def test_an_address_with_a_word_to_enter_is_a_mistake(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PRO_CONTEXT__REGISTRY__URL", "https://user:secret@a.example/manifest.json")
    assert run("status") == 2
    told = capsys.readouterr().err
    assert "registry.url" in told
    assert "secret" not in told


def test_a_project_cannot_name_an_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pro-context.yaml").write_text("registry:\n  url: https://a.example/manifest.json\n")
    assert run("status") == 2
    assert "registry" in capsys.readouterr().err


def test_an_interrupt_ends_an_update_and_changes_nothing(cache: Path, tmp_path: Path) -> None:
    asked, gone = threading.Event(), threading.Event()

    class Slow(dict[str, bytes]):
        """Files that come when nobody waits for them any more."""

        def get(self, path: str, default: Any = None) -> bytes | None:
            asked.set()
            gone.wait(60)
            return None

    with serve_feed() as feed:
        feed.files = Slow()
        environ = {**os.environ, "PRO_CONTEXT__REGISTRY__URL": feed.url}
        command = [sys.executable, "-m", "pro_context.cli", "registry", "update"]
        process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path)
        assert asked.wait(60)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        gone.set()
    assert process.returncode == 130
    assert (out, err) == (b"", b"")
    assert not list(cache.glob("registry/*"))


def test_stored_documentation_of_what_moved_is_named(
    feed: Feed, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    feed.publish(
        FIRST, *(entry(f"acme/{name}", docsUrl="https://a.example/") for name in ("kites", "rockets", "sails"))
    )
    assert run("update") == 0
    asyncio.run(_store(cache, ("acme/rockets", SourceName.LLMS_TXT), ("acme/kites", SourceName.INSTALLED)))
    feed.publish(
        SECOND, *(entry(f"acme/{name}", docsUrl="https://b.example/") for name in ("kites", "rockets", "sails"))
    )
    capsys.readouterr()
    assert run("update", "--json") == 0
    report = result(capsys)
    assert report["moved"] == ["acme/kites", "acme/rockets", "acme/sails"]
    assert report["readAnew"] == ["acme/rockets"]


async def _store(cache: Path, *snapshots: tuple[str, SourceName]) -> None:
    store = open_store(cache)
    for library_id, source in snapshots:
        toc = Toc((TocEntry("Start", f"https://a.example/{library_id}"),), source, "https://a.example/")
        await store.put_toc(library_id, toc, datetime.now(UTC))
    await store.close()


async def test_only_who_serves_looks_by_himself(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[DocsEngine] = []
    monkeypatch.setattr(DocsEngine, "start_background_work", lambda docs: started.append(docs))
    async with stdio._product_app(load(None, os.environ)):
        assert len(started) == 1
    for arguments in (["resolve", "pydantic"], ["cache", "status"], ["registry", "status"]):
        await asyncio.to_thread(cli.main, arguments)
    assert len(started) == 1
    assert feed.asked == []
