"""Packages of our own text whose names stubs, other functions or registries give."""

WATERS = {
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
