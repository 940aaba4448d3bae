"""A package of our own text with the classes that applications inherit from and test for."""

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
}
