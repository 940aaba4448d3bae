"""Functions that hand all their parameters on to a private one are described by that one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in

POND = """
from functools import cache

class Keeper:
    'Keeps frogs.'

    def feed(self, frogs, *, litres=1):
        return self._feed(frogs, litres=litres)

    async def count(self, *frogs, **options):
        return await self._count(*frogs, **options)

    def some(self, frogs, litres):
        return self._feed(frogs)

    def more(self, frogs):
        return self._feed(frogs, 2)

    def other(self, pond):
        return pond._feed(self)

    def named(self, frogs):
        'Feed by name.'
        return self._feed(frogs)

    def public(self, frogs):
        return self.named(frogs)

    def nothing(self):
        return self._nothing()

    def _feed(self, frogs, litres=1):
        'Feed the frogs.'

    async def _count(self, *frogs, **options):
        'Count the frogs.'

    def _nothing(self):
        'Do nothing.'

def leap(frog, height):
    return _leap(frog, height)

def _leap(frog, height):
    'Let a frog leap.'
"""


@pytest.mark.parametrize(
    ("name", "summary"),
    [
        ("Keeper.feed", "Feed the frogs."),
        ("Keeper.count", "Count the frogs."),
        ("leap", "Let a frog leap."),
        # Not all, something else, of another object, described itself, public, without parameters.
        ("Keeper.some", ""),
        ("Keeper.more", ""),
        ("Keeper.other", ""),
        ("Keeper.named", "Feed by name."),
        ("Keeper.public", ""),
        ("Keeper.nothing", ""),
    ],
)
def test_a_function_that_hands_everything_on(tmp_path: Path, name: str, summary: str) -> None:
    assert symbol_in(install(tmp_path, {"pond/__init__.py": POND}).symbols(), f"pond.{name}").summary == summary
