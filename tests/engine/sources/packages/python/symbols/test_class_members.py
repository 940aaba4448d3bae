"""The members of Python classes in the table: own, lent by private bases, inherited; how complete the list is."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import symbol_in, table_of

from pro_context_engine.domain.symbols import SymbolKind


def test_own_and_inherited_members_come_from_the_nearest_definition(tmp_path: Path) -> None:
    source = (
        "class Animal:\n    '''An animal.'''\n    legs = 4\n    def eat(self): ...\n    def sleep(self): ...\n"
        "class _Wet:\n    def swim(self): '''Swim a lap.'''\n"
        "class Frog(_Wet, Animal):\n    COLOUR = 'green'\n    def eat(self): ...\n    def _hide(self): ...\n"
        "    @property\n    def size(self) -> int: ...\n    class Egg:\n        weight: int = 1\n"
    )
    table = table_of(tmp_path, {"pond/__init__.py": source})
    frog = symbol_in(table, "pond.Frog")
    assert frog.own == ("COLOUR", "eat", "size", "Egg", "swim")
    assert frog.inherited == ("pond.Animal.legs", "pond.Animal.sleep")
    assert frog.bases == ("pond._Wet", "pond.Animal")
    assert frog.complete == 1
    kinds = {symbol.name: symbol.kind for symbol in table.symbols}
    assert kinds["pond.Frog.COLOUR"] is SymbolKind.CONSTANT
    assert kinds["pond.Frog.size"] is SymbolKind.PROPERTY
    assert kinds["pond.Frog.eat"] is SymbolKind.METHOD
    assert kinds["pond.Frog.Egg"] is SymbolKind.CLASS
    assert kinds["pond.Frog.Egg.weight"] is SymbolKind.ATTRIBUTE
    assert symbol_in(table, "pond.Frog.swim").summary == "Swim a lap."
    assert symbol_in(table, "pond.Frog.sleep").name == "pond.Animal.sleep"


def test_attributes_of_the_constructor_count_where_they_are_declared(tmp_path: Path) -> None:
    source = (
        "class Frog:\n    __slots__ = ('colour', '_skin')\n"
        "    def __init__(self, size):\n        self.size: int = size\n"
        "        self.mood = 'calm'\n        '''The mood of the frog.'''\n        self.plain = 1\n"
    )
    frog = symbol_in(table_of(tmp_path, {"pond/__init__.py": source}), "pond.Frog")
    assert set(frog.own) == {"size", "mood", "colour"}


@pytest.mark.parametrize(
    ("source", "inherited"),
    [
        ("class Trouble(ValueError):\n    pass\n", ("builtins.ValueError.args",)),
        ("from typing import NamedTuple\nclass Trouble(NamedTuple):\n    x: int\n", ("typing.NamedTuple.count",)),
        ("import collections.abc as c\nclass Trouble(c.Mapping):\n    pass\n", ("collections.abc.Mapping.items",)),
    ],
)
def test_members_of_the_standard_library_are_inherited(tmp_path: Path, source: str, inherited: tuple[str, ...]) -> None:
    found = symbol_in(table_of(tmp_path, {"pond/__init__.py": source}), "pond.Trouble")
    assert set(inherited) <= set(found.inherited)
    assert found.complete == 1


def test_bases_of_installed_dependencies_are_followed_and_missing_ones_lower_confidence(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    lake.mkdir()
    (lake / "__init__.py").write_text("from lake._water import Water as Water\n", encoding="utf-8")
    (lake / "_water.py").write_text("class Water:\n    def flow(self): ...\n", encoding="utf-8")
    source = (
        "from lake import Water as Water\nfrom desert import Sand\nclass Pond(Water):\n    pass\n"
        "class Dune(Sand):\n    pass\nclass Mirage:\n    def __getattr__(self, name): ...\n"
    )
    table = table_of(tmp_path, {"pond/__init__.py": source})
    assert symbol_in(table, "pond.Pond").inherited == ("pond.Water.flow",)
    assert symbol_in(table, "pond.Water").module == "lake._water"
    assert symbol_in(table, "pond.Dune").bases == ("desert.Sand",)
    assert symbol_in(table, "pond.Dune").complete < 1
    assert symbol_in(table, "pond.Mirage").complete < 1


def test_the_members_of_an_enumeration_are_constants(tmp_path: Path) -> None:
    source = "import enum\nclass Mood(enum.Enum):\n    calm = 1\n    LOUD = 2\n    def shout(self): ...\n"
    table = table_of(tmp_path, {"pond/__init__.py": source})
    assert symbol_in(table, "pond.Mood").kind is SymbolKind.ENUM
    assert symbol_in(table, "pond.Mood.calm").kind is SymbolKind.CONSTANT
    assert symbol_in(table, "pond.Mood.shout").kind is SymbolKind.METHOD
