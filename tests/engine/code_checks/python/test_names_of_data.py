"""The check of code with names that a package takes from data: methods, heirs, classes and modules made at run time."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules

ORCHARD = {
    "orchard/__init__.py": '''"""An orchard."""

import sys

from orchard._presses import *
from orchard.baskets import *
from orchard.trees import Branch, Cellar, Crop, Fruit, Gate, Ladder, Rake, Shed, Tree, gather, grown, picker

for one in ("early", "late"):
    sys.modules[one.replace("early", "orchard.season")] = object()

mill = squeeze


def __getattr__(name):
    if name == "year":
        return 7
    raise AttributeError(name)
''',
    "orchard/trees.py": '''"""Trees."""

from http.client import HTTPConnection
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Tree:
    """Asks the language for a name that it makes of the name."""

    def __init__(self, kinds):
        self.kinds = kinds

    def __getattr__(self, name: str) -> Any:
        if "(" not in name:
            name = signature_of(name, self.kinds)
        return super().__getattribute__(name)


class Branch:
    """Asks the language for the name itself, unless it has another one for it."""

    renamed = {"twig": "twigs"}
    twigs = 3

    def __getattr__(self, name):
        name = self.renamed.get(name, name)
        return super().__getattribute__(name)


class Fruit:
    """A fruit, which its class of data has methods for."""

    def __getattr__(self, name):
        answer = self.ask(f"fruit.{name}")
        if answer is not None:
            return answer
        raise AttributeError(name)

    def ask(self, text):
        return None


def picker(title, names) -> Fruit:
    bases = [Fruit]
    made = type(str(title), tuple(bases), names)
    return made()


class Shed:
    """Makes what it is given."""

    def __new__(cls, kind=Fruit, **options):
        shed = kind.__new__(kind, **options)
        shed.__init__(**options)
        return shed


class Crop(dict):
    """Has its items as attributes."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def weigh(self):
        return 1


def to_text(self):
    return str(self)


Crop.to_text = to_text


class Ladder(Generic[T]):
    """A ladder."""

    @overload
    def lean(self, on: None = ...) -> "Rake": ...

    @overload
    def lean(self, on: type[T]) -> T: ...

    def lean(self, on=None):
        return on()


class Rake:
    """A rake."""

    def rest(self):
        """Rest."""


class Cellar:
    """A cellar."""

    def store(self):
        """Store."""


class Nested(Generic[T]):
    """Describes trees of other things."""

    def __new__(cls):
        raise TypeError

    def __class_getitem__(cls, item):
        return Tree | item


def grown(seeds: list[T]) -> Nested[T]:
    """Grow."""


class Gate(HTTPConnection):
    """A gate."""


def gather() -> Ladder:
    """Gather."""
    return Ladder()
''',
    "orchard/baskets.py": '''"""Baskets."""

__all__ = ["Basket"]


class Basket:
    """A basket."""
''',
    "grove/__init__.py": '''"""A grove."""

from . import _makers
''',
    "grove/_makers.py": '''"""Makes the modules of the grove."""

import sys


class Finder:
    def find_spec(self, name):
        if name.partition(".")[0] == "grove":
            return name


sys.meta_path.append(Finder())
''',
}

RIGHT = """\
import grove.shade
import orchard.season
from orchard import Branch, Cellar, Crop, Fruit, Gate, Shed, Tree, gather, grown, mill, press, squeeze
grove.shade.light
grove.sun
squeeze("plums")
Tree([]).ripen(3)
Branch().twig
Shed(Cellar).store()
Crop().to_text()
gather().lean(Cellar).store()
gather().lean().rest()
grown([1]).height
Gate("x").port
def pick(fruit: Fruit):
    fruit.peel()
"""

WRONG = """\
import orchard
from orchard import Branch, Cellar, Crop, Gate, gather
from orchard.baskets import Basket, Barrel  #! Barrel
Branch().leaf  #! leaf
Crop().to_lines()  #! to_lines
gather().lean().store()  #! store
Cellar().press()  #! press
Gate("x").gates  #! gates
"""


@pytest.mark.parametrize("code", [RIGHT, WRONG])
def test_names_of_data_are_left_and_others_told(tmp_path: Path, code: str) -> None:
    report = check(code, ast.parse(code), PackageModules([write(tmp_path, ORCHARD)]))
    wanted = {(number, line.partition("#! ")[2]) for number, line in enumerate(code.splitlines(), 1) if "#! " in line}
    assert {(one.line, one.name) for one in report.findings.values()} == wanted
