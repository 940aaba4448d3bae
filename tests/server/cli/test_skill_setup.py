"""`pro-context setup CLIENT --skill`, with real files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pro_context.cli import main as cli
from pro_context.clients.client_table import read_table

TABLE = read_table()
CLIENTS = [client.id for client in TABLE.clients.values() if client.skill]
THEIRS = "# How we work\n\nSail with care.\n"


pytestmark = pytest.mark.usefixtures("home")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = cli.main(["setup", *arguments, "--skill"])
    return status, capsys.readouterr().out


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, str]:
    status, out = run(capsys, *arguments, "--json")
    assert status == 0
    return json.loads(out)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("where", [(), ("--project",)])
def test_it_is_written_once_and_removed(
    client: str, where: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    done = report(capsys, client, *where)
    assert (done["action"], done["written"]) == ("added", True)
    text = Path(done["file"]).read_text()
    assert all(line in text for line in TABLE.skill.lines)
    assert len([line for line in TABLE.skill.lines if line]) <= 10
    assert report(capsys, client, *where)["action"] == "unchanged"
    assert Path(done["file"]).read_text() == text
    assert report(capsys, client, *where, "--remove")["action"] == "removed"
    # Nothing is left of a file that had nothing else, and no backup of our own lines.
    assert not list(Path(done["file"]).parent.glob(f"{Path(done['file']).name}*"))
    assert report(capsys, client, *where, "--remove")["action"] == "absent"


def test_the_forms_are_those_of_the_clients(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "claude-code")[0] == 0
    skill = (home / ".claude/skills/pro-context/SKILL.md").read_text()
    assert skill.startswith("---\nname: pro-context\ndescription: ")
    assert run(capsys, "cursor")[0] == 0
    assert "alwaysApply: false\n---\n" in Path(".cursor/rules/pro-context.mdc").read_text()


@pytest.mark.parametrize("before", [THEIRS, "", f"{THEIRS}\n## Later\n"])
def test_a_section_leaves_the_users_lines_alone(before: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path("AGENTS.md")
    file.write_text(before)
    assert run(capsys, "codex", "--project")[0] == 0
    written = file.read_text()
    assert written.startswith(before.rstrip())
    file.write_text(written.replace("Rules:", "Old rules:") + "\nMore of ours.\n")
    assert report(capsys, "codex", "--project")["action"] == "replaced"
    assert file.read_text() == written + "\nMore of ours.\n"
    assert report(capsys, "codex", "--project", "--remove")["action"] == "removed"
    assert file.read_text().split() == f"{before} More of ours.".split()


def test_nothing_is_written_where_it_shall_not_be(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "gemini", "--print")
    assert (status, "get-docs" in out) == (0, True)
    assert "would be written" in run(capsys, "gemini", "--dry-run")[1]
    assert run(capsys, "claude-desktop")[0] == 2
    assert run(capsys, "cursor", "--url", "http://127.0.0.1:3100/mcp")[0] == 2
    Path("AGENTS.md").write_text("<!-- pro-context: begin -->\n")
    assert run(capsys, "zed")[0] == 1
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("where", [(), ("--project",)])
def test_claude_code_gets_a_line_that_names_the_skill(
    home: Path, where: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path("CLAUDE.md") if where else home / ".claude/CLAUDE.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(THEIRS)
    done = report(capsys, "claude-code", *where)
    assert Path(done["beside"]["file"]).resolve() == file.resolve()
    assert file.read_text().startswith(THEIRS)
    assert TABLE.skill.mention in file.read_text().splitlines()
    assert report(capsys, "claude-code", *where)["beside"]["action"] == "unchanged"
    assert report(capsys, "claude-code", *where, "--remove")["beside"]["action"] == "removed"
    assert file.read_text() == THEIRS


def test_a_file_that_only_names_the_skill_is_removed_whole(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "claude-code")[0] == 0
    assert (home / ".claude/CLAUDE.md").exists()
    assert run(capsys, "claude-code", "--remove")[0] == 0
    assert not (home / ".claude/CLAUDE.md").exists()


def test_nothing_is_written_where_one_of_the_files_cannot_be(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / ".claude").mkdir()
    (home / ".claude/CLAUDE.md").write_text("<!-- pro-context: end -->\n")
    assert run(capsys, "claude-code")[0] == 1
    assert [file.name for file in (home / ".claude").rglob("*")] == ["CLAUDE.md"]
