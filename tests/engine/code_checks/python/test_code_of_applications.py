"""The check of code as applications have it: classes of their own, other versions in mind, types that are tested."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.harbour import HARBOUR
from tests.engine.code_checks.python.packages import write
from tests.engine.code_checks.python.waters import WATERS

from pro_context_engine.code_checks.code_texts import parse_python
from pro_context_engine.code_checks.python import type_checker
from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.snippet_check import check_python
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules

APPLICATION = HARBOUR | WATERS

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
if HARBOUR_V2:
    Crew().hoist()
if not harbour_1_4:
    Crew().hoist()
if on_v2 and Crew().hoist():
    pass
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
sha256, ship_1 = 1, 2
if sha256:
    Crew().hoist()  #! hoist
if ship_1 > 1:
    Crew().hoist()  #! hoist
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
    folder = write(tmp_path, APPLICATION)
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
        text, tree, [write(tmp_path, APPLICATION)], frozenset({"harbour", "pier", "buoy", "raft", "winds", "flags"})
    )
    assert [(one.line, one.name) for one in found.findings] == []


def test_a_comment_for_type_checkers_silences_what_it_names(tmp_path: Path) -> None:
    tree, text = parse_python(IGNORED)
    assert tree is not None
    found = check_python(text, tree, [write(tmp_path, APPLICATION)], frozenset({"harbour"}))
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
    report = check(DEPRECATED, ast.parse(DEPRECATED), PackageModules([write(tmp_path, APPLICATION)]))
    assert {(one.line, one.name) for one in report.findings.values()} == wrong_places(DEPRECATED)


def test_a_shared_base_comes_after_all_its_heirs(tmp_path: Path) -> None:
    """`Night(Store, Watch)` calls the constructor of `Watch`, not that of the base that both have."""
    code = "from harbour import Store, Watch\nclass Both(Store, Watch): ...\nBoth(night=True)\nBoth(day=True)\n"
    report = check(code, ast.parse(code), PackageModules([write(tmp_path, APPLICATION)]))
    assert {(one.line, one.name) for one in report.findings.values()} == {(4, "day")}
