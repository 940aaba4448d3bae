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
