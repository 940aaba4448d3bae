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
    "lantern/lazy.py": """
from typing import TYPE_CHECKING
from . import loading

if TYPE_CHECKING:
    from ._lamps import Lamp

__all__ = ["Lamp", "Late"]
loading.replace(__name__, {"lantern._lamps": ["Lamp"]})
""",
    "lantern/loading.py": "def replace(name, by_module): ...\n",
    "lantern/marks.py": """
from enum import Enum


class _Path(tuple):
    def __getattr__(self, word):
        if not word[0].isupper():
            return tuple.__getattribute__(self, word)
        longer = _Path(self + (word,))
        setattr(self, word, longer)
        return longer


Mark = _Path()


class Shade(Enum):
    DARK = 1
""",
    "lantern/everything.py": "from .first import *\nfrom .second import *\n",
    "lantern/first.py": "__all__ = ['shade']\nfrom . import oil as shade\ndef glass(a): ...\n",
    "lantern/second.py": "from . import _lamps as shade\nglass = _lamps\n",
    "lantern/proxies.py": """
from ._lamps import Lamp


class Proxy:
    def current(self): ...


lamp: Lamp = Proxy(lambda: Lamp())
""",
    "lantern/special.py": "from ._lamps import Bulb\n\n\nclass Glowing(Bulb):\n    def glimmer(self): ...\n",
    "lantern/stubs.pyi": """
from typing import Any, overload

@overload
def mount(frame: int) -> int: ...
@overload
def mount(rect: str, polar: bool = ..., **options: Any) -> str: ...
""",
    "lantern/stubs.py": """
def mount(*given, **options):
    print(options)
""",
    "lantern/errors.py": "class Broken(Exception):\n    code: int = 0\n",
    "lantern/oil.py": "class Wick: ...\n",
    "lantern/_lamps.py": '''
import warnings
from typing import Any, Iterator, Self, TypeVar, overload
from warnings import deprecated


def copies_deprecators(function):
    return function


def names(given):
    def decorate(cls):
        for key, others in given.items():
            for other in others:
                setattr(cls, f"get_{other}", getattr(cls, f"get_{key}"))
        return cls

    return decorate


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


_T = TypeVar("_T", bound="Bulb")


class Socket:
    """Finds bulbs by their class."""

    @overload
    def find(self, kind: str) -> Bulb: ...
    @overload
    def find(self, kind: type[_T]) -> _T: ...
    def find(self, kind):
        return eval("bulb")

    def fill(self: _S, kind: str) -> _S:
        return self

    @property
    def volts(self) -> int:
        return 1

    @volts.setter
    @deprecated("Set `watts`.")
    def volts(self, value: int) -> None: ...

    def tune(self, **options):
        self.set_options(**{"volume": 1, **options})

    def set_options(self, **options):
        for key in options:
            print(key)

    def any_bulb(self) -> "Bulb":
        return eval("bulb")


_S = TypeVar("_S", bound=Socket)


@copies_deprecators
def hang(height: int) -> None: ...


@names({"height": ["size"]})
class Hook:
    def get_height(self) -> int:
        return 1


def tilt(*angles: int) -> None:
    """Tilt.

    .. deprecated:: 2.0
       Calling without arguments.
    """


def sway(angle: int = 0) -> None:
    """Sway.

    .. deprecated:: 2.0

       Using `sway` together with no angle.
    """


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
