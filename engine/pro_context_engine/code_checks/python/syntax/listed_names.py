"""The names that `from MODULE import *` binds, read from the text of a module whose list of them is plain.

Packages with thousands of modules hand names on by chains of such imports. Few of these modules have the name that is
looked for, and to read their lists takes a hundredth of the time in which they are parsed.
"""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from pro_context_engine.sources.packages.files.distribution_files import MOST_FILE_BYTES, FileRefused, bytes_within

_WORD = "__all__"
_LIST = re.compile(r"__all__[ \t]*=[ \t]*(?P<list>\[[^\[\]]*+\]|\([^()]*+\))[ \t]*(?:#[^\n]*)?(?:\n|$)")
_MOST_KEPT = 8_000


def listed_names(path: Path, folder: Path) -> frozenset[str] | None:
    """Return the names in `__all__` of a module, None where its text alone does not surely tell them.

    Args:
        path: the file of the module.
        folder: the packages folder that has it.
    """
    try:
        return _listed(path, folder, path.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=_MOST_KEPT)
def _listed(path: Path, folder: Path, _changed: int) -> frozenset[str] | None:
    try:
        text = bytes_within(path, [folder.resolve()], MOST_FILE_BYTES).decode("utf-8", "replace")
    except FileRefused:
        return None
    start = text.find(f"\n{_WORD}") + 1
    found = _LIST.match(text, start)
    if found is None or text.count(_WORD) > 1 or _may_be_in_text(text, start):
        # A second mention may change the list.
        return None
    with suppress(SyntaxError, TypeError, ValueError, RecursionError, MemoryError):
        value = ast.literal_eval(found["list"])
        if isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value):
            return frozenset(value)
    return None


def _may_be_in_text(text: str, at: int) -> bool:
    """Tell whether a place may stand within a text of several lines."""
    return any(text.count(quotes, 0, at) % 2 for quotes in ('"""', "'''"))
