"""The check of code as applications have it: classes of their own, other versions in mind, types that are tested."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.code_texts import parse_python
from pro_context_engine.code_checks.python import type_checker
from pro_context_engine.code_checks.python.package_modules import PackageModules
from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.snippet_check import check_python

HARBOUR = {
    "harbour/__init__.py": '''"""A harbour."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Protocol

from harbour.marks import beacon
from harbour.ropes import splice


class Ship:
    """A ship, of which every kind is made."""

    def __new__(cls, *args, **kwargs) -> "Ship":
        self = super().__new__(cls)
        self.number = 1
        return self

    def launch(self, name, **options):
        """Launch the ship."""
        return self.outfit(name, **options)

    def outfit(self, name, mast=1):
        """Outfit the ship."""

    @classmethod
    def of_wood(cls):
        """Return a ship of wood."""
        ship = cls()
        ship.timber = "oak"
        return ship

    def pull(self):
        """Return the crew."""
        return Crew()

    if TYPE_CHECKING:
        flag = beacon.Lit()
    else:

        @property
        def flag(self):
            return object()


class Barge(Ship):
    """A barge."""

    load = 3


class Crane:
    """A crane, which chooses its class."""

    def __new__(cls, *args, **kwargs):
        if cls is Crane:
            return super().__new__(Derrick)
        return super().__new__(cls)

    def __init__(self, height):
        self.height = height


class Derrick(Crane):
    """A crane with a boom."""

    def __init__(self, height, boom=2):
        super().__init__(height)


class Keeper:
    """The root of all keepers."""

    def __init__(self, pier=1, **rest):
        self.pier = pier


class Watch(Keeper):
    """A keeper who watches."""

    def __init__(self, night=False, pier=1):
        super().__init__(pier)


class Store(Keeper):
    """A keeper of a store."""


class Line(Protocol):
    """A line of any kind."""

    def __getattr__(self, name): ...


class Crew:
    """A crew."""

    splice = splice
    lamps = beacon.Holder()

    def line(self) -> Line:
        """Return a line."""

    def row(self, strokes):
        """Row."""
        self._refuse_deprecated_strokes(strokes)

    def rest(self):
        """Rest.

        .. deprecated:: 2.0

           Keyword arguments will be refused.
        """

    def _refuse_deprecated_strokes(self, strokes): ...


class Log:
    """A log, whose entries are its attributes."""

    def __init__(self):
        self._entries = {}

    def write(self):
        """Write."""

    def note(self, **entries):
        """Note entries."""
        for name, entry in entries.items():
            setattr(self, name, entry)

    def __getattr__(self, name):
        if name in self._entries:
            entry = self._entries[name].value
            if callable(entry):
                return entry(self)
            return entry
        raise AttributeError(name)


def keep(log):
    """Keep a log."""
    log.note(
        weather=str,
        swell=1,
    )


class Chart:
    """A chart, whose settings are read."""

    def __init__(self):
        for name in ("scale",):
            self.__setattr__(name, 1)


depths = _Depths()
sys.modules[__name__ + ".depths"] = depths
''',
    "harbour/marks/__init__.py": "",
    "harbour/marks/beacon.py": '''"""Beacons."""


class Lit:
    """A beacon that is lit, and gives its lamp."""

    def __get__(self, ship, kind) -> "Lamp":
        return Lamp()


class Lamp:
    """A lamp."""

    def blink(self):
        """Blink."""


class Holder:
    """A holder, which gives its lamps."""

    def __get__(self, holder, kind):
        return Lamp()
''',
    "harbour/deep.py": """from harbour import Ship as _Ship


class Ship(_Ship):
    def dive(self):
        ...
""",
    "harbour/ropes.py": '''"""Ropes."""


def splice(crew, rope):
    """Splice a rope."""
''',
    "buoy/__init__.py": """import sys


class Buoy:
    def __init__(self, *colours):
        if colours:
            self.colour, self.rest = colours[0], colours[1:]
        vars(self).update(anchor=1)


class Chain:
    def __init__(self, length, /, **links):
        self.length = length
        self.__dict__.update(links)

    ends = Buoy

    def close(self):
        self.ends = self.ends()


def drift(current, *, wind=0): ...


sys.modules["buoy.locks"] = Chain
""",
    "buoy/__init__.pyi": "class Buoy: ...\nclass Chain:\n    ends: Buoy\n    length: int\n",
    "raft/__init__.py": """from abc import ABC
from buoy import Chain


class Log(ABC):
    def __init__(self, length, /):
        self.length = length

    mark = Chain

    def cut(self):
        self.mark = self.mark()


class Rest:
    def __init__(self, **parts):
        self.__dict__.update(parts)
""",
    "winds/__init__.py": """from winds._registry import registry


def _bind():
    scope = globals()
    for name in registry().list_functions():
        scope[name] = registry().function(name)


_bind()
""",
    "winds/green.py": "from winds._registry import slurp\nslurp(__import__('zmq'), globals(), ignore=['x'])\n",
    "winds/named.py": "for name in sorted(['east', 'west']):\n    globals()[name] = 1\n",
    "winds/_registry.py": "def registry(): ...\n",
    "flags/__init__.py": """NAMES = ["blue", "yellow"]


class Signals:
    def __init__(self):
        self._made = {}

    def hoist(self): ...

    def __getattr__(self, name):
        if name not in self._known():
            raise AttributeError(name)
        self._made[name] = Signal(name)
        return self._made[name]

    def _known(self): ...


class Signal:
    def __call__(self): ...


class Report:
    FIELDS = ("wind", "sea")

    def send(self): ...

    def __init__(self, *values):
        for number, name in enumerate(self.FIELDS):
            self.__dict__[name] = values[number]
""",
    "shores/tides/__init__.py": "class TideError(Exception): ...\n",
    "crane/__init__.py": '''"""Cranes."""

import warnings


def lift(load, axis=None, engine="steam", height=None, speed=None, rope=None, hook=None):
    """Lift a load.

    Parameters
    ----------
    load : object
        The load.
    axis : int
        The axis.

        .. deprecated:: 2.0
            Passing an axis above the mast will fail. This behaviour is deprecated.
    engine : str
        The engine.

        .. deprecated:: 2.0
            The ``'steam'`` and ``'wind'`` engine options are deprecated.
    height : int
        The height.

        .. deprecated:: 2.0
            The default value of ``height`` will change.
    speed : int
        The speed.

        .. deprecated:: 2.0
            All speeds are alike. The ``speed`` argument will be removed.
    rope : str
        The rope.

        .. deprecated:: 2.0
            This keyword is ignored.
    """
    if hook is not None and rope:
        warnings.warn("Using both hook and rope is deprecated", DeprecationWarning)


def deprecated_instance_property(method):
    return method


class Boom:
    @deprecated_instance_property
    @classmethod
    def joints(cls):
        return {}
''',
    "pier/__init__.py": '"""A pier."""\n\n\ndef moor(ship): ...\n',
}

RIGHT = """\
from harbour import Barge, Chart, Crane, Crew, Log, Ship, Store, Watch
class Tug(Ship):
    def __init__(self):
        self.smoke = 2
    def outfit(self, name, mast=1, funnel=2):
        return super().outfit(name, mast)
    def start(self):
        self.launch("x", funnel=3)
Tug().smoke
Tug().number
Ship.of_wood().timber
Barge().number
Crane(height=1, boom=3)
class Night(Watch, Store):
    pass
class Both(Store, Watch):
    def __init__(self):
        super().__init__(night=True)
def tow(ship: Ship, other: Ship):
    ship.smoke
    if isinstance(ship, Barge):
        ship.load
    assert isinstance(other, Barge)
    other.load
def zero(ship: Ship):
    ship.dive()
def one(ship: Ship):
    return isinstance(ship, Barge) and ship.load
def two(ship: Ship):
    return not isinstance(ship, Barge) or ship.load
def three(ship: Ship):
    return ship.load if isinstance(ship, Barge) else 0
def four(ship: Ship):
    if not isinstance(ship, Barge):
        return 0
    return ship.load
class Racing(Ship):
    def race(self):
        self.row(3)
class Galley(Racing, Crew):
    pass
class Dock:
    def __init__(self, ship: Ship):
        self.ship = ship
    def weigh(self):
        if isinstance(self.ship, Barge):
            return self.ship.load
        return 0
def five(ships: list[Ship]):
    return [ship.load for ship in ships if isinstance(ship, Barge)]
def six(barge: Barge):
    if isinstance(barge, Ship):
        barge.load
Ship().flag.blink()
Crew().line().slack()
Crew().splice("rope")
Crew.lamps.blink()
Crew().row(3)
Crew().rest()
Log().weather("x")
Log().swell
Log().tide
Chart().scale
from harbour.depths import fathom
try:
    from harbour import Quay
except ImportError:
    from harbour import Wharf
    Crew().hoist()
Crew().hoist() if hasattr(Crew, "hoist") else Crew().row(1)
getattr(Crew(), "sing", None)
del Crew().sing
"""

RELATIVE = """\
import pier
from .pier import dredge
from .. import harbour
from .harbour.deep import Ship
dredge(1, deep=True)
harbour.Nothing
Ship().nothing
"""

STUBBED = """\
from flags import Report, Signals
Signals().blue()
Report(1, 2).swell
import winds
winds.utf8_gale(1)
from winds.named import east
from winds.green import PUSH
from shores.tides import TideError
try:
    print()
except TideError as error:
    error.height
from buoy import Buoy
from raft import *
Buoy("red").colour
Log.register(Buoy)
Log(1).length
Log(1).mark.length
Rest(pole=1).pole
import buoy.locks
from buoy import drift
drift(1, wind=2)
"""

WRONG = """\
from harbour import Barge, Crew, Ship, Store, Watch
class Tug(Ship):
    def outfit(self, name, mast=1):
        return super().outfit(name, mast)
Tug().launch("x", funnel=3)  #! funnel
Tug().smoke  #! smoke
class Night(Watch):
    def __init__(self):
        super().__init__(day=True)  #! day
def tow(ship: Ship):
    if isinstance(ship, Barge):
        ship.sail  #! sail
    ship.crew  #! crew
class Dock:
    def __init__(self, ship: Ship):
        self.ship = ship
    def weigh(self):
        if isinstance(self.ship, Barge):
            self.ship.load
            self.ship.sail  #! sail
        return self.ship.crew  #! crew
def judge(crew: Crew, order):
    match order:
        case "row":
            crew.hoist()  #! hoist
        case other if crew.sing:  #! sing
            return other
Ship().flag.shine()  #! shine
Crew.lamps.shine()  #! shine
from buoy import Buoy
from raft import *
Buoy().weight  #! weight
Log(1).bark  #! bark
Log.bark  #! bark
Rest().pole()  #! pole
from winds.named import north  #! north
from flags import Report, Signals
Signals().green()  #! green
Report(1, 2).swell()  #! swell
try:
    Crew().hoist()  #! hoist
except ValueError:
    Crew().sing()  #! sing
from harbour.marks import depths  #! depths
"""

IGNORED = """\
from harbour import Crew, Wharf  # type: ignore
from harbour import Quay  # type: ignore[attr-defined]
Crew().hoist()  # type: ignore
Crew().hoist()  # type: ignore[attr-defined]
Crew().hoist()  # type: ignore[arg-type]
Crew().row(oars=2)  # pyright: ignore[reportCallIssue]
Crew().row(oars=2)  # type: ignore[attr-defined]
"""


def wrong_places(code: str) -> set[tuple[int, str]]:
    """Return the marked lines with the marked names."""
    return {(number, line.partition("#! ")[2]) for number, line in enumerate(code.splitlines(), 1) if "#! " in line}


@pytest.mark.parametrize("code", [RIGHT, RELATIVE, STUBBED, WRONG], ids=["right", "relative", "stubbed", "wrong"])
def test_code_of_an_application_is_followed(tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_checker, "program", lambda: None)
    folder = write(tmp_path, HARBOUR)
    found = check_python(
        code, ast.parse(code), [folder], frozenset({"harbour", "pier", "buoy", "raft", "winds", "flags"})
    )
    assert {(one.line, one.name) for one in found.findings} == wrong_places(code)


@pytest.mark.skipif(type_checker.program() is None, reason="the extra `check` is not installed")
@pytest.mark.parametrize("code", [RIGHT, RELATIVE, STUBBED], ids=["right", "relative", "stubbed"])
def test_the_type_checker_adds_no_finding_to_right_code(tmp_path: Path, code: str) -> None:
    tree, text = parse_python(code)
    assert tree is not None
    found = check_python(
        text, tree, [write(tmp_path, HARBOUR)], frozenset({"harbour", "pier", "buoy", "raft", "winds", "flags"})
    )
    assert [(one.line, one.name) for one in found.findings] == []


def test_a_comment_for_type_checkers_silences_what_it_names(tmp_path: Path) -> None:
    tree, text = parse_python(IGNORED)
    assert tree is not None
    found = check_python(text, tree, [write(tmp_path, HARBOUR)], frozenset({"harbour"}))
    assert {(one.line, one.name) for one in found.findings} == {(1, "Wharf"), (5, "hoist"), (7, "oars")}


DEPRECATED = """\
from crane import Boom, lift
lift(1, axis=2, engine="coal", height=3, hook=4)
lift(1, speed=2)  #! speed
lift(1, rope="hemp")  #! rope
Boom.joints
Boom().joints  #! joints
"""


def test_a_value_or_a_default_that_is_deprecated_deprecates_no_parameter(tmp_path: Path) -> None:
    report = check(DEPRECATED, ast.parse(DEPRECATED), PackageModules([write(tmp_path, HARBOUR)]))
    assert {(one.line, one.name) for one in report.findings.values()} == wrong_places(DEPRECATED)


def test_a_shared_base_comes_after_all_its_heirs(tmp_path: Path) -> None:
    """`Night(Store, Watch)` calls the constructor of `Watch`, not that of the base that both have."""
    code = "from harbour import Store, Watch\nclass Both(Store, Watch): ...\nBoth(night=True)\nBoth(day=True)\n"
    report = check(code, ast.parse(code), PackageModules([write(tmp_path, HARBOUR)]))
    assert {(one.line, one.name) for one in report.findings.values()} == {(4, "day")}
