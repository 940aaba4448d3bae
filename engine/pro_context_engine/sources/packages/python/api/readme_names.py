"""The names of a package that its README uses: they are public even if `__all__` lacks them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping

MOST_CHARACTERS = 1_000_000
"""The characters of the README that are read."""

_NAME = r"[A-Za-z_][A-Za-z0-9_]{0,99}"
_PATH = rf"{_NAME}(?:\.{_NAME}){{0,9}}+"
_USED = re.compile(rf"(?<![\w.]){_PATH}")
_IMPORTED = re.compile(rf"\bfrom[ \t]+({_PATH})[ \t]+import[ \t]*+(\([^()]{{0,2000}}\)|[^\n()]{{0,500}})")
_RENAMED = re.compile(rf"\bimport[ \t]+({_PATH})[ \t]+as[ \t]+({_NAME})")
_WORD = re.compile(_NAME)


def readme_names(text: str, tops: Collection[str]) -> Mapping[str, Collection[str]]:
    """Return the public names that a README uses, by the path before them (`pond.api.feed()`: `feed` of `pond.api`).

    Args:
        text: the README.
        tops: the top-level modules of the package.
    """
    text = text[:MOST_CHARACTERS]
    names: defaultdict[str, set[str]] = defaultdict(set)
    renamed = {found[2]: found[1] for found in _RENAMED.finditer(text)}
    for found in _IMPORTED.finditer(text):
        names[found[1]].update(_WORD.findall(found[2]))
    for found in _USED.finditer(text):
        first, dot, rest = found[0].partition(".")
        path, _, name = f"{renamed.get(first, first)}{dot}{rest}".rpartition(".")
        if path:
            names[path].add(name)
    public = {path: {name for name in own if not name.startswith("_")} for path, own in names.items()}
    return {path: own for path, own in public.items() if own and path.partition(".")[0] in tops}
