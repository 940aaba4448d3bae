"""Path patterns: `*` and `?` within a name, `**` over any folders, `[…]` and `{a,b}`."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

MAX_LENGTH = 256
"""The maximum length of a pattern, characters."""

_MOST_ALTERNATIVES = 64
_BRACES = re.compile(r"\{([^{}]*)\}")


def matches(path: str, pattern: str) -> bool:
    """Tell whether a path matches a pattern; time grows with the product of their lengths.

    Args:
        path: relative, with slashes.
        pattern: relative, with slashes; of more than 64 alternatives in braces, the first ones count.
    """
    names = path.split("/")
    return any(_matches(names, alternative.removeprefix("./").split("/")) for alternative in _alternatives(pattern))


def _matches(names: list[str], steps: list[str]) -> bool:
    """Tell whether the steps match all names."""
    # reached[n]: the steps so far can match the first n names
    reached = [True] + [False] * len(names)
    for step in steps:
        if step == "**":
            first = reached.index(True) if True in reached else len(reached)
            reached = [position >= first for position in range(len(reached))]
        else:
            met = [before and fnmatchcase(name, step) for before, name in zip(reached, names, strict=False)]
            reached = [False, *met]
    return reached[-1]


def _alternatives(pattern: str) -> list[str]:
    """Return the pattern without braces, once for each combination of alternatives."""
    found = [pattern[:MAX_LENGTH]]
    for _ in range(pattern[:MAX_LENGTH].count("{")):
        found = [each for one in found for each in _expand_first(one)][:_MOST_ALTERNATIVES]
    return found


def _expand_first(pattern: str) -> list[str]:
    braces = _BRACES.search(pattern)
    if braces is None:
        return [pattern]
    return [f"{pattern[: braces.start()]}{choice}{pattern[braces.end() :]}" for choice in braces[1].split(",")]
