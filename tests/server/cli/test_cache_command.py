"""`pro-context cache`: what an operator sees and can do, beside servers that use the same file."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pro_context.cli import main as cli
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WRITER = Path(__file__).parents[2] / "engine" / "adapters" / "store" / "sqlite" / "processes.py"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache directory that the environment names, filled with two libraries."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("PRO_CONTEXT__CACHE__DIRECTORY", str(directory))
    monkeypatch.setenv("PRO_CONTEXT__PROJECT__ENVIRONMENT", "none")
    asyncio.run(_fill(directory))
    return directory


async def _fill(directory: Path) -> None:
    store = open_store(directory)
    for library, version in (("acme/rockets", "1.0"), ("acme/rockets", "2.0"), ("acme/kites", None)):
        url = f"https://docs.example/{library}/{version}"
        toc = Toc((TocEntry("Start", url), TocEntry("More", f"{url}/more")), SourceName.LLMS_TXT, url, version)
        await store.put_toc(library, toc, NOON)
        chunk = Chunk("one", url, "Start", "", "", (), "", "Fuel.\n", 2, 1, 0)
        await store.put_page(library, version or "", Page(url, "Start", "Fuel.\n"), [chunk], NOON)
    await store.close()


def run(*arguments: str) -> int:
    return cli.main(["cache", *arguments])


def result(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return json.loads(capsys.readouterr().out)


def test_status_tells_where_how_much_and_what(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("status", "--json") == 0
    report = result(capsys)
    assert report["file"] == str(cache / FILE_NAME)
    assert report["bytes"] == (cache / FILE_NAME).stat().st_size
    assert (report["maxBytes"], report["snapshots"], report["pages"]) == (500_000_000, 3, 3)
    assert report["oldest"] == report["newest"] == "2026-03-01T12:00:00+00:00"
    assert {(item["libraryId"], item["version"]) for item in report["libraries"]} == {
        ("acme/rockets", "1.0"), ("acme/rockets", "2.0"), ("acme/kites", ""),
    }  # fmt: skip
    assert run("status") == 0
    shown = capsys.readouterr().out
    assert "3 pages in 3 snapshots" in shown
    assert "acme/rockets 2.0: 1 of 2 pages from llms.txt" in shown


def test_the_bound_is_configured(
    cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRO_CONTEXT__CACHE__MAX_SIZE_MB", "20")
    assert run("status", "--json") == 0
    assert result(capsys)["maxBytes"] == 20_000_000
    monkeypatch.setenv("PRO_CONTEXT__CACHE__MAX_SIZE_MB", "0")
    assert run("status", "--json") == 2
    assert "cache.maxSizeMB must be a whole number from 10" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["acme/rockets", "ACME/Rockets", "rockets"])
def test_clear_deletes_every_version_of_a_library_and_nothing_else(
    cache: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run("clear", name, "--json") == 0
    report = result(capsys)
    assert {item["version"] for item in report["cleared"]} == {"1.0", "2.0"}
    run("status", "--json")
    assert [item["libraryId"] for item in result(capsys)["libraries"]] == ["acme/kites"]
    assert run("verify") == 0


def test_clear_without_a_name_deletes_everything(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("clear") == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert run("clear") == 0
    assert capsys.readouterr().out == "nothing cleared\n"
    assert run("verify") == 0


def test_clear_of_a_library_that_is_not_stored_deletes_nothing_else(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("clear", "boats", "--json") == 1
    output = capsys.readouterr()
    assert json.loads(output.out) == {"cleared": [], "clearedPackages": [], "notStored": ["boats"]}
    assert "nothing is stored of boats" in output.err
    run("status", "--json")
    assert result(capsys)["snapshots"] == 3


def test_verify_names_damage_says_what_happens_and_the_next_start_repairs(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("verify", "--json") == 0
    assert result(capsys) == {"ok": True, "file": str(cache / FILE_NAME), "pages": 3, "problems": []}
    content = bytearray((cache / FILE_NAME).read_bytes())
    place = content.rindex(b"Fuel.")
    content[place : place + 5] = b"Food."
    (cache / FILE_NAME).write_bytes(content)
    assert run("verify") == 1
    shown = capsys.readouterr().out
    assert "not sound" in shown
    assert "checksum" in shown
    assert "sets a damaged file aside" in shown
    assert run("verify", "--json") == 1
    assert "is set aside as" in result(capsys)["problems"][0]
    assert run("verify") == 0


def test_verify_says_what_to_do_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PRO_CONTEXT__CACHE__DIRECTORY", str(tmp_path / "file" / "cache"))
    assert run("verify") == 1
    out = capsys.readouterr().out
    assert out.startswith("in memory: not sound\n")
    assert "cache.directory" in out
    assert "Nothing needs to be done" not in out


def test_a_file_that_is_not_ours_is_named_and_left_alone(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = cache / FILE_NAME
    file.unlink()
    file.mkdir()
    assert run("verify", "--json") == 1
    assert "kept in memory" in result(capsys)["problems"][0]
    assert run("status") == 0
    assert "trouble: " in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["empty"], ["status", "more"]])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        run(*arguments)
    assert end.value.code == 2
    assert "usage: pro-context" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["before", "after"])
def test_options_stand_before_and_after_the_action(
    cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    file = tmp_path / "configuration.yaml"
    file.write_text("cache: { maxSizeMB: 30 }")
    option = ["--config", str(file)]
    assert run(*(option if place == "before" else []), "status", "--json", *(option if place == "after" else [])) == 0
    assert result(capsys)["maxBytes"] == 30_000_000


def test_two_writing_processes_and_the_command_line_share_one_file(tmp_path: Path) -> None:
    variables = {"PYTHONPATH": os.pathsep.join(sys.path), "PRO_CONTEXT__CACHE__DIRECTORY": str(tmp_path)}

    def start(*command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *command],
            env=os.environ | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    writers = [start(str(WRITER), "writer", str(tmp_path), library, "300") for library in ("rockets", "kites")]
    commands = [start("-m", "pro_context.cli", "cache", action, "--json") for action in ("status", "verify")]
    for process in [*commands, *writers]:
        output, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, ""), output
    finished = start("-m", "pro_context.cli", "cache", "verify", "--json")
    assert json.loads(finished.communicate(timeout=60)[0])["pages"] == 600


@pytest.mark.parametrize("name", ["@river/otter", "npm/@river/otter", "npm/river/otter"])
def test_clear_understands_scoped_names(cache: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    asyncio.run(_add_scoped(cache))
    assert run("clear", name, "--json") == 0
    assert [one["libraryId"] for one in result(capsys)["cleared"]] == ["npm/river/otter"]


async def _add_scoped(directory: Path) -> None:
    store = open_store(directory)
    url = "npm://@river/otter/1.0/readme"
    await store.put_toc("npm/river/otter", Toc((TocEntry("Otter", url),), SourceName.PACKAGE, url, "1.0"), NOON)
    await store.close()
