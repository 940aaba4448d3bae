"""The subcommand `check`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from tests.server.cli.conftest import Run

CODE = "import brightwheel\nbrightwheel.Couriers\n"


@pytest.fixture
def app(tmp_path: Path) -> Path:
    path = tmp_path / "code" / "app.py"
    path.parent.mkdir()
    path.write_text(CODE, encoding="utf-8")
    return path


def test_findings_are_printed_with_their_place(run: Run, app: Path) -> None:
    status, out, _ = run("check", str(app))
    assert status == 1
    assert out.startswith(f"{app}:2:13: missing-name: brightwheel 2.4.1 has no `Couriers` here. Closest: Courier")


def test_code_without_findings_gives_status_0(run: Run, app: Path) -> None:
    app.write_text("import brightwheel\nbrightwheel.Courier\n", encoding="utf-8")
    assert run("check", str(app))[:2] == (0, "")


def test_a_folder_and_a_pattern_name_files(run: Run, app: Path) -> None:
    (app.parent / "node_modules").mkdir()
    (app.parent / "node_modules" / "x.py").write_text(CODE, encoding="utf-8")
    for named in (str(app.parent), str(app.parent / "*.py")):
        reports = json.loads(run("check", named, "--json")[1])
        assert [report["file"] for report in reports] == [str(app)]


def test_standard_input_is_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(CODE))
    status, out, _ = run("check", "-", "--json")
    assert status == 1
    assert json.loads(out)[0]["findings"][0]["name"] == "Couriers"


def test_github_gets_workflow_commands(run: Run, app: Path) -> None:
    _, out, _ = run("check", str(app), "--format", "github")
    assert out.startswith(f"::error file={app},line=2,col=13,title=missing-name::brightwheel 2.4.1 has no")


def test_sarif_has_a_result_for_each_finding(run: Run, app: Path) -> None:
    document = json.loads(run("check", str(app), "--format", "sarif")[1])
    (result,) = document["runs"][0]["results"]
    assert result["ruleId"] == "missing-name"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 13}


def test_a_notebook_in_a_folder_is_checked_with_its_own_lines(run: Run, app: Path) -> None:
    cell = {"cell_type": "code", "source": app.read_text("utf-8").splitlines(keepends=True)}
    pictures = {"cell_type": "markdown", "source": "x" * 1_100_000}
    notebook = app.parent / "study.ipynb"
    notebook.write_text(json.dumps({"cells": [pictures, cell], "metadata": {}, "nbformat": 4}, indent=1), "utf-8")
    app.unlink()
    status, out, _ = run("check", str(app.parent))
    number = next(at for at, line in enumerate(notebook.read_text("utf-8").split("\n"), 1) if "Couriers" in line)
    assert status == 1
    assert out.startswith(f"{notebook}:{number}:")


def test_a_file_that_cannot_be_read_gives_status_2(run: Run, tmp_path: Path) -> None:
    status, out, err = run("check", str(tmp_path / "missing.py"))
    assert (status, out) == (2, "")
    assert "missing.py" in err


def test_a_file_that_is_no_code_gives_status_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.py").write_text("))) Dear (((\n")
    status, out, _ = run("check", str(tmp_path / "letter.py"))
    assert (status, "no line of it can be read as Python" in out) == (2, True)


def test_a_folder_without_code_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    _, out, err = run("check", str(tmp_path / "empty"))
    assert out == ""
    assert "has no file of Python, TypeScript or JavaScript" in err


def test_virtual_environments_are_left_out(run: Run, app: Path) -> None:
    environment = app.parent / "venv"
    environment.mkdir()
    (environment / "pyvenv.cfg").write_text("home = /usr\n", encoding="utf-8")
    (environment / "other.py").write_text(CODE, encoding="utf-8")
    reports = json.loads(run("check", str(app.parent), "--json")[1])
    assert [report["file"] for report in reports] == [str(app)]


def test_a_terminal_is_told_that_there_is_nothing(run: Run, app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app.write_text("import brightwheel\nbrightwheel.Courier\n", encoding="utf-8")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    status, out, err = run("check", str(app))
    assert (status, out) == (0, "")
    assert err.endswith("no findings in 1 file\n")


def test_a_file_longer_than_the_input_of_the_tool_is_checked(run: Run, app: Path) -> None:
    code = "import brightwheel\n" + "brightwheel.Courier\n" * 4_000 + "brightwheel.Couriers\n"
    app.write_text(code, encoding="utf-8")
    reports = json.loads(run("check", str(app), "--json")[1])
    assert [(one["line"], one["name"]) for one in reports[0]["findings"]] == [(4_002, "Couriers")]
    assert "notChecked" not in reports[0]


def test_an_import_that_is_left_out_is_said_once_for_all_files(run: Run, app: Path) -> None:
    names = [app.with_name(f"{name}.py") for name in ("lake", "pond", "river")]
    for name in names:
        name.write_text("import no_such_module_anywhere\n", encoding="utf-8")
    lines = run("check", *map(str, names))[1].splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"{names[0]} and 2 other files: not checked: no_such_module_anywhere: ")
    assert run("check", str(names[0]))[1].startswith(f"{names[0]}: not checked: no_such_module_anywhere: ")


def test_a_file_without_imports_is_said_only_where_it_is_alone(run: Run, tmp_path: Path) -> None:
    plain, other = tmp_path / "plain.py", tmp_path / "other.py"
    plain.write_text("import os\n", encoding="utf-8")
    other.write_text("import brightwheel\n", encoding="utf-8")
    assert run("check", str(plain)) == (0, f"{plain}: not checked: code: it imports no package\n", "")
    assert run("check", str(plain), str(other)) == (0, "", "")
