"""The changes that affect code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.changes.tables import cls, function, method, table

from pro_context_engine.code_checks.changes.table_changes import table_changes
from pro_context_engine.code_checks.changes.used_changes import used_changes, with_names
from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.domain.api_changes import ApiChange
from pro_context_engine.domain.code_findings import CodeCheck, PackageFinding

OLD = """
class Pup:
    def __init__(self, name, hungry=True): ...
    def dive(self, depth=1): ...
    def fetch(self, clam): ...
def swim(far, fast=False): ...
def rest(hours=8): ...
def float_on_back(): ...
"""
NEW = """
class Pup:
    def __init__(self, name, hungry=True): ...
    def dive(self, depth=1): ...
def swim(far): ...
def rest(hours=6): ...
"""
TABLES = (
    table(
        "1.0",
        cls("otter.Pup", "dive", "fetch"),
        method("otter.Pup.dive", "depth=1"),
        method("otter.Pup.fetch", "clam"),
        function("otter.swim", "far", "fast=False"),
        function("otter.rest", "hours=8"),
        function("otter.float_on_back"),
    ),
    table(
        "2.0",
        cls("otter.Pup", "dive"),
        method("otter.Pup.dive", "depth=1"),
        function("otter.swim", "far"),
        function("otter.rest", "hours=6"),
        function("otter.groom", "fur"),
    ),
)


def checked(folder: Path, source: str, version: str, code: str) -> CodeCheck:
    (folder / version / "otter").mkdir(parents=True)
    (folder / version / "otter" / "__init__.py").write_text(source, encoding="utf-8")
    report = check(code, ast.parse(code), PackageModules([folder / version]))
    findings = tuple(PackageFinding(one, "", "pypi/otter", "otter", version) for one in report.findings.values())
    return CodeCheck(findings, len(findings), (), (), "python", "", tuple(report.used))


def affecting(folder: Path, code: str, *, tables: bool = True) -> list[tuple[str, str, tuple[int, ...]]]:
    before, after = checked(folder, OLD, "1.0", code), checked(folder, NEW, "2.0", code)
    changes = table_changes(*TABLES) if tables else ()
    found: list[ApiChange] = used_changes(changes, TABLES if tables else (None, None), before, after)
    return [(one.kind.value, one.symbol, one.lines) for one in found]


CODE = {
    "import otter\notter.Pup('a').fetch(1)\n": [("removed", "otter.Pup.fetch", (2,))],
    "from otter import float_on_back\nfloat_on_back()\n": [("removed", "otter.float_on_back", (1,))],
    "import otter\notter.swim(1, fast=True)\n": [("signature", "otter.swim", (2,))],
    "import otter\notter.swim(1, True)\n": [("signature", "otter.swim", (2,))],
    "import otter\notter.swim(1)\n": [],
    "import otter\notter.rest()\n": [("default", "otter.rest", (2,))],
    "import otter\notter.rest(hours=3)\notter.rest(3)\n": [],
    "import otter\notter.Pup('a').dive()\n": [],
    "import otter\notter.nowhere\n": [],
    "import otter\np = otter.Pup('a')\np.fetch(1)\notter.rest()\np.fetch(2)\n": [
        ("removed", "otter.Pup.fetch", (3, 5)),
        ("default", "otter.rest", (4,)),
    ],
}


@pytest.mark.parametrize("code", CODE)
def test_only_what_code_uses_is_reported_with_its_lines(tmp_path: Path, code: str) -> None:
    assert affecting(tmp_path, code) == CODE[code]


def test_without_tables_the_checks_alone_tell(tmp_path: Path) -> None:
    code = "import otter\notter.Pup('a').fetch(1)\notter.swim(1, fast=True)\n"
    assert affecting(tmp_path, code, tables=False) == [
        ("removed", "otter.Pup.fetch", (2,)),
        ("signature", "otter.swim", (3,)),
    ]


def test_names_choose_things_their_members_and_parameters() -> None:
    changes = table_changes(*TABLES)

    def chosen(*names: str) -> list[str]:
        return [one.symbol for one in with_names(changes, names)]

    assert chosen("Pup") == ["otter.Pup.fetch"]
    assert chosen("pup.FETCH()") == ["otter.Pup.fetch"]
    assert chosen("fast") == ["otter.swim"]
    assert chosen("ot", "fet") == []
