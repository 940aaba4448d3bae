"""The names that the text of a Python module publishes by importing them as themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

_RENAMED = re.compile(r" as ([A-Za-z_]\w*)")


def explicit_exports(text: str) -> frozenset[str]:
    """Return the names that a text imports as themselves (`import x as x`), which publishes them (PEP 484)."""
    return frozenset(_reexported(text))


def _reexported(text: str) -> Iterator[str]:
    for found in _RENAMED.finditer(text):
        name, end = found[1], found.start()
        before = text[max(end - len(name) - 1, 0) : end]
        if before.endswith(name) and not before[: -len(name)].isidentifier():
            yield name
