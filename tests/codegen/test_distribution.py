"""The table of clients and registries: what its author reads when it is wrong, and where its table in the docs goes."""

from pathlib import Path

import pytest

from pro_context_codegen.__main__ import main
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.distribution import read_distribution
from pro_context_codegen.output_folder import replace_block
from pro_context_codegen.spec_problems import SpecError

TABLE = (Path(__file__).parents[2] / "spec" / "distribution.yaml").read_text(encoding="utf-8")


@pytest.fixture
def table(spec_copy: Path) -> Path:
    """Return the table of a spec that a test may spoil."""
    path = spec_copy / "distribution.yaml"
    path.write_text(TABLE.replace("contract: full", "contract: garden"))
    return path


def test_a_spec_may_have_none(garden_spec: Path) -> None:
    assert read_distribution(garden_spec, read_contracts(garden_spec)) is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("contract: garden", "contract: orchard", "server.contract: there is no contract orchard"),
        ("format: jsonc", "format: yaml", "clients.vscode.format"),
        ("description: MCP", "description: " + "Very " * 20 + "MCP", "server.description"),
        ("  cursor:", "  Cursor:", "key Cursor"),
        ("files: ~/.cursor", "file: ~/.cursor", "clients.cursor.file: unknown key (did you mean files?)"),
        ("project: .mcp.json", "project: /etc/mcp.json", "clients.claude-code.project"),
        ("PRO_CONTEXT__CACHE__DIRECTORY", "CACHE_DIRECTORY", "key CACHE_DIRECTORY"),
    ],
)
def test_what_is_wrong_is_named(table: Path, old: str, new: str, said: str) -> None:
    assert old in table.read_text()
    table.write_text(table.read_text().replace(old, new, 1))
    with pytest.raises(SpecError) as caught:
        read_distribution(table.parent, read_contracts(table.parent))
    assert any(said in str(problem) for problem in caught.value.problems), caught.value


def test_generate_fills_the_page_and_drift_watches_it(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "docs" / "command-line.md"
    page.parent.mkdir()
    arguments = ["--spec", str(table.parent), "--out", str(tmp_path / "generated")]
    page.write_text("Mine.\n")
    assert main(["generate", *arguments]) == 1
    assert "must have one block" in capsys.readouterr().err
    marks = "<!-- clients: generated from spec/distribution.yaml; do not edit -->\nold\n<!-- /clients -->\n"
    page.write_text(f"Mine.\n{marks}Mine too.\n")
    assert main(["generate", *arguments]) == 0
    text = page.read_text()
    assert text.startswith("Mine.\n<!-- clients")
    assert text.endswith("<!-- /clients -->\nMine too.\n")
    assert "| `cursor` |" in text
    assert main(["drift", *arguments]) == 0
    page.write_text(text.replace("`cursor`", "`curser`"))
    assert main(["drift", *arguments]) == 1
    assert "command-line.md" in capsys.readouterr().err


def test_two_blocks_are_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- a: generated from s; do not edit -->\n<!-- /a -->\n" * 2)
    with pytest.raises(SpecError):
        replace_block(page, "a", "s", "text\n")
