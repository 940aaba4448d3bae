"""The check of code that uses members which a package may give: nested heirs, objects that note names, assignments."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules

MILL = {
    "mill/__init__.py": '''"""A mill."""


class Sheet:
    """A sheet, on which any name is noted."""

    def __init__(self):
        self._words = []

    def __getattr__(self, name):
        if name[0] == "_":
            return object.__getattribute__(self, name)
        self._close()
        self._words.append(name)
        return self

    def __call__(self, text):
        return self

    def _close(self):
        self._open = None


class Desk:
    """A desk, which takes a new sheet for any name."""

    def __getattr__(self, name):
        return getattr(Sheet(), name)


class Ledger:
    """A ledger, which gives itself for its own words."""

    words = load()

    def __getattr__(self, name):
        if name in self.words:
            return self
        raise AttributeError(name)


class Wheel:
    """A wheel. If ``wheel.teeth = 3`` is used, it turns slowly."""

    # Once there was wheel.spokes = 5 here.


class Stone:
    """A stone."""


def sharpen(stone: Stone) -> None:
    """Sharpen a stone."""
    stone.edge = 1


class FlatStone(Stone):
    """A stone that lies on another one."""


class Pocket:
    """A pocket."""


class Shelf:
    """A shelf, whose sacks are attributes."""

    def __getattr__(self, name):
        return self._sacks[name]

    def fill(self):
        """Fill the shelf."""


def cut(wheel, sheet):
    """Give a wheel to a new sheet, and an edge of the sheet to a stone.

    The names of "rim" and of all others are computed.
    """
    blank = Sheet()
    blank.rim = wheel
    sheet.hub = 1
    flat_stone = find(wheel)
    flat_stone.moss = 1
    found = find(wheel)
    found.lid = 1
''',
    "mill/tools.py": '''"""Tools."""


class Brush:
    """A brush, which makes and keeps a stroke of any name."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        stroke = paint(self, name)
        setattr(self, name, stroke)
        return stroke


class Gears:
    """Gears, whose turns are made for the names of a list."""

    def __init__(self, names):
        for name in names:

            def turn():
                """Turn."""

            setattr(self, f"turn_{name}", turn)


class Bin:
    """A bin, which has the named parts that it is given, and cannot be changed."""

    def __init__(self, **parts):
        _setattr = super().__setattr__
        for name, part in parts.items():
            _setattr(name, part)


class Dust(Exception):
    """Dust is in the way."""


def sift(sacks):
    """Return what is in the sacks."""
    for found in _sifted(sacks):
        if isinstance(found, Dust):
            raise Dust("there is dust")
        return found


def _sifted(sacks):
    yield Dust("there may be dust")
    yield None
''',
    "mill/settings.py": '''"""Settings."""


def load(target, values):
    # They have "axle" too.
    for name, value in values.items():
        setattr(target, name, value)
    setattr(target, "spindle", 1)
''',
    "brook/__init__.py": '''"""A brook, which drives the mill."""

from mill import Shelf, Stone, Wheel, register_accessor


def drive():
    """Give a wheel what drives it."""
    Wheel.power = 3
    Shelf.polish = drive


@register_accessor("moisture")
class Moisture:
    """What the brook adds to a stone."""
''',
    "mill/sizes.py": '''"""Sizes."""

import sys
from enum import Enum


class Size(Enum):
    LARGE = 1


own = sys.modules[__name__]
for one in Size:
    setattr(own, one.name, one.value)
''',
    "mill/shared.py": '''"""The mill that all share."""

from mill import Stone

_shared = None


class Mill:
    def grind(self, grain, *, fine=False):
        """Grind grain."""


def begin():
    """Begin."""
    global _shared, keeper
    keeper = input()
    _shared = Mill()


def shared():
    """Return the mill."""
    if _shared is None:
        begin()
    return _shared


def grind(grain, **options):
    """Grind grain in the mill."""
    return shared().grind(grain, **options)


def lend(Mill):
    """Lend a mill."""
    global lent
    lent = Mill()
''',
    "mill/grain.pyi": """class Grain:
    weight: int

    class Rye(Grain):
        colour: str

    class Oats(Grain):
        class Hull(Grain):
            depth: int
        size: int

class Sack:
    grain: Grain
    price: int
""",
}

RIGHT = """\
import brook
from mill import Shelf, Stone, Wheel
Wheel().power
Shelf().polish()
Stone().moisture
from mill import shared, sizes
sizes.LARGE
shared.keeper.name
shared.lent.price
shared.grind("rye", fine=True)
from mill import Desk, Ledger, Pocket, Sheet, Stone
from mill.grain import Sack
from mill.tools import Bin, Brush, Gears, sift
Bin(rye=1).rye
Brush().red_on_white("rye")
Gears(["left"]).turn_left()
sift([]).weigh()
Sheet().heading("x").rule
Desk().margin
Stone().edge
Stone().moss
Pocket().lid
Pocket().spindle
sack = Sack()
sack.grain.weight
sack.grain.colour
sack.grain.size
sack.grain.depth
"""

WRONG = """\
from mill import Ledger, Shelf, Wheel
from mill.tools import Dust
Dust().weigh()  #! weigh
Wheel().power  #! power
Shelf().polish()  #! polish
from mill import shared, sizes
sizes.SMALL  #! SMALL
shared.grind("rye", coarse=True)  #! coarse
shared.shared().sweep()  #! sweep
from mill import Ledger, Wheel
from mill.grain import Sack
Wheel().teeth  #! teeth
Wheel().spokes  #! spokes
Wheel().rim  #! rim
Wheel().hub  #! hub
Wheel().axle  #! axle
Ledger().heading()  #! heading
Sack().grain.price  #! price
"""


@pytest.mark.parametrize("code", [RIGHT, WRONG])
def test_members_that_a_package_may_give_are_known(tmp_path: Path, code: str) -> None:
    lines = code.splitlines()
    report = check(code, ast.parse(code), PackageModules([write(tmp_path, MILL)]))
    wanted = {(number, line.partition("#! ")[2]) for number, line in enumerate(lines, 1) if "#! " in line}
    assert {(one.line, one.name) for one in report.findings.values()} == wanted
