"""The place of a single name, found without the table: the most public definition, with the anchor of its page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import griffe
import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.sources.packages.python.symbols import definition_scan

FILES = {
    "pond/__init__.py": "from pond._frogs import Frog\nfrom pond.water import *\n__all__ = ['Frog', 'fill', 'level']\n",
    "pond/_frogs.py": (
        "from pond.animals import Animal\n\n"
        "class Frog(Animal):\n    '''A frog.'''\n    def croak(self) -> None:\n        '''Make a sound.'''\n"
    ),
    "pond/animals.py": (
        "class Animal:\n    '''An animal.'''\n    def hop(self) -> None:\n        '''Go up and down.'''\n"
        "class Frog:\n    '''Another frog.'''\n"
    ),
    "pond/water.py": "def fill() -> None:\n    '''Add water.'''\nlevel: int = 3\ndef _drain() -> None: ...\n",
    "pond/tests/__init__.py": "class Frog:\n    '''A frog for tests.'''\n",
    "pond/deep/__init__.py": "",
    "pond/deep/sea/__init__.py": "from pond.deep.sea._fish import *\n",
    "pond/deep/sea/_fish.py": "def swim() -> None:\n    '''Move.'''\n",
    "pond/broken.py": "def fill(:\nclass Broken:\n",
}


@pytest.mark.parametrize(
    "name",
    ["Frog", "fill", "pond.Frog", "Frog.croak", "water.fill", "swim", "sea.swim", "Animal", "Animal.hop", "level"],
)
def test_a_name_has_the_place_that_the_table_has(tmp_path: Path, name: str) -> None:
    documentation = install(tmp_path, FILES)
    (place,) = documentation.definition_places([name])
    assert place is not None
    assert place.url == symbol_in(documentation.symbols(), place.name).url
    assert place.name.endswith(name.rpartition(".")[2])


def test_a_name_of_the_top_comes_before_the_same_name_elsewhere(tmp_path: Path) -> None:
    (place,) = install(tmp_path, FILES).definition_places(["Frog"])
    assert place is not None
    assert (place.name, place.url) == ("pond.Frog", "pypi://pond/2.0/api/pond#frog")


def test_a_member_is_found_at_its_base_and_alone(tmp_path: Path) -> None:
    inherited, alone = install(tmp_path, FILES).definition_places(["Frog.hop", "hop"])
    assert inherited is not None
    assert alone is not None
    assert inherited.url == alone.url == "pypi://pond/2.0/api/pond.animals#animalhop"


def test_another_name_of_the_package_before_a_name_does_not_matter(tmp_path: Path) -> None:
    (place,) = install(tmp_path, FILES).definition_places(["pd.swim"])
    assert place is not None
    assert place.name == "pond.deep.sea.swim"


@pytest.mark.parametrize("name", ["_drain", "Broken", "nothing", "Frog.nothing", "a.b.c.d", "Frog("])
def test_what_is_not_offered_has_no_place(tmp_path: Path, name: str) -> None:
    assert install(tmp_path, FILES).definition_places([name]) == [None]


def test_modules_that_state_what_they_offer_are_not_parsed_for_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = {f"pond/fish{number}.py": f"__all__ = ['Fish{number}']\nclass Fish{number}: ...\n" for number in range(30)}
    stars = "".join(f"    from pond.fish{number} import *\n" for number in range(30))
    start = f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n{stars}"
    parsed: list[str] = []
    visit = griffe.visit

    def recorded(name: str, *given: Any, **rest: Any) -> griffe.Module:
        parsed.append(name)
        return visit(name, *given, **rest)

    monkeypatch.setattr(griffe, "visit", recorded)
    (place,) = install(tmp_path, {"pond/__init__.py": start, **many}).definition_places(["Fish7"])
    assert place is not None
    assert place.url == "pypi://pond/2.0/api/pond.fish7#fish7"
    assert sorted(parsed) == ["fish7", "pond"]


def test_a_class_that_a_function_takes_and_gives_back_has_its_members(tmp_path: Path) -> None:
    text = (
        "from pond._register import register\n\n"
        "class Frog:\n    '''A frog.'''\n    def hop(self) -> None:\n        '''Go up and down.'''\n\n"
        "Frog = register(Frog)\n"
    )
    files = {"pond/__init__.py": text, "pond/_register.py": "def register(cls): return cls\n"}
    documentation = install(tmp_path, files)
    (place,) = documentation.definition_places(["Frog.hop"])
    assert place is not None
    assert place.url == symbol_in(documentation.symbols(), "pond.Frog.hop").url


def test_the_scan_ends_at_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition_scan, "MAX_BYTES", 10)
    top, deep = install(tmp_path, FILES).definition_places(["fill", "swim"])
    assert top is not None
    assert deep is None


TAKERS = {
    "pond/__init__.py": (
        "from pond.make import make_pond as make_pond\nfrom pond.feed import Feeder as Feeder, old_feed as old_feed\n"
        "from pond._log import Log\nlog = Log()\n__all__ = ['make_pond', 'Feeder', 'old_feed', 'log']\n"
    ),
    "pond/make.py": (
        "from pond.marks import deprecated_params\n"
        "class Bank:\n    @property\n    def depth(self):\n        '''How deep it is.'''\n"
        "@deprecated_params(width='old')\n"
        "def make_pond(name, **options):\n    '''Make a pond.\n\n    :param depth=3: metres of water.\n    '''\n"
    ),
    "pond/feed.py": (
        "from pond.marks import deprecated\n"
        "@deprecated('1.0')\ndef old_feed(grams):\n    '''Feed.\n\n    Args:\n        grams: of food.\n    '''\n"
        "class Feeder:\n    def feed(self, grams, at=None):\n        '''Feed.\n\n        Args:\n"
        "            grams: of food.\n        '''\n"
    ),
    "pond/_log.py": "class Log:\n    def add(self, sink, colour=None):\n        '''Add one.'''\n",
    "pond/gates.py": "from lake.gates import (  # noqa\n    Gate as Gate,\n)\n",
    "pond/notes.py": "from typing import Annotated\ndef note(text: Annotated[str, Doc('A line.')]): ...\n",
    "pond/marks.py": "def deprecated(since): ...\ndef deprecated_params(**names): ...\n",
}


@pytest.mark.parametrize(
    ("name", "page"),
    [
        # Described, and the name of a property of a class that the question does not name.
        ("depth", "pond.make#make_pond"),
        # The deprecated function comes last.
        ("grams", "pond.feed#feederfeed"),
        ("at", "pond.feed#feederfeed"),
        ("colour", "pond#logadd"),
        ("open_width", "pond.gates#gate"),
        ("text", "pond.notes#note"),
    ],
)
def test_the_name_of_a_parameter_has_the_place_of_its_function(tmp_path: Path, name: str, page: str) -> None:
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake/__init__.py").touch()
    (tmp_path / "lake/gates.py").write_text("class Gate:\n    def __init__(self, open_width=1): ...\n")
    (place,) = install(tmp_path, TAKERS).definition_places([name])
    assert place is not None
    assert place.url == f"pypi://pond/2.0/api/{page}"


@pytest.mark.parametrize("name", ["width", "size_of_gate"])
def test_a_name_that_no_function_takes_has_no_place(tmp_path: Path, name: str) -> None:
    assert install(tmp_path, TAKERS).definition_places([name]) == [None]


def test_a_function_that_becomes_a_method_elsewhere_is_none_of_its_module(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "",
        "pond/inject.py": "def fill(self, **options): ...\n",
        "pond/water.py": "class Water:\n    def fill(self, litres):\n        '''Fill it.'''\n",
    }
    documentation = install(tmp_path, files)
    (place,) = documentation.definition_places(["fill"])
    assert place is not None
    assert place.url == "pypi://pond/2.0/api/pond.water#waterfill"
    table = documentation.symbols()
    loose, member = symbol_in(table, "pond.inject.fill"), symbol_in(table, "pond.water.Water.fill")
    assert loose.kind is member.kind
    assert loose.rank > member.rank
