"""Lists of exports that take in those of other modules."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in

BOATS = "__all__ = ['row']\ndef row(): 'Move it.'\ndef sink(): 'Lose it.'\n"


@pytest.mark.parametrize(
    "source",
    [
        "import pond.boats\nfrom pond.boats import *\n__all__ = ['Pond']\n__all__.extend(pond.boats.__all__)\n",
        "import pond.boats\nfrom pond.boats import *\n__all__ = ['Pond']\n__all__ += pond.boats.__all__\n",
        "import pond as p\nfrom .boats import *\n__all__ = ['Pond'] + p.boats.__all__\n",
        "from . import boats\nfrom .boats import *\n__all__ = ['Pond']\nif True:\n    __all__ += boats.__all__\n",
        "from .boats import row\n__all__ = ['Pond']\n__all__.append('row')\n",
    ],
)
def test_names_that_are_added_are_exported(tmp_path: Path, source: str) -> None:
    table = install(tmp_path, {"pond/__init__.py": f"{source}class Pond: ...\n", "pond/boats.py": BOATS}).symbols()
    assert symbol_in(table, "pond.row").summary == "Move it."
    assert symbol_in(table, "pond.Pond").name == "pond.Pond"
    assert table.find("pond.sink") is None


def test_modules_that_add_the_lists_of_each_other_end_somewhere(tmp_path: Path) -> None:
    source = "from . import {0}\nfrom .{0} import *\n__all__ = ['{1}']\n__all__.extend({0}.__all__)\ndef {1}(): ...\n"
    files = {
        "pond/__init__.py": "from .a import *\n",
        "pond/a.py": source.format("b", "fill"),
        "pond/b.py": source.format("a", "drain"),
    }
    assert symbol_in(install(tmp_path, files).symbols(), "pond.a.fill").last_name == "fill"


LOOP = "import inspect\n__all__ = ['depth']\ndepth = 3\nclass Frog: 'A frog.'\ndef row(): 'Move it.'\nclass _Mud: ...\n"


@pytest.mark.parametrize(
    ("loop", "names"),
    [
        (
            "for name, one in list(globals().items()):\n    if inspect.isclass(one):\n        __all__.append(name)\n",
            ["Frog"],
        ),
        (
            "if depth:\n    for name in dir():\n        if name[:1] != '_':\n            __all__ += [name]\n",
            ["Frog", "row"],
        ),
        ("for name in dir(inspect):\n    __all__.append(name)\n", []),
        ("for name in list(globals()):\n    print(name)\n", []),
    ],
)
def test_loops_over_what_a_module_has_add_its_definitions(tmp_path: Path, loop: str, names: list[str]) -> None:
    table = install(tmp_path, {"pond/__init__.py": f"{LOOP}{loop}"}).symbols()
    assert [name for name in ("Frog", "row", "_Mud") if table.find(f"pond.{name}")] == names


@pytest.mark.parametrize(
    ("listed", "is_found"), [("['boats']", True), ("['boats', 'Pond']", False), ("['lake']", False)]
)
def test_a_list_of_modules_leaves_out_what_the_package_defines(tmp_path: Path, listed: str, is_found: bool) -> None:
    source = f"from . import boats\n__all__ = {listed}\nclass Pond: ...\ndef fill(): 'Add water.'\ndef _drain(): ...\n"
    table = install(tmp_path, {"pond/__init__.py": source, "pond/boats.py": BOATS}).symbols()
    assert (table.find("pond.fill") is not None) == is_found
    assert table.find("pond._drain") is None
