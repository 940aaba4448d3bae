"""The check of code that uses members and arguments which packages make: by decorators, fields, stores, models."""

from __future__ import annotations

import ast
import gzip
import json
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules

HARBOUR = {
    "harbour/__init__.py": '''"""A harbour."""

import warnings
from dataclasses import dataclass
from functools import wraps
from typing import Annotated

from harbour._marks import deprecated, deprecated_alias, moved_words


def logged(function):
    """Log the calls of a function."""

    @wraps(function)
    def inner(*args, level=1, **kwargs):
        return function(*args, **kwargs)

    return inner


def chained(method):
    """Make a method return a copy of its object."""

    def inner(self, *args, **kwargs):
        copy = self.clone()
        method(copy, *args, **kwargs)
        return copy

    return inner


@dataclass
class Berth:
    """A berth."""

    length: int
    depth: int = 3


class Quay:
    """A quay, which has every basin."""

    def __getattr__(self, name) -> "Basin":
        return self.basin(name)

    def basin(self, name):
        """Return a basin."""
        return Basin()

    def clone(self):
        """Return a copy."""
        return Quay()

    @chained
    def dredge(self, depth):
        """Dredge."""

    @logged
    def moor(self, ship):
        """Moor a ship."""


class Basin:
    """A basin."""

    def fill(self):
        """Fill it."""

    drain = deprecated_alias("drain", "empty")

    def __call__(self, *args):
        raise TypeError("a basin is not called")


class Pool:
    """A pool of boats."""

    def __init__(self, size=1, **options):
        self._options = options

    def boat(self):
        """Return a boat."""
        return launch("a", **self._options)


class Settings:
    """The settings of the harbour, read from data."""

    def __init__(self, found):
        for name in found:
            setattr(self, name, found[name])


class Proxy:
    """Stands for settings."""

    def __getattr__(self, name):
        settings = Settings({})
        value = getattr(settings, name)
        return value


settings = Proxy()


def launch(name, sail=None, oar: Annotated[str, deprecated("Use sail.")] = ""):
    """Launch a boat."""


def tow(ship, **rest):
    """Tow a ship."""
    if rest:
        warnings.warn("other arguments are ignored", stacklevel=2)


def haul(ship):
    """Haul a ship."""
    if ship is None:
        return
    warnings.warn("haul is deprecated", stacklevel=2)


def drag(ship):
    """Drag a ship."""
    words = "`drag` is a deprecated function, use tow"
    warnings.warn(words, UserWarning, stacklevel=2)


def client(service):
    """Return a client of a service."""
''',
    "harbour/_marks.py": """def deprecated(text): ...
def deprecated_alias(old, new): ...
def moved_words(text): ...
""",
    "harbour/client.py": '''class BaseClient:
    """A client."""

    def close(self):
        """Close it."""
''',
    "harbour/_extra.py": 'NAMES = ["send_all_boats"]\nALIASES = {"Dock": "Harbour"}\n',
    "harbour/odd.py": "from harbour.odd import *\n\n\ndef __getattr__(name):\n    return lookup(name)\n",
    "harbour/models.py": '''NAMES = ("title", "order", "unique", "label", "table", "proxy")


class Model:
    """A model."""


def refuse(names):
    """Refuse options."""
    raise TypeError("'class Meta' got invalid options")
''',
}
MODEL = {
    "metadata": {"serviceId": "Boats"},
    "operations": {"ListBoatsV2": {"input": {"shape": "In"}}},
    "shapes": {"In": {"members": {"Harbour": {}}}},
}

WRONG = {
    "from harbour import Berth\nBerth(length=1, width=2)\n": (2, "width", "unknown-argument"),
    "from harbour import Quay\nQuay().insert(1)\n": (2, "insert", "missing-attribute"),
    "from harbour import Quay\nQuay().north.fil()\n": (2, "fil", "missing-attribute"),
    "from harbour import Quay\nQuay().moor('a', length=1)\n": (2, "length", "unknown-argument"),
    "from harbour import Quay\nQuay().dredge(3).dredge(depth=3, width=1)\n": (2, "width", "unknown-argument"),
    "from harbour import Basin\nBasin().drain()\n": (2, "drain", "deprecated"),
    "from harbour import Pool\nPool(2, mast=1)\n": (2, "mast", "unknown-argument"),
    "from harbour import launch\nlaunch('a', oar='x')\n": (2, "oar", "deprecated"),
    "from harbour import tow\ntow('a', rope=1)\n": (2, "rope", "unknown-argument"),
    "from harbour import drag\n": (1, "drag", "deprecated"),
    "import harbour\nharbour.client('boats').list_boat_v2()\n": (2, "list_boat_v2", "missing-attribute"),
    "import harbour\nharbour.client('boats').list_boats_v2(Port=1)\n": (2, "Port", "unknown-argument"),
    "from harbour.models import Model\nclass Ship(Model):\n    class Meta:\n        titel = 1\n": (
        4,
        "titel",
        "missing-attribute",
    ),
    "from harbour.odd import x\nfrom harbour import Nothing\n": (2, "Nothing", "missing-name"),
}
RIGHT = (
    "from harbour import Berth\nBerth(length=1, depth=2)\n",
    "from harbour import Quay\nQuay().north.fill()\n",
    "from harbour import Quay\nQuay().moor('a', level=2)\n",
    "from harbour import Pool\nPool(2, sail=1)\n",
    "from harbour import settings\nsettings.anything\n",
    "from harbour import haul\nhaul('a')\n",
    "import harbour\nboats = harbour.client('boats')\nboats.list_boats_v2(Harbour='x')\nboats.send_all_boats\n",
    "import harbour\nharbour.client('boats').close()\n",
    "import harbour\nharbour.client('boats').list_boats_v2(Dock='x')\n",
    "import harbour\nharbour.client('ships').sail()\n",
    "from harbour.models import Model\nclass Ship(Model):\n    class Meta:\n        title = 1\n        _own = 2\n",
)


def findings(folder: Path, code: str) -> list[tuple[int, str, str]]:
    root = write(folder, HARBOUR)
    model = root / "harbour" / "data" / "boats" / "2020-01-01" / "service-2.json.gz"
    model.parent.mkdir(parents=True)
    model.write_bytes(gzip.compress(json.dumps(MODEL).encode()))
    report = check(code, ast.parse(code), PackageModules([root]))
    return [(one.line, one.name, one.kind.value) for one in report.findings.values()]


@pytest.mark.parametrize("code", WRONG)
def test_what_is_missing_is_found(tmp_path: Path, code: str) -> None:
    assert findings(tmp_path, code) == [WRONG[code]]


@pytest.mark.parametrize("code", RIGHT)
def test_what_may_exist_is_not(tmp_path: Path, code: str) -> None:
    assert findings(tmp_path, code) == []


def test_a_misspelled_name_is_followed(tmp_path: Path) -> None:
    code = "from harbour import Quay\nQuay.clon\nQuay().basin('a').fill_()\nQuay.basn\n"
    assert [name for _, name, _ in findings(tmp_path, code)] == ["clon", "fill_", "basn"]


def test_a_broken_model_gives_no_finding(tmp_path: Path) -> None:
    root = write(tmp_path, HARBOUR)
    model = root / "harbour" / "data" / "boats" / "2020-01-01" / "service-2.json.gz"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"\x1f\x8b no model")
    code = "import harbour\nharbour.client('boats').sail()\n"
    assert not check(code, ast.parse(code), PackageModules([root])).findings
