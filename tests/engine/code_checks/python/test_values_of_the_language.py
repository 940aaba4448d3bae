"""The check of code that hands values through functions of the language, and of classes that stand in for others."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules

HERD = {
    "herd/__init__.py": '''"""A herd."""
import enum
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, overload


class Goat:
    """A goat."""

    def bleat(self): ...


class Pen(Mapping[str, Goat]):
    """A pen with goats."""

    def __getitem__(self, key): ...


def goats() -> list[Goat]: ...


async def newest() -> Goat: ...


def flock():
    yield Goat()
    yield from strangers()


class Bound:
    """A field that waits for its form."""

    def tie(self): ...


class Field:
    """A field of a form."""

    def __new__(cls, *args, **kwargs):
        if "form" in kwargs:
            return super().__new__(cls)
        return Bound(cls, *args, **kwargs)

    def label(self): ...


class Many:
    """One thing, or a list of many."""

    def __new__(cls, *args, **kwargs):
        if kwargs.pop("many", False):
            return cls.many_of(*args, **kwargs)
        return super().__new__(cls)

    def __init__(self, one=None): ...


class Pick:
    """A pick, once or often.

    Parameters
    ----------
    base : int
        The first one.

        .. deprecated:: 2.0
            The new argument that you should use is `key`.
    """

    def __new__(cls, *args, **kwargs):
        if kwargs.get("often"):
            cls = Often
        return super().__new__(cls)

    def __init__(self, key=None, often=None): ...


class Often(Pick):
    """A pick that is made often."""

    def __init__(self, pause=None, base=None, **kwargs):
        super().__init__(**kwargs)


class Sheet:
    """A sheet, whose other names are for nobody to rely on."""

    def copy(self): ...

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            return self._extra[name]


class MakerType(type):
    """The type of makers."""

    def __call__(cls, **given):
        return cls.made(**given)


class Maker(metaclass=MakerType):
    """A maker, which is called for other things."""


class SpecType(type):
    """The type of specifications."""

    def __init__(cls, name, bases, members):
        for key, value in members.items():
            if isinstance(value, Mark):
                value.put(cls, key)


class Mark:
    """A mark, which a specification replaces."""


class Spec(metaclass=SpecType):
    """A specification."""


class Bunch(dict):
    """Names with values."""

    def __init__(self, **given):
        super().__init__(**given)
        self.__dict__ = self


class Record:
    """A record, whose values are looked up by name."""

    def __getattr__(self, name):
        return self._values[name]

    def show(self): ...


class Keeper:
    """A mixin."""

    def keep(self): ...


class Deed(Keeper, Record):
    """A record that can be kept."""


def records() -> list[Record]: ...


class Gate:
    """A gate, whose call is checked by the base of it and kept for the door."""

    def __init__(self, door=None, **options):
        _note(**options)
        self.door = door
        self._options = options

    def open(self):
        return self.door(**self._options)


def _note(**options):
    options.get("colour")


class Route:
    """A route."""


class Depth(enum.Enum):
    """A depth with a description."""

    def __new__(cls, value, described): ...

    LOW = 1, "low"


class Job:
    """A job on hosts."""

    def __init__(self, body, hosts=None): ...


def base_job(*args, **kwargs):
    kind = kwargs.pop("kind", Goat)
    return kind(args[0])


def job(*args, **kwargs):
    kwargs.setdefault("kind", Job)
    return base_job(*args, **kwargs)


class Table:
    """A table: a name gives a column, several names give a smaller table."""

    @overload
    def __getitem__(self, key: Hashable) -> Goat: ...

    @overload
    def __getitem__(self, key: Mapping) -> "Table": ...

    def graze(self): ...


class Empty:
    """The value of a letter that has not been read."""


class Letter:
    """A letter."""

    def __init__(self):
        self._words = Empty

    def read(self):
        self._words = ask()

    @property
    def words(self):
        return self._words


class Span:
    """A span."""

    @overload
    def __add__(self, other: int) -> Goat: ...

    @overload
    def __add__(self, other: str) -> Goat: ...


class BigBell:
    """A bell."""


class Parts:
    """The parts by their names."""

    def __getattr__(self, name):
        for one in (BigBell,):
            if one.__name__.lower() == name:
                return one()
        raise AttributeError(name)


def route(path, **options):
    def kept(function):
        function.options = options
        function.title = options.get("title")
        return function

    return kept
''',
    "herd/stars.py": "__all__ = names()\n\n\ndef __getattr__(name):\n    return load(name)\n",
    "herd/flat.py": "from herd.stars import *\n",
    "farm/__init__.py": "import herd\n\n\nclass Show(herd.Goat):\n    def trot(self): ...\n",
    "herd/tests/__init__.py": "class Fake: ...\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package."""
    return write(tmp_path_factory.mktemp("herd"), HERD)


def _missing(site: Path, code: str) -> list[str]:
    text = f"import asyncio, contextlib, copy, itertools, random\nimport herd\n{code}\n"
    return [one.name for one in check(text, ast.parse(text), PackageModules([site])).findings.values()]


@pytest.mark.parametrize(
    "code",
    [
        "for key, one in herd.Pen().items():\n    one.moo()",
        "for one in herd.Pen().values():\n    one.moo()",
        "herd.Pen().get('a', herd.Goat()).moo()",
        "for place, one in enumerate(herd.goats()):\n    one.moo()",
        "for one, other in zip(herd.goats(), [1]):\n    one.moo()",
        "for one in sorted(herd.goats(), key=str):\n    one.moo()",
        "for one in reversed(list(herd.goats())):\n    one.moo()",
        "for one in filter(None, itertools.chain(herd.goats(), herd.goats())):\n    one.moo()",
        "for one in map(lambda name: herd.Goat(), 'ab'):\n    one.moo()",
        "next(iter(herd.goats()), None).moo()",
        "max(herd.goats(), key=str).moo()",
        "herd.goats().pop().moo()",
        "{'a': herd.Goat()}.setdefault('a', herd.Goat()).moo()",
        "random.choice(herd.goats()).moo()",
        "copy.deepcopy(herd.Goat()).moo()",
        "with contextlib.closing(herd.Goat()) as one:\n    one.moo()",
        "asyncio.run(herd.newest()).moo()",
        "async def main():\n    (await asyncio.wait_for(herd.newest(), 3)).moo()",
        "async def main():\n    one, other = await asyncio.gather(herd.newest(), herd.newest())\n    other.moo()",
        "def count(pens: tuple[herd.Goat, ...]):\n    pens[0].moo()",
        "herd.Field().moo()",
        "import herd.tests\nherd.tests.Fake().moo()",
    ],
)
def test_a_value_is_followed_through_the_language(site: Path, code: str) -> None:
    assert _missing(site, code) == ["moo"]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("herd.Pick(often=True, pause=3)", []),
        ("herd.Pick(often=True, paws=3)", ["paws"]),
        ("herd.Often(paws=3)", ["paws"]),
        ("herd.Pick(often=True, base=3)", ["base"]),
    ],
)
def test_a_class_takes_the_arguments_of_the_one_that_is_made_in_its_place(
    site: Path, code: str, names: list[str]
) -> None:
    assert _missing(site, code) == names


def test_names_that_a_package_hides_from_type_checkers_are_none_of_heirs(site: Path) -> None:
    assert _missing(site, "class Own(herd.Sheet):\n    size: int\n\nOwn().to_dict()") == ["to_dict"]


def test_a_folder_of_tests_that_is_there_has_its_own_names_alone(site: Path) -> None:
    assert _missing(site, "from herd.tests import Fale") == ["Fale"]
    assert _missing(site, "from herd.test import Fale") == []


@pytest.mark.parametrize(
    "code",
    [
        # One of the values is not known.
        "{'a': herd.Goat()}.get('a', other()).moo()",
        "next(iter(herd.goats()), other).moo()",
        "for one in herd.flock():\n    one.moo()",
        "max(herd.goats(), default=other()).moo()",
        "from meadow import *\nmax(herd.goats()).moo()",
        # Another class is made.
        "herd.Field().tie()",
        "herd.Many(many=True, most=3)",
        "class Farm(herd.Maker):\n    pass\n\nFarm(size=3).plough()",
        "class Plan(herd.Spec):\n    depth = herd.Mark()\n\n    def deep(self):\n        return self.depth.lower()",
        "import meadow\n\nclass Plan(meadow.Form):\n    mark = herd.Mark()\n\n    def deep(self): self.mark.moo()",
        # The names are data, or those of heirs.
        "bunch = herd.Bunch(a=print)\nbunch.a()\nbunch.b",
        "for one in herd.records():\n    one.keep()",
        "class Wall:\n    pass\n\nclass Own(herd.Goat):\n    height = 1\n\n"
        "class Base(herd.Goat):\n    @classmethod\n    def top(cls):\n        return cls.height\n\n"
        "class Heir(Base):\n    height = 2",
        "herd.Sheet().total",
        "herd.Parts().bigbell",
        "import farm\nherd.goats()[0].trot()",
        "import herd.flat\nherd.flat.Lamb",
        # The class of a value is not known.
        "herd.Table()[['a', 'b']].graze()",
        "herd.Letter().words.items()",
        "(herd.Span() + other()).moo()",
        "try:\n    from meadow import Day\nexcept ImportError:\n    Day = herd.Goat\n\n"
        "def next_to(day: Day):\n    day.replace()",
        # Others take the arguments.
        "herd.Depth(1)",
        "herd.job(print, hosts=3)",
        "from meadow import Base\n\nclass Barn(Base, herd.Job):\n    def __init__(self):\n"
        "        super().__init__(height=3)",
        # The arguments are kept for another function.
        "herd.Gate(door=open, file='a')",
        "@herd.route('/', methods=['get'])\ndef show(): ...",
    ],
)
def test_what_may_be_another_value_is_no_finding(site: Path, code: str) -> None:
    assert _missing(site, code) == []
