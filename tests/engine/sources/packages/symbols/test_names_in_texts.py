"""The names that no text of a package has: told without a table of symbols, and never of a name that may be there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.files.distribution_files import MOST_FILE_BYTES
from pro_context_engine.sources.packages.npm.npm_documentation import NpmDocumentation
from pro_context_engine.sources.packages.symbols import names_in_texts

FILES = {
    "pond/__init__.py": "from pond._frogs import Frog\nfrom reed.stems import Stem\n__all__ = ['Frog']\n",
    "pond/_frogs.py": (
        "class Frog:\n"
        "    '''A frog that may lay_eggs.'''\n"
        "    def croak(self, how_loud):\n"
        "        dry_leaf = [find_fly()]\n"
        "        def eat_it(one): return one\n"
        "        self.last_meal = eat_it(dry_leaf)\n"
        "        return lambda: dry_leaf\n"
    ),
    "pond/types.pyi": "wet_stone: int\n",
    "pond/broken.py": "def fill_up(:\n",
    "pond/docs/guide.md": "Call `swim_far`.\n",
}
DEPENDENCY = {"reed/__init__.py": "", "reed/stems.py": "class Stem:\n    def bend_down(self): ...\n"}


def test_a_name_is_absent_unless_some_text_has_it(tmp_path: Path) -> None:
    pond = install(tmp_path, FILES, readme="Use `hop_high`.")
    there = {"Frog", "lay_eggs", "croak", "how_loud", "last_meal", "wet_stone", "fill_up", "swim_far", "hop_high"}
    for name in there:
        assert pond.names_in_texts([name]) == ({name}, set())
    assert pond.names_in_texts(["fly_away", "cro", *there]).absent == {"fly_away", "cro"}


def test_a_local_variable_and_a_local_function_do_not_count(tmp_path: Path) -> None:
    assert install(tmp_path, FILES).names_in_texts(["dry_leaf", "eat_it"]).absent == {"dry_leaf", "eat_it"}


def test_a_name_of_an_imported_package_may_be_handed_on(tmp_path: Path) -> None:
    pond = install(tmp_path, FILES)
    assert pond.names_in_texts(["bend_down"]).absent == {"bend_down"}
    for name, text in DEPENDENCY.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert pond.names_in_texts(["bend_down"]).absent == set()


def test_nothing_is_absent_where_a_bound_is_met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pond = install(tmp_path, FILES)
    monkeypatch.setattr(names_in_texts, "MAX_BYTES", 100)
    assert pond.names_in_texts(["fly_away"]).absent == set()


def test_nothing_is_absent_where_a_file_may_not_be_read(tmp_path: Path) -> None:
    pond = install(tmp_path, FILES)
    (tmp_path / "pond/types.pyi").write_text("#" * (MOST_FILE_BYTES + 1))
    assert pond.names_in_texts(["fly_away"]).absent == set()


def test_the_texts_of_an_npm_package_count(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text(json.dumps({"name": "wetland", "version": "1.0.0"}))
    (tmp_path / "index.d.ts").write_text("export declare function digUp(): void;\n")
    (tmp_path / "index.js").write_text("exports.fillUp = () => {}\n")
    wetland = NpmDocumentation(InstalledPackage("wetland", "1.0.0", "", str(tmp_path), str(tmp_path)))
    assert wetland.names_in_texts(["digUp", "fillUp", "flyUp", "$digUp"]).absent == {"flyUp", "$digUp"}
