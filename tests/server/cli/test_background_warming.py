"""The process that indexes the rest of a library behind an answer of `ask`."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.server.cli.conftest import Run

from pro_context.cli import background_warming


class _Started:
    """The commands that would have been started."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.returncode: int | None = None

    def __call__(self, command: list[str], **_: object) -> "_Started":
        self.commands.append(command)
        return self


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> _Started:
    found = _Started()
    monkeypatch.setattr(background_warming.subprocess, "Popen", found)
    return found


def test_ask_has_the_rest_indexed_behind_its_answer(
    run: Run, started: _Started, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    result = {"indexing": True, "libraryId": "pypi/brightwheel", "content": "", "confidence": 0.5, "stale": False}

    async def call(*_: object) -> dict[str, object]:
        return {**result, "source": "pypi://brightwheel/2.4.1/readme"}

    monkeypatch.setattr("pro_context.cli.question_commands._call", call)
    status, out, _ = run("ask", "brightwheel", "retry", "--version", "2.4.1")
    assert status == 0
    assert "from the first pages (a process in the background indexes the rest)" in out
    (command,) = started.commands
    config = str(tmp_path / "pro-context.yaml")
    assert command[1:5] == ["-m", "pro_context.cli", "warm", "--behind"]
    assert command[5:] == ["--contract", "full", "--config", config, "--version", "2.4.1", "--", "brightwheel"]


def test_a_complete_answer_starts_nothing(run: Run, started: _Started) -> None:
    run("warm", "brightwheel")
    assert run("ask", "brightwheel", "retry")[0] == 0
    assert started.commands == []


def test_nothing_is_started_without_a_store(started: _Started) -> None:
    assert not background_warming.start(None, "brightwheel", None, [])
    assert started.commands == []


def test_a_process_that_cannot_be_started_is_not_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(background_warming.subprocess, "Popen", refuse)
    assert not background_warming.start(tmp_path, "brightwheel", None, [])


def test_one_process_at_a_time_works_on_a_library(started: _Started, tmp_path: Path) -> None:
    own = background_warming.claim(tmp_path, "brightwheel", None)
    assert own is not None
    assert background_warming.claim(tmp_path, "brightwheel", None) is None
    assert background_warming.start(tmp_path, "brightwheel", None, [])
    assert started.commands == []
    other = background_warming.claim(tmp_path, "brightwheel", "1.0")
    assert other not in (None, own)


def test_a_claim_that_was_left_behind_is_taken_over(tmp_path: Path) -> None:
    own = background_warming.claim(tmp_path, "brightwheel", None)
    assert own is not None
    long_ago = time.time() - 2 * background_warming.MOST_SECONDS
    os.utime(own, (long_ago, long_ago))
    assert background_warming.claim(tmp_path, "brightwheel", None) == own


def test_the_started_command_indexes_the_library_and_says_so(run: Run, tmp_path: Path) -> None:
    run("resolve", "brightwheel")
    config = ["--config", str(tmp_path / "pro-context.yaml")]
    command = [sys.executable, "-m", "pro_context.cli", "warm", "--behind", *config, "--", "brightwheel"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert "pypi/brightwheel 2.4.1: " in done.stderr
    assert "pages stored, from installed" in done.stderr
    assert list((tmp_path / "cache").glob("indexing-*")) == []
    assert json.loads(run("ask", "brightwheel", "retry", "--json")[1])["cached"] is True


def test_a_claimed_library_is_left_alone(run: Run, tmp_path: Path) -> None:
    assert background_warming.claim(tmp_path / "cache", "brightwheel", None)
    assert run("warm", "--behind", "brightwheel") == (0, "", "")
