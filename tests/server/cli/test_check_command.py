"""The subcommand `check`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.worlds import World, serve

from pro_context.cli import main as cli

Run = Callable[..., tuple[int, str, str]]

CODE = "import brightwheel\nbrightwheel.Couriers\n"


@pytest.fixture
def installed() -> Iterator[World]:
    with serve("installed") as world:
        yield world


@pytest.fixture
def run(installed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `check` on the installed world; return (exit status, stdout, stderr)."""
    tree = {
        "cache": {"directory": str(tmp_path / "cache")},
        "sources": {"llmsTxt": {"enabled": False}, "package": {"enabled": False}},
        "project": {"environment": str(installed.environment)},
    }
    file = tmp_path / "pro-context.yaml"
    file.write_text(json.dumps(tree), encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(["check", *arguments, "--config", str(file)])
        return (status, *capsys.readouterr())

    return run


@pytest.fixture
def app(tmp_path: Path) -> Path:
    path = tmp_path / "code" / "app.py"
    path.parent.mkdir()
    path.write_text(CODE, encoding="utf-8")
    return path


def test_findings_are_printed_with_their_place(run: Run, app: Path) -> None:
    status, out, _ = run(str(app))
    assert status == 1
    assert out.startswith(f"{app}:2:13: missing-name: brightwheel 2.4.1 has no `Couriers` here. Closest: Courier")


def test_code_without_findings_gives_status_0(run: Run, app: Path) -> None:
    app.write_text("import brightwheel\nbrightwheel.Courier\n", encoding="utf-8")
    assert run(str(app))[:2] == (0, "")


def test_a_folder_and_a_pattern_name_files(run: Run, app: Path) -> None:
    (app.parent / "node_modules").mkdir()
    (app.parent / "node_modules" / "x.py").write_text(CODE, encoding="utf-8")
    for named in (str(app.parent), str(app.parent / "*.py")):
        reports = json.loads(run(named, "--json")[1])
        assert [report["file"] for report in reports] == [str(app)]


def test_standard_input_is_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(CODE))
    status, out, _ = run("-", "--json")
    assert status == 1
    assert json.loads(out)[0]["findings"][0]["name"] == "Couriers"


def test_github_gets_workflow_commands(run: Run, app: Path) -> None:
    _, out, _ = run(str(app), "--format", "github")
    assert out.startswith(f"::error file={app},line=2,col=13,title=missing-name::brightwheel 2.4.1 has no")


def test_sarif_has_a_result_for_each_finding(run: Run, app: Path) -> None:
    document = json.loads(run(str(app), "--format", "sarif")[1])
    (result,) = document["runs"][0]["results"]
    assert result["ruleId"] == "missing-name"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 13}


def test_a_file_that_cannot_be_read_gives_status_2(run: Run, tmp_path: Path) -> None:
    status, out, err = run(str(tmp_path / "missing.py"))
    assert (status, out) == (2, "")
    assert "missing.py" in err
