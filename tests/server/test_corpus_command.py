"""`pro-context corpus …`, and a server without a corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.engine.corpus.trees import GUIDE, write

from pro_context.cli import main


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
    assert capsys.readouterr().err == "none: is no folder that can be read\n"
    write(tmp_path, {"docs/a.md": GUIDE, "taken": "a file"})
    assert main(["corpus", "build", "docs", "--out", "taken"]) == 1
    assert capsys.readouterr().err.startswith("pro-context: taken cannot be written (")


def test_names_that_nobody_can_see_are_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "docs", {"\x1b[31m.md": GUIDE})
    assert main(["corpus", "validate", "docs"]) == 1
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "none is configured; name one with --corpus INDEX or corpus.index"),
        (["--corpus", "nothing"], "there is no built corpus; `pro-context corpus build` makes one"),
    ],
)
def test_a_contract_for_a_corpus_needs_one(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pro_context.transports import stdio

    monkeypatch.setattr(stdio.standard_streams, "claim", lambda: None)
    assert main(["--contract", "corpus", *arguments]) == 1
    assert capsys.readouterr().err.endswith(f"pro-context: the corpus cannot be served: {reason}\n")
