"""The code that its author guards against a missing name: by an exception handler, or by a condition."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

CAUGHT = ("ImportError", "ModuleNotFoundError", "AttributeError", "TypeError", "Exception", "BaseException")
"""The errors that tell of a missing name or argument, and their bases."""

BROAD = frozenset({"Exception", "BaseException"})
"""The errors that are caught for other reasons too."""

_WORDS = re.compile(r"(?<![\w.\"'])[A-Za-z_]\w*(?![\w(.\"'\[])")
_VERSION_FLAG = re.compile(r"^[A-Z][A-Z_]*\d|(?i:(?:^|_)(?:v|py|ge|gt|le|lt)_?\d)")
_NUMBERED_FLAG = re.compile(r"^[a-z]+_\d+(?:_\d+)*$")


def caught_by(handler: ast.ExceptHandler) -> frozenset[str]:
    """Return the errors for a missing name or argument that an exception handler is for."""
    if handler.type is None:
        return frozenset({"Exception"})
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return frozenset(ast.unparse(one) for one in types).intersection(CAUGHT)


def asks_for_version(test: ast.expr) -> bool:
    """Tell whether a condition asks which version, or which names, are there: `hasattr(…)`, `if PANDAS_V2`."""
    text = ast.unparse(test)
    if "hasattr(" in text or "version" in text.lower() or "TYPE_CHECKING" in text:
        return True
    flag = test.operand if isinstance(test, ast.UnaryOp) else test
    if isinstance(flag, ast.Name) and _NUMBERED_FLAG.search(flag.id):
        return True
    return any(_VERSION_FLAG.search(word) for word in _WORDS.findall(text))


def has_import(body: list[ast.stmt]) -> bool:
    """Tell whether one of some statements is an import."""
    return any(isinstance(one, (ast.Import, ast.ImportFrom)) for one in body)


class Guards:
    """The errors that the code around a place of the walk guards against.

    Args:
        lines: gets the guarded lines, by the error.
    """

    def __init__(self, lines: dict[str, set[int]]) -> None:
        self._lines = lines
        self._around: list[frozenset[str]] = []

    @contextmanager
    def against(self, errors: frozenset[str], nodes: Sequence[ast.stmt | ast.expr]) -> Iterator[None]:
        """Guard statements or expressions against errors."""
        lines = range(nodes[0].lineno, (nodes[-1].end_lineno or nodes[-1].lineno) + 1) if nodes else ()
        for error in errors:
            self._lines[error].update(lines)
        self._around.append(errors)
        try:
            yield
        finally:
            self._around.pop()

    def covers(self, error: str) -> bool:
        """Tell whether an error is guarded against."""
        return any(error in one or "Exception" in one for one in self._around)
