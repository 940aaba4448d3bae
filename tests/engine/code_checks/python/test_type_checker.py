"""The type checker as a second opinion."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import LANTERN, write

from pro_context_engine.code_checks.code_texts import parse_python
from pro_context_engine.code_checks.python import type_checker
from pro_context_engine.code_checks.python.snippet_check import check_python
from pro_context_engine.code_checks.python.values import knowledge

CODE = "from lantern import Lamp\nLamp(volts=3)\nLamp().glow\n'x'.glow\n"


@pytest.mark.skipif(type_checker.program() is None, reason="the extra `check` is not installed")
def test_findings_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = write(tmp_path / "packages", LANTERN)
    found = type_checker.findings(CODE, [folder])
    assert {(2, "volts"), (3, "glow")} <= {(one.line, one.name) for one in found}
    # Nothing is left behind.
    assert [path.name for path in tmp_path.iterdir()] == ["packages"]


def test_the_check_works_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_checker, "program", lambda: None)
    tree, text = parse_python(CODE)
    assert tree is not None
    found = check_python(text, tree, [write(tmp_path, LANTERN)], frozenset({"lantern"}))
    assert {(one.line, one.name) for one in found.findings} == {(2, "volts"), (3, "glow")}
    assert type_checker.name_and_version() == type_checker.NONE


def test_a_name_that_code_sets_on_another_object_of_the_class_is_no_finding(tmp_path: Path) -> None:
    code = "from lantern import Lamp\nclass Own(Lamp):\n    def f(self):\n        self.note = 1\nLamp().note\n"
    tree, text = parse_python(code)
    assert tree is not None
    assert check_python(text, tree, [write(tmp_path, LANTERN)], frozenset({"lantern"})).findings == ()


CANDLE = {"candle/__init__.py": "class Bulb: ...\n"}


@pytest.mark.skipif(type_checker.program() is None, reason="the extra `check` is not installed")
def test_classes_of_the_code_and_of_packages_that_are_not_checked_are_not_those_of_the_same_name(
    tmp_path: Path,
) -> None:
    code = "import lantern\nfrom candle import Bulb\nclass Lamp(list): ...\nLamp().glow\nBulb().glow\nlantern.Lamp()\n"
    folder = write(tmp_path, LANTERN | CANDLE)
    assert {(one.line, one.owner) for one in type_checker.findings(code, [folder])} == {(4, "Lamp"), (5, "Bulb")}
    tree, text = parse_python(code)
    assert tree is not None
    found = check_python(text, tree, [folder], frozenset({"lantern"})).findings
    assert [one.module for one in found if not one.module.startswith("candle")] == []


@pytest.mark.skipif(type_checker.program() is None, reason="the extra `check` is not installed")
def test_of_code_that_is_too_large_to_be_followed_only_names_that_stand_nowhere_are_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knowledge, "MOST_STEPS", 1)
    code = "from lantern import Lamp\nLamp().glow\nLamp().glimmer\n"
    folder = write(tmp_path, LANTERN)
    assert {one.name for one in type_checker.findings(code, [folder])} == {"glow", "glimmer"}
    tree, text = parse_python(code)
    assert tree is not None
    found = check_python(text, tree, [folder], frozenset({"lantern"}))
    assert found.exhausted
    assert {one.name for one in found.findings} == {"glow"}


MAST = {
    "mast/__init__.py": "class Sail:\n    def set(self): ...\nclass Jib(Sail):\n    sheet = 1\ndef mktemp(): ...\n",
    "spar/__init__.py": "class Sail:\n    def reef(self): ...\nclass Boom: ...\nboom = Boom()\nboom.vang = 1\n",
}


@pytest.mark.skipif(type_checker.program() is None, reason="the extra `check` is not installed")
def test_only_what_the_packages_cannot_refute_counts(tmp_path: Path) -> None:
    lines = [
        "import tempfile, mast, spar",
        "tempfile.mktemp()",  # of the language
        "def f(sail: mast.Sail, boom: spar.Boom, list_of: list[mast.Jib]):",
        "    sail.sheet",  # an heir has it
        "    boom.vang",  # the package sets it
        "    sail.furl",
        "    list_of[0].furl",
    ]
    code = "\n".join(lines) + "\n"
    folder = write(tmp_path, MAST)
    reported = {(one.line, one.name) for one in type_checker.findings(code, [folder])}
    assert {(2, "mktemp"), (4, "sheet"), (5, "vang"), (6, "furl")} <= reported
    tree, text = parse_python(code)
    assert tree is not None
    found = check_python(text, tree, [folder], frozenset({"mast", "spar"})).findings
    assert {(one.line, one.name, one.module.partition(".")[0]) for one in found} == {
        (6, "furl", "mast"),
        (7, "furl", "mast"),
    }


def test_types_of_the_language_are_left_out() -> None:
    assert type_checker.types_in("Lamp | None") == {"Lamp"}
    assert type_checker.types_in("list[Lamp]") == set()


@pytest.mark.skipif(os.name != "posix", reason="the bits of a mode are those of POSIX")
def test_its_folder_is_for_the_own_user_alone_and_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Path, int]] = []

    def run(_path: str, root: Path, _folders: object) -> str:
        seen.append((root, stat.S_IMODE(root.stat().st_mode)))
        return ""

    monkeypatch.setattr(type_checker, "program", lambda: "ty")
    monkeypatch.setattr(type_checker, "_run", run)
    assert type_checker.findings("x = 1\n", [tmp_path]) == []
    ((root, mode),) = seen
    assert mode == 0o700
    assert not root.exists()


def test_the_next_run_removes_what_a_killed_one_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(type_checker, "program", lambda: "ty")
    monkeypatch.setattr(type_checker, "_run", lambda *_: "")
    old, running, others = (tmp_path / name for name in ("pro-context-ty-old", "pro-context-ty-now", "others"))
    for folder in (old, running, others):
        folder.mkdir()
        (folder / "code.py").write_text("x = 1\n")
    for folder in (old, others):
        os.utime(folder, (0, 0))
    assert type_checker.findings("x = 1\n", [tmp_path]) == []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["others", "pro-context-ty-now"]
