"""`pro-context corpus …`, and a server without a corpus."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.engine.corpus.trees import GUIDE, write

from pro_context.cli.main import main


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_build_and_build_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "docs", {"a.md": GUIDE})
    assert main(["corpus", "build", "docs", "--out", "index", "--description", "Lamps"]) == 0
    assert capsys.readouterr().out == "index: 1 pages in 3 chunks, 0 prompts; 1 pages indexed, 0 removed\n"
    assert main(["corpus", "build", "docs", "--out", "index", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "files": 1,
        "chunks": 3,
        "indexed": 0,
        "removed": 0,
        "prompts": 0,
        "warnings": [],
        "changed": False,
        "index": "index",
    }
    said = json.loads((tmp_path / "index" / "metadata.json").read_text(encoding="utf-8"))
    assert said["corpus_description"] == "Lamps"


@pytest.mark.parametrize("action", [["build", "--out", "index"], ["validate"]])
def test_a_folder_without_a_page_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], action: list[str]
) -> None:
    (tmp_path / "docs").mkdir()
    assert main(["corpus", action[0], "docs", *action[1:]]) == 1
    assert "docs: has no Markdown page" in capsys.readouterr().err
    assert not (tmp_path / "index").exists()


def test_validate_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "docs", {"sdks/.docs-mcp.json": '{\n  "version": "1",\n  "strategie": {}\n}', "b.md": GUIDE})
    assert main(["corpus", "validate", "docs"]) == 1
    assert capsys.readouterr().err == "sdks/.docs-mcp.json:3: strategie: there is no such key\n"
    assert main(["corpus", "validate", "docs", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "ok": False,
        "problems": [{"file": "sdks/.docs-mcp.json", "line": 3, "what": "strategie: there is no such key"}],
    }
    assert main(["corpus", "build", "docs", "--out", "index"]) == 1
    assert not (tmp_path / "index").exists()
    (tmp_path / "docs/sdks/.docs-mcp.json").unlink()
    assert main(["corpus", "validate", "docs"]) == 0


def test_what_cannot_be_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "validate", "none"]) == 1
    assert capsys.readouterr().err == "none: is not a readable folder\n"
    write(tmp_path, {"docs/a.md": GUIDE, "taken": "a file"})
    assert main(["corpus", "build", "docs", "--out", "taken"]) == 1
    assert capsys.readouterr().err.startswith("pro-context: taken cannot be written (")


COMMAND = [sys.executable, "-m", "pro_context.cli", "corpus", "build", "docs", "--out", "index"]


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    write(tmp_path / "docs", {f"{number}.md": GUIDE for number in range(100)})
    done = subprocess.run(
        COMMAND,
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("pro-context: index cannot be written (")
    assert [file.name for file in (tmp_path / "index").iterdir()] == ["cursor.key"]


def test_a_signal_stops_a_build(tmp_path: Path) -> None:
    write(tmp_path / "docs", {f"{number}.md": GUIDE * 5 for number in range(3_000)})
    build = subprocess.Popen(COMMAND, cwd=tmp_path, stderr=subprocess.PIPE)
    while build.poll() is None and not list(tmp_path.glob("index/corpus-unfinished-*/*.sqlite3")):
        time.sleep(0.01)
    os.kill(build.pid, signal.SIGINT)
    assert (build.communicate()[1], build.returncode) == (b"", 130)
    assert [file.name for file in (tmp_path / "index").iterdir()] == ["cursor.key"]


def test_names_that_nobody_can_see_are_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "docs", {"\x1b[31m.md": GUIDE})
    assert main(["corpus", "validate", "docs"]) == 1
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "none is configured; name one with --corpus INDEX or corpus.index"),
        (["--corpus", "nothing"], "nothing has no built corpus; `pro-context corpus build` makes one"),
    ],
)
def test_a_contract_for_a_corpus_needs_one(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pro_context.transports import stdio

    monkeypatch.setattr(stdio.standard_streams, "claim", lambda: None)
    assert main(["--contract", "corpus", *arguments]) == 1
    said = capsys.readouterr().err
    assert "pro-context: the corpus cannot be served: " in said
    assert said.endswith(f"{reason}\n")
