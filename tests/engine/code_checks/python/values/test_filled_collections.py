"""The check of code with elements of filled lists, objects of context managers, and packages under other names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.engine.code_checks.python.packages import write

from pro_context_engine.code_checks.python.python_check import check
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules

ORCHARD = {
    "orchard/__init__.py": '''"""An orchard."""

from orchard.trees import Basket, Orchard, Picking, Tree, grafted, planted
''',
    "orchard/trees.py": '''"""Trees."""


class Tree:
    def prune(self):
        """Prune it."""


class Bush:
    def trim(self):
        """Trim it."""


class Basket:
    def carry(self):
        """Carry it."""


class Picking:
    def __init__(self, orchard, name=None):
        self.orchard = orchard
        self.basket = None

    def __enter__(self):
        self.basket = self.orchard.take()
        return self.basket

    def __exit__(self, *args):
        """Leave it."""


class Orchard:
    def __init__(self):
        self._trees = []
        self.rows = {}
        self.mixed = []
        self.open = []
        self.handed = []
        self.loaned = []

    def plant(self):
        self._trees.append(Tree())
        return self._trees[-1]

    def row(self, number):
        if number not in self.rows:
            self.rows[number] = Basket()
        return self.rows[number]

    def mix(self, other):
        self.mixed.append(Tree())
        self.mixed.append(other)
        self.open.append(Tree())
        self.handed.append(Tree())
        hand_out(self.handed)
        self.loaned.append(Tree())
        loan = self.loaned
        loan.append(Basket())

    def take(self):
        return Basket()

    def picking(self):
        return Picking(self)


def open_up(orchard):
    orchard.open.append(Bush())


def planted(count):
    found = []
    for _ in range(count):
        found.append(Tree())
    return found


def grafted(count, other):
    found = [Tree()]
    hand_out(found)
    mixed = []
    mixed.append(Tree())
    mixed.extend(other)
    handed = []
    handed.append(Tree())
    hand_out(handed)
    inner = []
    inner.append(Tree())

    def more():
        inner.append(other)

    more()
    return mixed, handed, inner
''',
    "old_orchard/__init__.py": '''"""The orchard under its old name."""

import sys

import orchard

for module in [name for name in sys.modules if name.startswith("orchard")]:
    sys.modules[module.replace("orchard", "old_orchard")] = sys.modules[module]
''',
}
FROM = "from orchard import Orchard, Picking, grafted, planted\n\norchard = Orchard()\n"
WRONG = {
    FROM + "orchard.plant().climb()\n": "climb",
    FROM + "orchard.row(1).lift()\n": "lift",
    FROM + "for tree in planted(3):\n    tree.climb()\n": "climb",
    FROM + "planted(3)[0].climb()\n": "climb",
    FROM + "with orchard.picking() as basket:\n    basket.lift()\n": "lift",
    FROM + "with Picking(orchard, name='one') as basket:\n    basket.lift()\n": "lift",
    FROM + "trees = []\ntrees.append(orchard.plant())\ntrees[0].climb()\n": "climb",
    "from old_orchard import Shrub\n": "Shrub",
    "from old_orchard.trees import Tree\n\nTree().climb()\n": "climb",
    "import old_orchard\n\nold_orchard.Orchard().plant().climb()\n": "climb",
}
RIGHT = [
    FROM + "orchard.plant().prune()\norchard.row(1).carry()\nplanted(3)[0].prune()\n",
    FROM + "with orchard.picking() as basket:\n    basket.carry()\n",
    FROM + "orchard.mixed[0].climb()\norchard.open[0].trim()\norchard.handed[0].climb()\norchard.loaned[0].carry()\n",
    FROM + "mixed, handed, inner = grafted(3, [])\nmixed[0].climb()\nhanded[0].climb()\ninner[0].climb()\n",
    FROM + "trees = []\ntrees.append(orchard.plant())\ntrees.append(other())\ntrees[1].climb()\n",
    FROM + "trees = []\ntrees += others\ntrees.append(orchard.plant())\ntrees[1].climb()\n",
    FROM + "trees = []\ntrees.append(orchard.plant())\ntrees[0] = other()\ntrees[0].climb()\n",
    FROM + "trees = []\ntrees.append(orchard.plant())\n\n\ndef grow():\n    trees.append(other())\n\n\n"
    "grow()\ntrees[1].climb()\n",
    FROM + "class Grower:\n    def grow(self):\n        trees[0] = other()\n\n\ntrees = [orchard.plant()]\n"
    "trees.append(orchard.plant())\nGrower().grow()\ntrees[0].climb()\n",
    FROM + "trees = {}\ntrees['a'] = orchard.plant()\ntrees.update(others)\ntrees['b'].climb()\n",
    "import old_orchard\n\nold_orchard.Orchard().plant().prune()\n",
    "from old_orchard.trees import Tree, Basket\n\nTree().prune()\n",
]


@pytest.fixture
def modules(tmp_path: Path) -> PackageModules:
    return PackageModules([write(tmp_path, ORCHARD)])


def found(modules: PackageModules, code: str) -> list[str]:
    return [one.name for one in check(code, ast.parse(code), modules).findings.values()]


@pytest.mark.parametrize("code", WRONG)
def test_wrong_use_of_such_objects_is_found(modules: PackageModules, code: str) -> None:
    assert found(modules, code) == [WRONG[code]]


@pytest.mark.parametrize("code", RIGHT)
def test_right_use_of_such_objects_is_not_found(modules: PackageModules, code: str) -> None:
    assert found(modules, code) == []
