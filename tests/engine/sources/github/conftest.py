"""The quarry: a library whose repository is on a server of our own."""

from collections.abc import Iterator

import pytest
from tests.worlds.forge import Forge, serve_forge

OLD = {
    "README.md": "# Quarry\n\nCuts stone.\n\n## Install\n\nTake a hammer.\n\n## Use\n\nHit the stone.\n",
    "docs/index.md": "# Quarry 1\n\nOld ways.\n",
    "docs/saws.md": "# Saws\n\nA saw of version one cuts slowly.\n",
}
NEW = {
    "README.md": OLD["README.md"],
    "CHANGELOG.md": "# Changes\n\n## 2.0\n\nFaster saws.\n",
    "LICENSE": "Free.",
    "mkdocs.yml": (
        "site_name: Quarry\nnav:\n  - Start: index.md\n  - Tools:\n      - tools/saws.md\n"
        "      - Big hammers: tools/hammers.md\ntheme: plain\n"
    ),
    "docs/index.md": "# Quarry 2\n\nNew ways.\n",
    "docs/tools/hammers.md": "# Hammers\n\nA hammer weighs two kilograms.\n",
    "docs/tools/saws.md": "# Saws\n\nA saw of version two cuts fast.\n",
    "docs/tools/drills.rst": (
        "Drills\n======\n\nUse :class:`~quarry.Drill` on granite.\n\n.. code-block:: python\n\n   Drill()\n"
    ),
    "docs/zh/index.md": "# 采石场\n",
    "docs/_includes/part.md": "A part.\n",
    "docs/tests/test.md": "A test.\n",
    "src/quarry.py": "pass\n",
}


@pytest.fixture
def forge() -> Iterator[Forge]:
    with serve_forge({"acme/quarry": {"HEAD": NEW, "v1.0.0": OLD, "v2.0.0": NEW, "v2.1.0rc1": NEW}}) as forge:
        yield forge
