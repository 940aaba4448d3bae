"""The names that stubs, and branches for type checkers, give a module."""

from __future__ import annotations

from pathlib import Path

from tests.engine.sources.packages.symbols.distributions import install, symbol_in


def test_what_a_stub_defines_exists_however_the_source_makes_it(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "",
        "pond/op.py": "from pond._proxy import proxy\nproxy(globals(), locals())\n",
        "pond/op.pyi": "from typing import Any\ndef fill(litres: int) -> Any: 'Fill it.'\n",
        "pond/_proxy.py": "def proxy(a, b): ...\n",
    }
    table = install(tmp_path, files).symbols()
    assert symbol_in(table, "pond.op.fill").summary == "Fill it."
    assert "pond.op.Any" not in {symbol.name for symbol in table.symbols}


def test_names_for_type_checkers_exist_where_the_module_makes_names_when_they_are_asked_for(tmp_path: Path) -> None:
    checked = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pond._water import fill\n"
    method = "class Frog:\n    def __getattr__(self, name): ...\n"
    files = {
        "pond/__init__.py": f"{checked}def __getattr__(name): ...\n",
        "pond/ice/__init__.py": f"{checked}if not TYPE_CHECKING:\n    def __getattr__(name: str): ...\n",
        "pond/dry/__init__.py": f"{checked}{method}",
        "pond/_water.py": "def fill(): 'Fill it.'\n",
    }
    table = install(tmp_path, files).symbols()
    assert symbol_in(table, "pond.fill").paths == ("pond.ice.fill",)


def test_what_stands_beside_a_branch_for_type_checkers_exists(tmp_path: Path) -> None:
    source = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    Deep = int\n    Wet = int\n"
        "else:\n    class Deep: 'Ten metres.'\n"
    )
    table = install(tmp_path, {"pond/__init__.py": source}).symbols()
    assert symbol_in(table, "pond.Deep").kind == "class"
    assert "pond.Wet" not in {symbol.name for symbol in table.symbols}


def test_a_name_of_a_stub_that_the_source_takes_with_all_others_exists(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from pond.base import *\n",
        "pond/__init__.pyi": "from .base import fill as fill\n",
        "pond/base.pyi": "def fill() -> None: ...\n",
        "pond/base.cpython-311-x86_64-linux-gnu.so": "",
    }
    assert symbol_in(install(tmp_path, files).symbols(), "pond.fill").kind == "function"


def test_a_file_with_a_dot_in_its_name_is_no_module(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "",
        "pond/water.py": "def fill(litres: int) -> None: ...\n",
        "pond/water.old.py": "def drain() -> None: ...\n",
    }
    table = install(tmp_path, files).symbols()
    assert symbol_in(table, "pond.water.fill").signatures[0].parameters[0].name == "litres"
    assert "pond.water.drain" not in {symbol.name for symbol in table.symbols}


def test_a_module_that_takes_all_names_of_a_compiled_one_has_those_of_its_stub(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from .pond import *\nif hasattr(pond, '__all__'):\n    __all__ = pond.__all__\n",
        "pond/__init__.pyi": "class Frog:\n    def hop(self) -> None: ...\n",
        "pond/pond.cpython-311-x86_64-linux-gnu.so": "",
    }
    assert symbol_in(install(tmp_path, files).symbols(), "pond.Frog.hop").kind == "method"
