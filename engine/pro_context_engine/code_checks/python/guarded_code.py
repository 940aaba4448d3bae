"""The code that its author guards against a missing name: by an exception handler, or by a condition."""

from __future__ import annotations

import ast
import re

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
