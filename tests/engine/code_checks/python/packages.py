"""Packages of our own text, for checks of code."""

from __future__ import annotations

from pathlib import Path

LANTERN = {
    "lantern/__init__.py": '''
"""Lamps."""
import warnings
from ._lamps import Lamp, light, relight, shine
from .errors import Broken

_MOVED = {"Wick": "lantern.oil.Wick"}
_GONE = {"Torch": "Use `Lamp` instead."}


def __getattr__(name):
    if name in _MOVED:
        warnings.warn(f"{name} is deprecated", DeprecationWarning)
        return object()
    if name in _GONE:
        raise AttributeError(_GONE[name])
    raise AttributeError(name)
''',
    "lantern/errors.py": "class Broken(Exception):\n    code: int = 0\n",
    "lantern/oil.py": "class Wick: ...\n",
    "lantern/_lamps.py": '''
import warnings
from typing import Any, Iterator, Self


class _Base:
    def dim(self) -> "Self":
        return self

    def copy(self, *, deep: bool = False) -> "Lamp":
        return Lamp()


class Lamp(_Base):
    """A lamp."""

    def __init__(self, colour: str = "", *, watts: int = 5) -> None:
        self.colour = colour
        self.bulb = Bulb(watts)

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *_: Any) -> None: ...

    def __iter__(self) -> Iterator["Bulb"]:
        yield self.bulb

    @property
    def bulbs(self) -> list["Bulb"]:
        return [self.bulb]

    def blink(self, times: int, pause: float = 0) -> None:
        """Blink.

        Parameters
        ----------
        times : int
            How often.
        pause : float
            Seconds.

            .. deprecated:: 2.0
               Use ``gap``.
        """

    def flash(self) -> None:
        warnings.warn("use blink instead", DeprecationWarning)


class Bulb:
    def __init__(self, watts: int) -> None:
        self.watts = watts

    def swap(self): ...


class Rack:
    """Columns by name."""

    def __getattr__(self, name):
        if name in self._columns:
            return self[name]
        return object.__getattribute__(self, name)

    def shelf(self): ...


class Anything:
    def __getattr__(self, name):
        return lambda: name


def light(name, **options):
    return _make(name, **options)


def _make(name, *, colour="", **rest):
    return Lamp(colour, **rest)


def relight(name, **options):
    for key, value in options.items():
        print(key, value)


def shine(lamp):
    """Shine.

    :rtype: lantern.Lamp
    """
    return eval("lamp")
''',
}


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write the files of packages into a folder, and return it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder
