"""The check of Python code by the syntax of packages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import LANTERN, write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.domain.code_findings import CodeFinding


def findings(folder: Path, code: str) -> list[CodeFinding]:
    modules = PackageModules([write(folder, LANTERN)])
    return list(check(code, ast.parse(code), modules).findings.values())


def found(folder: Path, code: str) -> list[tuple[int, str, str]]:
    return [(one.line, one.name, one.kind.value) for one in findings(folder, code)]


WRONG = {
    "from lantern import Lampe\n": (1, "Lampe", "missing-name"),
    "import lantern.wax\n": (1, "wax", "missing-module"),
    "from lantern.wax import Candle\n": (1, "wax", "missing-module"),
    "import lantern\nlantern.Torch()\n": (2, "Torch", "missing-name"),
    "import lantern\nlantern.Wick\n": (2, "Wick", "deprecated"),
    "from lantern import Lamp\nLamp().glow()\n": (2, "glow", "missing-attribute"),
    "from lantern import Lamp\nLamp().dim().dim().glow()\n": (2, "glow", "missing-attribute"),
    "from lantern import Lamp\nwith Lamp() as lamp:\n    lamp.glow\n": (3, "glow", "missing-attribute"),
    "from lantern import Lamp\nfor bulb in Lamp():\n    bulb.glow\n": (3, "glow", "missing-attribute"),
    "from lantern import Lamp\nLamp().bulbs[0].glow\n": (2, "glow", "missing-attribute"),
    "from lantern import Lamp\ndef use(lamp: Lamp | None):\n    lamp.glow()\n": (3, "glow", "missing-attribute"),
    "from lantern import Lamp\nclass Own(Lamp):\n    def use(self):\n        self.glow()\n": (
        4,
        "glow",
        "missing-attribute",
    ),
    "from lantern import Lamp\nLamp(volts=3)\n": (2, "volts", "unknown-argument"),
    "from lantern import light\nlight('a', volts=3)\n": (2, "volts", "unknown-argument"),
    "from lantern import light\nlight('a').bulb.glow\n": (2, "glow", "missing-attribute"),
    "from lantern import shine\nshine(1).glow\n": (2, "glow", "missing-attribute"),
    "from lantern import Lamp\nLamp().flash()\n": (2, "flash", "deprecated"),
    "from lantern import Lamp\nLamp().blink(2, pause=1)\n": (2, "pause", "deprecated"),
    "from lantern._lamps import Rack\nRack().stack()\n": (2, "stack", "missing-attribute"),
    "from lantern._lamps import Socket\nSocket().fill('a').drain()\n": (2, "drain", "missing-attribute"),
    "from lantern._lamps import Hook\nHook().get_width()\n": (2, "get_width", "missing-attribute"),
    "from lantern.lazy import Lamp\nLamp().glow\n": (2, "glow", "missing-attribute"),
    "from lantern import Lamp\nLamp().blink(pause=1, *()) if 0 else Lamp().bulb.swap().x\nLamp().copy(depth=1)\n": (
        3,
        "depth",
        "unknown-argument",
    ),
}


@pytest.mark.parametrize("code", WRONG)
def test_what_does_not_exist_is_found(tmp_path: Path, code: str) -> None:
    assert WRONG[code] in found(tmp_path, code)


RIGHT = [
    "import lantern\nlantern.oil\nimport lantern.oil\n",
    "from lantern import Lamp, light, relight, Broken\nLamp('x', watts=2).dim().copy(deep=True).blink(3)\n",
    "from lantern import light\nlight('a', colour='b', watts=3)\n",
    "from lantern import relight\nrelight('a', anything=1)\n",
    "from lantern._lamps import Anything\nAnything().what_ever()\n",
    "from lantern._lamps import Rack\nrack = Rack()\nrack.price\nrack.shelf()\nkeys = ['stack']\nrack.stack()\n",
    "try:\n    from lantern import Lampe\nexcept ImportError:\n    Lampe = None\n",
    "import lantern\nif hasattr(lantern, 'Lampe'):\n    lantern.Lampe\n",
    "import unknown\nunknown.thing(1).other\n",
    "from lantern import Lamp\nclass Own(Lamp):\n    def __init__(self):\n        self.more = 2\nOwn().more\n",
    "from lantern import Lamp\nlamp = eval('1')\nlamp.glow()\n",
    "from lantern import Lamp\ndef f(lamp):\n    lamp.glow()\nLamp.blink.__doc__\n",
    "from lantern._lamps import Socket, Bulb\nclass Neon(Bulb):\n    def hum(self): ...\nSocket().find(Neon).hum()\n",
    "from lantern._lamps import Socket, Bulb\ndef f(kind):\n    Socket().find(kind).hum()\n",
    "from lantern._lamps import Socket\nSocket().volts + 1\nSocket().tune(bass=2)\n",
    "from lantern._lamps import Socket\nSocket().any_bulb().glimmer()\n",
    "from lantern._lamps import hang, sway, tilt\nhang(1)\ntilt(2)\nsway(3)\n",
    "from lantern._lamps import Hook\nHook().get_size()\n",
    "from lantern.lazy import Lamp, Late\nLamp().dim()\nLate()\n",
    "from lantern.stubs import mount\nmount('a', colour=2)\n",
    "from lantern.everything import shade\nshade.Lamp\n",
    "from lantern.proxies import lamp\nlamp.current()\nlamp.dim()\n",
    "from lantern import Lamp\nlamp = Lamp()\nlamp.owner = 'me'\nprint(lamp.owner)\n",
    "from lantern import Lamp\nclass Own(Lamp):\n    def f(self):\n        def g(item):\n            item.lower()\n",
    "from lantern.marks import Mark\nMark.Any.Name\nMark.Colour\n",
    "from lantern.marks import Shade\ndef f(shade: Shade):\n    shade.name.lower()\n    shade.value\n",
]


@pytest.mark.parametrize("code", RIGHT)
def test_what_may_exist_is_no_finding(tmp_path: Path, code: str) -> None:
    assert found(tmp_path, code) == []


def test_checking_goes_on_past_a_first_mistake(tmp_path: Path) -> None:
    code = "from lantern import Lamp\nlamp = Lamp()\nlamp = lamp.glow()\nlamp.shimmer()\n"
    assert [one[:2] for one in found(tmp_path, code)] == [(3, "glow"), (4, "shimmer")]


def test_the_closest_names_come_with_signatures(tmp_path: Path) -> None:
    (one,) = findings(tmp_path, "from lantern import Lamp\nLamp().blinks(1)\n")
    assert (one.closest[0].name, one.closest[0].signature) == ("blink", "(times: int, pause: float=0)")


def test_the_words_of_the_package_name_the_replacement(tmp_path: Path) -> None:
    (one,) = findings(tmp_path, "import lantern\nlantern.Torch\n")
    assert one.closest[0].name == "Lamp"


def test_a_missing_argument_is_found(tmp_path: Path) -> None:
    code = "from lantern import light\nfrom lantern._lamps import Bulb\nBulb()\nBulb(*[1])\nlight(1)\nlight\n"
    assert all(line != 4 for line, _, _ in found(tmp_path, code))


def test_uses_are_counted(tmp_path: Path) -> None:
    code = "from lantern import Lamp\nLamp().glow\nLamp().dim\n"
    report = check(code, ast.parse(code), PackageModules([write(tmp_path, LANTERN)]))
    assert (report.uses["lantern"].looked_at, report.uses["lantern"].unresolved) == (4, 0)


def test_endless_code_ends(tmp_path: Path) -> None:
    code = "from lantern import Lamp\n" + "x = Lamp().dim().dim().dim().dim()\n" * 5_000
    report = check(code, ast.parse(code), PackageModules([write(tmp_path, LANTERN)]))
    assert report.exhausted
