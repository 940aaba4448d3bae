"""The check of code whose values have types that packages state: type arguments, overridden methods, typed keywords."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules

FERRY = {
    "ferry/__init__.py": '''"""A ferry."""

import random
from typing import TYPE_CHECKING, Awaitable, Callable, Dict, Generic, TypedDict, TypeVar, Unpack

if TYPE_CHECKING:
    from . import _stated

T = TypeVar("T")
B = TypeVar("B")


class Ticket:
    """A ticket."""

    def punch(self): ...


class Harbour:
    """A harbour."""

    def moor(self): ...


class Booking(Generic[B, T]):
    """A booking of something."""

    def __init__(self, work):
        self._work = work

    @property
    def place(self) -> B:
        return self._place

    def booked(self) -> T: ...

    def __enter__(self) -> None:
        raise TypeError("use async with")

    async def __aenter__(self) -> T:
        return self._work


HarbourBooking = Booking[Harbour, Ticket]


class TicketBooking(Booking[Harbour, Ticket]):
    """A booking of a ticket."""


class Fees(TypedDict, total=False):
    """The fees."""

    child: int


class Office(Dict[str, int]):
    """An office, which knows its fees by name."""

    class Wishes(Fees):
        seat: str

    def book(self, **wishes: Unpack["Office.Wishes"]) -> HarbourBooking: ...


class Crew:
    """A crew, whose methods are overridden."""

    def hire(self, **terms: Unpack[_stated.Terms]) -> None: ...

    def captain(self) -> _stated.Captain: ...

    def board(self, ticket: Ticket, *, harbour: Harbour) -> None: ...


class Desk:
    """A desk, which asks its drawer and then the language."""

    def __getattr__(self, name):
        if name in self._drawer:
            return self._drawer[name]
        try:
            found = super().__getattr__
        except AttributeError:
            found = super().__getattribute__
        return found(name)

    def lock(self):
        """Lock the desk. An object without methods may have functions among its items."""


class Sails:
    """The sails, which read their options in a function of their own."""

    def __init__(self, **options):
        self._read(options)

    def _read(self, options):
        self.area = options.pop("area", 1)
        if "cloth" in options:
            self.cloth = options["cloth"]
            del options["cloth"]
        if options:
            raise TypeError(f"unknown options: {', '.join(options)}")


def paint(**options):
    """Paint, with options that other code takes too."""
    _paint(options)


def _paint(options):
    _mix(options)
    options.pop("colour", None)
    if options:
        raise TypeError(options)


def _mix(options):
    options.pop("white", None)


def oil(**options):
    """Oil, with options whose names are not known."""
    _oil(options)


def _oil(options):
    for name in random.choices(WORDS):
        options.pop(name, None)
    for name in options:
        raise TypeError(name)


def fluent(method):
    def call(self, *args):
        result = method(self, *args)
        if result is None:
            return self
        return result

    return call


class Plan:
    """A plan, most of whose methods return it."""

    @fluent
    def leg(self, place):
        self._legs.append(place)

    @fluent
    def length(self):
        return len(self._legs)


def connect(hosts):
    """Connect.

    Returns a new :class:`~ferry.Harbour` object.
    """
    return random.choice(hosts)
''',
    "ferry/_stated.py": '''"""Types for type checkers."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypedDict

    class Terms(TypedDict, total=False):
        wage: int

    class Captain:
        def steer(self): ...
''',
}
WRONG = {
    "from ferry import Crew\nCrew().hire(wages=2)\n": (2, "wages"),
    "from ferry import Crew\nCrew().captain().row()\n": (2, "row"),
    "from ferry import Booking, Harbour, Ticket\ndef go(a: Booking[Harbour, Ticket]):\n    a.place.sink()\n": (
        3,
        "sink",
    ),
    "from ferry import TicketBooking\nTicketBooking(1).booked().tear()\n": (2, "tear"),
    "from ferry import HarbourBooking\nHarbourBooking(1).booked().tear()\n": (2, "tear"),
    "from ferry import Office\nOffice().book(seats='4')\n": (2, "seats"),
    "from ferry import Office\nOffice.price()\n": (2, "price"),
    "from ferry import Office\nasync def go():\n    async with Office().book() as a:\n        a.tear()\n": (4, "tear"),
    "from ferry import Crew\nclass A(Crew):\n    def board(self, t, *, harbour):\n        t.tear()\n": (4, "tear"),
    "from ferry import Crew\nclass A(Crew):\n    def board(self, t, *, harbour):\n        harbour.sink()\n": (
        4,
        "sink",
    ),
    "from ferry import Desk\nDesk().polish()\n": (2, "polish"),
    "from ferry import connect\nconnect([]).sink()\n": (2, "sink"),
    "from ferry import Sails\nSails(area=2, cloth='linen', colour='red')\n": (2, "colour"),
    "from ferry import Plan\nPlan().leg('a').leg('b').fly()\n": (2, "fly"),
}
RIGHT = (
    "from ferry import Crew\nCrew().hire(wage=2)\nCrew().captain().steer()\n",
    "from ferry import Booking, Harbour, Ticket\ndef go(a: Booking[Harbour, Ticket]):\n    a.place.moor()\n",
    "from ferry import Booking\ndef go(a: Booking):\n    a.place.sink()\n",
    "from ferry import TicketBooking\nTicketBooking(1).booked().punch()\n",
    "from ferry import Office\nOffice().book(seat='4', child=2)\nOffice().keys()\n",
    "from ferry import Crew\nclass Own(Crew):\n    def board(self, t, **rest):\n        t.punch()\n",
    "from ferry import Crew\nclass Own(Crew):\n    def board(self, t: int, *, harbour=None):\n        t.tear()\n",
    "from ferry import Crew\nclass Own(Crew):\n    def sail(self, t):\n        t.tear()\n",
    "from ferry import Desk\nDesk().height\n",
    "from ferry import Sails\nSails(area=2, cloth='linen')\n",
    "from ferry import paint, oil\npaint(white=1, colour=2)\npaint(black=1)\noil(green=1)\n",
    "from ferry import Plan\nPlan().leg('a').length().real\n",
)


def findings(folder: Path, code: str) -> list[tuple[int, str]]:
    report = check(code, ast.parse(code), PackageModules([write(folder, FERRY)]))
    return [(one.line, one.name) for one in report.findings.values()]


@pytest.mark.parametrize("code", WRONG)
def test_what_the_stated_type_lacks_is_found(tmp_path: Path, code: str) -> None:
    assert findings(tmp_path, code) == [WRONG[code]]


@pytest.mark.parametrize("code", RIGHT)
def test_what_the_stated_type_has_or_leaves_open_is_not(tmp_path: Path, code: str) -> None:
    assert findings(tmp_path, code) == []
