"""The check of code whose classes, arguments and values are made by functions of the package."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules

CREW = {
    "crew/__init__.py": '''"""Crews of ships."""

import datetime
import os
from typing import TYPE_CHECKING, Generator, Generic, Optional, Protocol, TypeVar

from crew import customs, pilots

T = TypeVar("T")


class Sailors:
    """A list of sailors."""

    def on_board(self, **conditions):
        """Return the sailors who are on board."""
        return self._copy()

    def _copy(self):
        return self.__class__()


class Group:
    """A group."""

    @classmethod
    def made_with(cls, other):
        """Return a group with the methods of another class."""
        return type("Made", (cls,), dict(vars(other)))

    def disband(self):
        """Disband the group."""


class Muster(Group.made_with(Sailors)):
    """All sailors of a kind."""


class ShipType(type):
    """The type of ships."""

    def _prepare(cls):
        muster = Muster()
        cls.put("muster", muster)

    def put(cls, name, value):
        setattr(cls, name, value)


class Ship(metaclass=ShipType):
    """A ship."""


class Watch:
    """A watch at sea."""

    def __init__(self, begin: datetime.datetime):
        self._begin: datetime.datetime = begin

    def shift(self, **by):
        """Shift the watch."""

    def __getattr__(self, name):
        if not name.startswith("_"):
            value: Optional[object] = getattr(self._begin, name, None)
            if value is not None:
                return value
        return object.__getattribute__(self, name)

    @classmethod
    def now(cls) -> "Watch":
        """Return the watch of now. Hours add up."""


class Order(Generic[T]):
    """An order that is carried out later."""

    def __await__(self) -> Generator[None, None, T]:
        """Wait for the answer."""


class Answer:
    """The answer to an order."""

    def text(self):
        """Return the words of the answer. It is no content."""


def give(words) -> Order[Answer]:
    """Give an order."""


class Keeper(Protocol):
    """Somebody who keeps a log."""

    def write(self): ...


def log_keeper() -> Keeper:
    """Return the keeper of the log."""


class Harbour:
    """A harbour, which hands on what its offices have."""

    def __getattr__(self, name):
        for office in (pilots, customs):
            if hasattr(office, name):
                return getattr(office, name)
        raise AttributeError(name)


class Signals:
    """The signals of a ship, by name."""

    def __getattr__(self, name):
        return self[name]

    def __getitem__(self, name):
        return object()


class Flags:
    """Flags. There is none for anger."""

    RED = 1

    def __init__(self):
        for name in dir(self):
            if name.isupper():
                setattr(self, name, "flag %s" % name)


class Counting:
    """A decorator that counts calls."""

    def __init__(self, place):
        self.place = place

    def __call__(self, function):
        def inner(*args, counter=None, **kwargs):
            return function(*args, **kwargs)

        inner.__wrapped__ = function
        return inner


def counted(place):
    """Return a decorator that counts."""
    return Counting(place)


@counted(1)
def hoist(sail, height=1):
    """Hoist a sail."""


class Log:
    """A log book."""

    def __init__(self, title, owner=None): ...


class Diary(Log):
    """A log book with a lock."""

    def __init__(self, lock="brass", **kwargs):
        self._given = kwargs
        super().__init__(**kwargs)


class Anchor:
    """An anchor."""

    def __init__(self, weight=1, **kwargs):
        if kwargs:
            raise TypeError("unexpected: %r" % (kwargs,))


def signal(flag, **kwargs):
    """Give a signal. The words are those of a generated client."""
    params = locals()
    known = ["flag", "mast"]
    known.extend(["at_night"])
    for key, value in params["kwargs"].items():
        if key not in known:
            raise TypeError("unexpected: %s" % key)
        params[key] = value


def _pair(size):
    return object()


if TYPE_CHECKING:

    class ropes(tuple["Rope", "Winch"]):
        def __new__(cls, size: int) -> tuple["Rope", "Winch"]: ...
        def __init__(self, size: int): ...

else:
    ropes = _made_of(_pair)


class Rope:
    """A rope."""

    def pull(self):
        """Pull. Or push, drop, let go."""


class Winch:
    """A winch."""

    def turn(self):
        """Turn."""


class marked:
    """A decorator for any function."""

    def __new__(cls, function=None, *, name=None):
        return object.__new__(cls)

    def __call__(self, *args, engine=None, **kwargs):
        return self.__wrapped__(*args, **kwargs)


if os.environ.get("CREW_TESTS"):
    _marked = marked

    def marked(function=None, **kwargs):
        """Mark a function, in tests."""
        return partial(_marked(function, **kwargs))


@marked
def row(boat, speed=1):
    """Row a boat."""


_names = globals()
for _name in dir(os):
    if _name.startswith("SEEK_"):
        _names[_name] = getattr(os, _name)  # SEEK_SET and others
for _name in ("row",):
    globals()[_name].__doc__ += "!"
''',
    "crew/pilots.py": "def board(ship): ...\n",
    "crew/customs.py": "def clear(ship): ...\n",
    "crew/tide.py": "import sys\ndel sys.modules['crew.tide']\n",
    "crew/plain.py": "for _name in ('row',):\n    globals()[_name].__doc__ = 'Row.'\n# furl\n",
    "crew/typed.py": "def knot(): ...\n",
    "crew/typed.pyi": "class Knot: ...\ndef knot() -> Knot: ...\n",
}

RIGHT = """\
from crew import Anchor, Diary, Flags, Harbour, Ship, Watch, give, hoist, log_keeper, ropes, row, signal, SEEK_SET
from crew.test.drill import Drill
from crew import tide
from crew.typed import knot
log_keeper().burn()
Harbour().clear("a")
Flags().RED
Signals().help_wanted()
tide.flood()
class Lugger(Ship):
    pass
Lugger.muster.on_board(rank=1).disband()
Lugger.muster.made_with(Lugger)
Watch.now().isoformat()
Watch.now().shift(hours=1)
async def ask():
    (await give("Ready?")).text()
hoist("jib", height=3, counter=1)
Diary(lock="iron", title="x", owner="y")
Anchor(weight=3)
signal("red", mast=1, at_night=True)
rope, winch = ropes(3)
rope.pull()
winch.turn()
row("skiff", speed=2, engine="oars")
"""

WRONG = """\
import crew.plain
from crew import Anchor, Diary, Flags, Harbour, Ship, Watch, give, hoist, ropes, signal
from crew.typed import Knot  #! Knot
class Lugger(Ship):
    pass
Lugger.muster.paid_off()  #! paid_off
Lugger.muster.on_board(rank=1).on_shore()  #! on_shore
Watch.now().add(hours=1)  #! add
async def ask():
    (await give("Ready?")).content()  #! content
hoist("jib", hight=3)  #! hight
Diary(key="iron", title="x")  #! key
Anchor(mass=3)  #! mass
signal("red", mats=1)  #! mats
rope, winch = ropes(3)
rope.drop()  #! drop
crew.plain.furl  #! furl
Harbour().ship("a")  #! ship
Flags().anger  #! anger
"""


@pytest.mark.parametrize("code", [RIGHT, WRONG])
def test_what_functions_of_a_package_make_is_known(tmp_path: Path, code: str) -> None:
    lines = code.splitlines()
    report = check(code, ast.parse(code), PackageModules([write(tmp_path, CREW)]))
    wanted = {(number, line.partition("#! ")[2]) for number, line in enumerate(lines, 1) if "#! " in line}
    assert {(one.line, one.name) for one in report.findings.values()} == wanted
