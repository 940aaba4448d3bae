"""Names that a module imports by a table when they are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in
from tests.growth import grows_linearly

BOATS = "def row(): 'Move it.'\nclass Raft: 'A flat one.'\n"
GETATTR = "def __getattr__(name):\n    return find(_table, name)\n"


@pytest.mark.parametrize(
    "source",
    [
        f"__all__ = ['row', 'Raft']\n_table = {{'row': 'pond.boats', 'Raft': '.boats'}}\n{GETATTR}",
        f"_table: dict[str, str] = {{'row': 'boats', 'Raft': 'boats:Raft'}}\n__all__ = list(_table)\n{GETATTR}",
        f"_table = {{'row': (__spec__.parent, '.boats'), 'Raft': ('pond.boats', 'Raft')}}\n{GETATTR}",
        f"_table = {{'boats': ['row', 'Raft']}}\n{GETATTR}",
        "__getattr__, __dir__, __all__ = attach(__name__, submod_attrs={'boats': ['row', 'Raft']})\n",
        "_table = {'boats': ['row', 'Raft']}\nif lazy:\n    sys.modules[__name__] = LazyModule(__name__, _table)\n",
    ],
)
def test_a_table_tells_where_the_names_of_a_module_are(tmp_path: Path, source: str) -> None:
    table = install(tmp_path, {"pond/__init__.py": source, "pond/boats.py": BOATS}).symbols()
    assert symbol_in(table, "pond.row").summary == "Move it."
    assert symbol_in(table, "pond.Raft").summary == "A flat one."


def test_a_name_may_have_another_one_in_its_module(tmp_path: Path) -> None:
    source = f"_table = {{'paddle': ('pond.boats', 'row')}}\n{GETATTR}"
    table = install(tmp_path, {"pond/__init__.py": source, "pond/boats.py": BOATS}).symbols()
    assert symbol_in(table, "pond.paddle").summary == "Move it."


@pytest.mark.parametrize(
    "source",
    [
        "_table = {'row': 'boats'}\n",
        f"_table = {{'sail': 'boats', 'row': 'ships', 'raft': 'water'}}\n{GETATTR}",
        f"_table = {{'row': ['wet', 'deep'], 'wet': None, **others}}\n{GETATTR}",
    ],
)
def test_other_tables_give_no_names(tmp_path: Path, source: str) -> None:
    files = {"pond/__init__.py": source, "pond/boats.py": BOATS, "pond/water.py": "DEPTH = 3\n"}
    names = {one.name for one in install(tmp_path, files).symbols().symbols if one.name.count(".") == 1}
    assert not names & {"pond.row", "pond.sail", "pond.raft", "pond.wet"}


def test_a_large_table_takes_no_longer_than_its_length(tmp_path: Path) -> None:
    def read(size: int) -> None:
        table = ", ".join(f"'name{number}': '.boats'" for number in range(size))
        files = {"pond/__init__.py": f"_table = {{{table}}}\n{GETATTR}", "pond/boats.py": BOATS}
        install(tmp_path / str(size), files).symbols()

    assert grows_linearly(read, 4_000)
