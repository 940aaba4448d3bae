"""The names that a Python module publishes, read from its text without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BEGINNING = re.compile(r"^__all__(?: *: *[\w.\[\]]+)? *= *[\[(]", re.MULTILINE)
_TOKEN = re.compile(
    r"""\s+|#[^\n]*|(?P<comma>,)|(?P<quote>["'])(?P<name>\w+)(?P=quote)|(?P<end>[\])] *(?:#.*)?$)""", re.MULTILINE
)
_RENAMED = re.compile(r" as ([A-Za-z_]\w*)")


def stated_exports(text: str) -> list[str] | None:
    """Return the names in the only `__all__` of a text, None where it has none or one that must be worked out."""
    beginning = _BEGINNING.search(text) if text.count("__all__") == 1 else None
    if not beginning:
        return None
    names: dict[str, None] = {}
    position, may_follow = beginning.end(), True
    while token := _TOKEN.match(text, position):
        position = token.end()
        if token["end"]:
            return list(names)
        if token["comma"]:
            may_follow = True
        elif token["name"]:
            if not may_follow:
                return None
            names[token["name"]], may_follow = None, False
    return None


def explicit_exports(text: str) -> frozenset[str]:
    """Return the names that a text imports as themselves (`import x as x`), which publishes them (PEP 484)."""
    return frozenset(_reexported(text))


def _reexported(text: str) -> Iterator[str]:
    for found in _RENAMED.finditer(text):
        name, end = found[1], found.start()
        before = text[max(end - len(name) - 1, 0) : end]
        if before.endswith(name) and not before[: -len(name)].isidentifier():
            yield name


def makes_names(text: str) -> bool:
    """Tell whether a module makes names when they are asked for (PEP 562), or leaves that to an object in its place.

    The function takes a name alone and may stand in a branch (`if not TYPE_CHECKING:`); a method takes `self` too.
    """
    made = ("def __getattr__", "__getattr__", "sys.modules[__name__] =", "    sys.modules[__name__] =")
    lines = text.split("\n") if "__getattr__" in text or "sys.modules[__name__]" in text else []
    return any(line.startswith(made) or (line.startswith("    def __getattr__(") and "," not in line) for line in lines)
