"""Names that a README uses of its package."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.python.api.readme_names import readme_names

POND = """
from pond._water import FrogError
from pond import water
from pond._client import Client

__all__ = ["Frog"]

class Frog:
    'A frog.'

def feed(frog):
    'Feed a frog.'

def _find(): ...

def helper():
    'Help others.'

_client = Client()
count = _client.count
"""

FILES = {
    "pond/__init__.py": POND,
    "pond/water.py": "from pond._water import FrogError\n__all__ = []\n",
    "pond/api.py": "from pond._water import FrogError, Deep\n",
    "pond/_water.py": "class FrogError(Exception):\n    'A frog fails.'\nclass Deep: ...\n",
    "pond/_client.py": "class Client:\n    def count(self):\n        'Count the frogs.'\n",
}

README = """
    import pond as p
    from pond.api import (
        FrogError,
    )

    p.feed(p.Frog())
    pond.count()
    pond.water, pond._find, pond.nothing, lake.helper
"""


def test_the_names_of_a_text() -> None:
    names = readme_names(README, {"pond"})
    assert names == {
        "pond": {"feed", "Frog", "count", "water", "nothing", "api"},
        "pond.api": {"FrogError"},
    }


def test_names_that_the_readme_uses_are_public(tmp_path: Path) -> None:
    table = install(tmp_path, FILES, README).symbols()
    assert symbol_in(table, "pond.feed").summary == "Feed a frog."
    assert symbol_in(table, "pond.count").summary == "Count the frogs."
    assert symbol_in(table, "pond.api.FrogError").summary == "A frog fails."
    known = {path for symbol in table.symbols for path in (symbol.name, *symbol.paths)}
    assert known.isdisjoint({"pond.helper", "pond._find", "pond.api.Deep", "pond.nothing", "pond.FrogError"})


def test_without_it_a_module_says_what_is_public(tmp_path: Path) -> None:
    table = install(tmp_path, FILES, "Frogs.").symbols()
    known = {path for symbol in table.symbols for path in (symbol.name, *symbol.paths)}
    assert known.isdisjoint({"pond.feed", "pond.count", "pond.api.FrogError"})


@pytest.mark.parametrize(
    "part", ["a", "a.", "pond.", "from pond import (", "from ", "import pond as ", "from a import "]
)
def test_any_readme_is_read_in_linear_time(part: str) -> None:
    assert grows_linearly(lambda size: readme_names(part * (size // len(part)), {"pond"}), 400_000)
