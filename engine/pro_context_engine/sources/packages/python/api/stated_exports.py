"""The names that the text of a Python module states in a plain `__all__`, found without parsing the module."""

from __future__ import annotations

import re

_BEGINNING = re.compile(r"^__all__(?: *: *[\w.\[\]]+)? *= *[\[(]", re.MULTILINE)
_TOKEN = re.compile(
    r"""\s+|#[^\n]*|(?P<comma>,)|(?P<quote>["'])(?P<name>\w+)(?P=quote)|(?P<end>[\])] *(?:#.*)?$)""", re.MULTILINE
)


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
