"""The check of code with objects that packages make by means of their own: decorators, mixed-in bases, descriptors."""

from __future__ import annotations

import ast

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.values import knowledge

KILN = {
    "kiln/__init__.py": '''"""A kiln."""

import functools
from functools import partial

from kiln._names import tell_module
from kiln.loom import slow
from kiln.tiles import Glaze, Tile

tell_module(__name__, globals())
del tell_module


class Clay:
    """Clay."""

    def __init__(self, weight=0):
        self.store = self.new_store()

    def new_store(self):
        return self.store_class()()

    def store_class(self):
        return Box

    def shape(self, wheel, *, slow=False):
        """Shape it."""


class FineClay(Clay):
    """Fine clay, which has a store of its own."""

    def store_class(self):
        return Chest


class Box:
    """A box."""


class Chest:
    """A chest."""

    def lock(self):
        """Lock it."""


def only(cls):
    return cls()


@only
class Hearth(Clay):
    """The only hearth."""


def with_fields(plain=False):
    def decorate(cls):
        return dataclass(cls)

    return decorate


@with_fields(plain=True)
class Brick(Clay):
    """A brick, which has a constructor of its fields."""

    width: int = 1


class held:
    """Gives what a method returns, as an attribute."""

    def __init__(self, method):
        self.method = method

    def __get__(self, holder, kind=None):
        return self if holder is None else self.method(holder)


class Shed:
    """A shed."""

    def __init__(self):
        self.Clay = partial(Clay, 3)
        self.parts = {}
        for name in find():
            setattr(self, name, 1)

    @held
    def chest(self):
        return Chest()

    def open(self):
        """Open it."""


def marked(kind: object, /) -> "Marker":
    def mark(method, /):
        method.kind = kind
        return method

    return mark


class Wheel:
    """A wheel."""

    @marked("fast")
    def spin(self) -> "Wheel":
        return self


Kind = type("Kind", (Chest,), {"size": 1})
''',
    "kiln/_names.py": '''"""Names."""


def tell_module(name, names):
    """Tell the objects of a module where they are."""
    for one in names["__all__"] if "__all__" in names else ():
        names[one].__module__ = name
''',
    "kiln/filled.py": '''"""Names that a function adds."""

from kiln._filling import fill

fill(globals())
''',
    "kiln/_filling.py": '''"""Filling."""


def fill(names):
    """Add names."""
    for one in find():
        names[one] = one
''',
    "kiln/tiles.py": '''"""Tiles."""


class Glaze:
    """A glaze that any tile may have."""


class Round:
    """What is round."""

    def roll(self):
        """Roll it."""


class Tile:
    """A tile."""


class Flat:
    """What is flat."""

    def slide(self):
        """Slide it."""


class Slab(Tile[Flat]):
    """A tile with a type argument."""


class Disc(Tile, Round):
    """A round tile."""


def paint(tile: Tile) -> Tile:
    """Paint a tile."""
    return tile
''',
    "kiln/made.py": '''"""Classes with other names for their methods."""


def named(names):
    def decorate(cls):
        for name, others in names.items():
            for prefix in ["get_", "put_"]:
                for other in others:
                    setattr(cls, prefix + other, getattr(cls, prefix + name))
        return cls

    return decorate


@named({"height": ["rise"]})
class Stack:
    """A stack."""

    def get_height(self):
        """Return its height."""

    def put_height(self, height):
        """Set its height."""
''',
    "kiln/made.pyi": """class Stack:
    def get_height(self) -> int: ...
    def put_height(self, height: int) -> None: ...
""",
    "kiln/standing.py": '''"""An object that stands for another one."""

from kiln import Chest


class Stand:
    """Hands names on."""

    def __getattr__(self, name):
        return getattr(find(), name)

    def _real(self):
        """Return the other object."""


chest: Chest = Stand()
''',
    "kiln/tools.py": '''"""Tools, found by their names."""

from kiln._tools import shelf


def __getattr__(name):
    try:
        return shelf[name]
    except KeyError:
        raise AttributeError(name) from None
''',
    "kiln/_tools.py": '''"""A shelf of tools."""


class Shelf:
    """A shelf."""

    def __getitem__(self, name):
        return find(name)


shelf = Shelf()
''',
    "kiln/rows.py": '''"""Rows of a server."""


class Row:
    """A row."""

    def __getattr__(self, name):
        if name in self.__dict__["_new"]:
            return self.__dict__["_new"][name]
        if name in self.__dict__["_old"]:
            value = self.__dict__["_old"][name]
            if isinstance(value, list):
                self.__dict__["_new"][name] = value[:]
                return self.__dict__["_new"][name]
            return value
        raise AttributeError(name)

    def save(self):
        """Save it."""


class Columns:
    """The columns of a table, each kept with its number."""

    def __getattr__(self, name):
        try:
            return self._index[name][1]
        except KeyError as error:
            raise AttributeError(name) from error

    def first(self):
        """Return the first one."""


class Table:
    """A table, which has the classes of its rows."""

    Base = Row

    def read(self):
        """Read it."""


class Record:
    """A record of a table."""

    @classmethod
    def all(cls):
        return Rows(cls)

    def keep(self):
        """Keep it."""
''',
    "kiln/loom.py": '''"""Work that takes long to follow."""


def slow(name, **options):
    """Hand the options on."""
    return _first(name, **options)


def _first(name, **options):
    return _second(name, **options)


def _second(name, colour="", **options):
    for one in options.items():
        print(one)
''',
}


@pytest.fixture(scope="module")
def kiln(tmp_path_factory: pytest.TempPathFactory) -> PackageModules:
    return PackageModules([write(tmp_path_factory.mktemp("kiln"), KILN)])


def found(modules: PackageModules, code: str) -> list[str]:
    return sorted(one.name for one in check(code, ast.parse(code), modules).findings.values())


@pytest.mark.parametrize(
    ("code", "names"),
    [
        # An attribute is made by the method that the heir overrides.
        ("from kiln import FineClay\nFineClay().store.lock()\nFineClay().store.lok()", ["lok"]),
        ("from kiln import Clay\nClay().store.lock()", ["lock"]),
        # A decorator makes the only object of a class.
        ("from kiln import Hearth\nHearth.shape(1)\nHearth.shpe(1)", ["shpe"]),
        # A decorator makes a constructor of fields.
        ("from kiln import Brick\nBrick(width=2)", []),
        # A descriptor of the package gives what the method returns.
        ("from kiln import Shed\nShed().chest.lock()\nShed().chest.lift()", ["lift"]),
        # A decorator whose parameters are by position alone leaves a method as it is.
        ("from kiln import Wheel\nWheel().spin().spin()\nWheel().spin().turn()", ["turn"]),
        # A decorator is called, so that it is no data.
        ("from kiln import Shed\nshed = Shed()\n@shed.before\ndef work(): ...\nshed.colour", ["before"]),
        # A call with a part of the arguments.
        ("from kiln import Shed\nShed().Clay().shape(1, quick=True)", ["quick"]),
        (
            "from functools import partial\nfrom kiln import Clay\nmake = partial(Clay, weight=1)\n"
            "make().shape(1, slow=True)\nmake().melt()",
            ["melt"],
        ),
        # A class is made by a call.
        ("from kiln import Kind\nKind().lock()\nKind().size\nKind().melt()", ["melt"]),
    ],
)
def test_values_made_by_means_of_a_package_are_followed(kiln: PackageModules, code: str, names: list[str]) -> None:
    assert found(kiln, code) == names


@pytest.mark.parametrize(
    ("code", "names"),
    [
        # A value that is described as a base may be of an heir, which has the member of a further base.
        ("from kiln.tiles import Tile, paint\npaint(Tile()).roll()\npaint(Tile()).slide()", ["slide"]),
        # Names that are made of two parts, behind a stub.
        ("from kiln.made import Stack\nStack().put_rise(1)\nStack().put_depth(1)", ["put_depth"]),
        # An object stands for what its annotation says.
        ("from kiln.standing import chest\nchest.lock()\nchest._real()\nchest.lift()", ["lift"]),
        # A package decides itself which items it has.
        ("from kiln.tools import chisel", []),
        # A server sends the data of a row.
        ("from kiln.rows import Row\nRow().depth\nRow().deepen()", ["deepen"]),
        ("from kiln.rows import Columns\nColumns().depth\nColumns().deepen()", ["deepen"]),
        # A package notes the classes of the code under their names.
        (
            "from kiln.rows import Table\ntable = Table()\nclass Crate(table.Base): ...\ntable.Crate\ntable.Crane",
            ["Crane"],
        ),
        # A row has what a query takes from other classes.
        (
            "from kiln.rows import Record\nclass Ship(Record): ...\nclass Berth(Record):\n    depth = 1\n"
            "Ship().depth\nShip().wharf",
            ["wharf"],
        ),
        # A function that only reads the names of a module adds none.
        ("from kiln import Clay, Loam", ["Loam"]),
        ("from kiln.filled import anything", []),
    ],
)
def test_names_that_a_package_brings_in_other_ways_are_no_findings(
    kiln: PackageModules, code: str, names: list[str]
) -> None:
    assert found(kiln, code) == names


def test_a_call_that_takes_long_to_follow_leaves_the_rest_to_be_checked(
    kiln: PackageModules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pro_context_engine.code_checks.python.argument_check._MOST_OF_CALL", 3)
    code = "import kiln\nkiln.slow('a', shade=1)\nkiln.Clay().melt()"
    report = check(code, ast.parse(code), kiln)
    assert not report.exhausted
    assert [one.name for one in report.findings.values()] == ["melt"]


def test_a_call_that_names_only_declared_arguments_is_not_followed(
    kiln: PackageModules, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import kiln\nkiln.slow(name='a')\nkiln.Clay().melt()"
    full = check(code, ast.parse(code), kiln)
    assert [one.name for one in full.findings.values()] == ["melt"]
    monkeypatch.setattr("pro_context_engine.code_checks.python.keyword_arguments._follow", pytest.fail)
    assert [one.name for one in check(code, ast.parse(code), kiln).findings.values()] == ["melt"]


def test_the_steps_of_the_whole_check_end_it(kiln: PackageModules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "MOST_STEPS", 4)
    code = "import kiln\nkiln.slow('a', shade=1)\nkiln.Clay().melt()"
    assert check(code, ast.parse(code), kiln).exhausted
