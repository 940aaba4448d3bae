"""The rank of symbols: what a package offers first comes first."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import symbol_in, table_of

from pro_context_engine.sources.packages.symbols.publicness import module_rank


def test_top_names_come_before_nested_ones_and_members_after_the_names_of_their_module(tmp_path: Path) -> None:
    table = table_of(
        tmp_path,
        {
            "pond/__init__.py": "from pond.animals import Frog, Newt\n__all__ = ['Frog', 'Newt']\n",
            "pond/animals.py": "class Frog:\n    def eat(self): ...\nclass Newt: ...\nclass Fly: ...\n",
            "pond/legacy.py": "class Toad: ...\n",
            "pond/parts/deep.py": "class Skin: ...\n",
            "pond/parts/__init__.py": "",
        },
        readme="```python\nfrom pond import Frog\n```\n",
    )
    ranks = {name: symbol_in(table, f"pond.{name}").rank for name in ("Frog", "Newt", "Frog.eat", "animals.Fly")}
    assert ranks["Frog"] == 0
    assert ranks["Frog"] < ranks["Newt"] < ranks["Frog.eat"] < ranks["animals.Fly"]
    assert symbol_in(table, "pond.parts.deep.Skin").rank > ranks["animals.Fly"]
    assert symbol_in(table, "pond.legacy.Toad").rank > symbol_in(table, "pond.parts.deep.Skin").rank
    assert [symbol.rank for symbol in table.symbols] == sorted(symbol.rank for symbol in table.symbols)


@pytest.mark.parametrize(
    "part", ["testing", "_vendor", "extern", "compat", "experimental", "contrib", "v1", "beta", "v2beta1"]
)
def test_modules_aside_rank_behind(part: str) -> None:
    assert module_rank(f"pond.{part}") > module_rank("pond.animals")


def test_generated_families_rank_behind(tmp_path: Path) -> None:
    models = "".join(f"class Reply{number}(Model):\n    text: str\n" for number in range(120))
    files = {"pond/__init__.py": "class Model: ...\nclass Frog(Model):\n    def eat(self): ...\n" + models}
    files |= {f"pond/words/l{number}.py": "GREETING = 'hello'\n" for number in range(25)}
    table = table_of(tmp_path, files)
    assert symbol_in(table, "pond.Reply7").rank > symbol_in(table, "pond.Model").rank
    assert symbol_in(table, "pond.words.l3.GREETING").rank > symbol_in(table, "pond.words.l3").rank + 10


def test_what_a_public_class_inherits_is_nearly_as_public_as_its_own(tmp_path: Path) -> None:
    table = table_of(
        tmp_path,
        {
            "pond/__init__.py": "from pond.frogs import Frog\n",
            "pond/frogs/__init__.py": "from .base import BaseFrog\nclass Frog(BaseFrog):\n    def eat(self): ...\n",
            "pond/frogs/base.py": "class Wet: ...\nclass BaseFrog(Wet):\n    def hop(self): ...\n",
            "pond/ads/__init__.py": "class Advert:\n    def hop(self): ...\n",
        },
    )
    hops = [symbol.name for symbol in table.symbols if symbol.name.endswith(".hop")]
    assert hops == ["pond.frogs.BaseFrog.hop", "pond.ads.Advert.hop"]
    assert symbol_in(table, "pond.Frog.eat").rank < symbol_in(table, "pond.frogs.BaseFrog.hop").rank
