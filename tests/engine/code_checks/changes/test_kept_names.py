"""The losses and additions of a comparison that the source of both versions binds."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.changes import kept_names
from pro_context_engine.code_checks.changes.kept_names import without_kept
from pro_context_engine.domain.api_changes import ApiChange, ChangeKind

CLOCK = {
    "clock/__init__.py": '''from datetime import datetime

from bell.towers import Tower

from clock._days import *
from clock._days import Day

MONDAY = Day(1)


class Hour(datetime):
    """An hour."""

    def __init__(self):
        self.hand = None

    def strike(self):
        """Strike."""


class Face(Tower):
    """A face, whose base is of another package."""


def __getattr__(name):
    if name == "noon":
        return 12
    if name in {"Bell", "Gong"}:
        return globals()[f"_{name}"]
    raise AttributeError(name)
''',
    "clock/zones.py": """import sys

if sys.platform == "win32":
    from clock.windows import Zone
else:
    from clock.posix import find_zone

    Zone = find_zone()


class Shade:
    DARK = 1


module = sys.modules[__name__]
for one in vars(Shade):
    setattr(module, f"SHADE_{one}", one)
""",
    "clock/_days.py": "class Day:\n    pass\n\n\nTUESDAY = Day()\n",
}


def test_names_that_the_source_binds_are_not_gone(tmp_path: Path) -> None:
    names = ["MONDAY", "TUESDAY", "noon", "FRIDAY", "Hour.strike", "Hour.fold", "Hour.ring", "Face.ring", "gone.x"]
    names += ["Bell", "zones.Zone.offset", "zones.SHADE_DARK", "zones.SHADE_LIGHT", "Gone.x"]
    changes = [ApiChange(ChangeKind.REMOVED, f"clock.{name}", breaking=True) for name in names]
    found = without_kept(changes, tmp_path / "earlier", write(tmp_path, CLOCK))
    assert [(one.kind.value, one.symbol) for one in found] == [
        ("removed", "clock.FRIDAY"),
        ("removed", "clock.Gone.x"),
        ("removed", "clock.Hour.ring"),
        ("removed", "clock.gone.x"),
        ("removed", "clock.zones.SHADE_LIGHT"),
    ]


def test_names_that_the_source_bound_before_are_not_new(tmp_path: Path) -> None:
    names = ["MONDAY", "TUESDAY", "noon", "FRIDAY", "Hour.strike", "Hour.fold", "Hour.hand", "Hour.ring", "Hour.MOST"]
    # The base of a face is of another package, which may have had the member or not.
    names += ["Face.ring", "zones.Zone.offset", "New", "New.x"]
    changes = [ApiChange(ChangeKind.ADDED, f"clock.{name}") for name in names]
    changes.append(ApiChange(ChangeKind.SIGNATURE, "clock.Hour.strike"))
    found = without_kept(changes, write(tmp_path, CLOCK), tmp_path / "later")
    assert [(one.kind.value, one.symbol.removeprefix("clock.")) for one in found] == [
        ("signature", "Hour.strike"),
        ("added", "FRIDAY"),
        ("added", "Face.ring"),
        ("added", "Hour.MOST"),
        ("added", "Hour.ring"),
        ("added", "New"),
        ("added", "New.x"),
        ("added", "zones.Zone.offset"),
    ]


def test_a_name_that_moved_and_is_still_there_breaks_nothing(tmp_path: Path) -> None:
    names = ("MONDAY", "FRIDAY")
    changes = [ApiChange(ChangeKind.MOVED, f"clock.{name}", after=f"days.{name}", breaking=True) for name in names]
    found = without_kept(changes, tmp_path / "earlier", write(tmp_path, CLOCK))
    assert [(one.symbol, one.breaking) for one in found] == [("clock.FRIDAY", True), ("clock.MONDAY", False)]


def test_the_bound_on_the_source_is_of_its_size_and_not_of_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {f"clock/{name}.py": "STRUCK = 1\n" for name in ("one", "two", "three")}
    folder = write(tmp_path, {"clock/__init__.py": "", **sources})
    changes = [ApiChange(ChangeKind.REMOVED, f"clock.{name}.STRUCK") for name in ("one", "two", "three")]
    assert without_kept(changes, tmp_path / "earlier", folder) == ()
    # The second module goes beyond the bound, and no third one is read.
    monkeypatch.setattr(kept_names, "MOST_CHARACTERS", 15)
    assert [one.symbol for one in without_kept(changes, tmp_path / "earlier", folder)] == ["clock.three.STRUCK"]
