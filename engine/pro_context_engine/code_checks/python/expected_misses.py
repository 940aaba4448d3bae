"""The names and arguments that code itself expects to be missing in some version of a package."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

from pro_context_engine.domain.code_findings import FindingKind

_PROBES = frozenset({"hasattr", "getattr", "delattr"})
_IGNORED = re.compile(r"#.*?\b(?P<tool>type|pyright|ty|mypy|pyre|pylint)\s*:\s*(?:ignore|disable)\b(?P<codes>[^#\n]*)")
_ATTRIBUTE_CODE = re.compile(r"attr|no-member|no-name|module|unresolved|Access")
_ARGUMENT_CODE = re.compile(r"call|arg", re.IGNORECASE)
ANY = "BaseException"
"""The error that stands for all others: code for another version is guarded against it."""

ERRORS = {
    FindingKind.MISSING_MODULE: "ImportError",
    FindingKind.MISSING_NAME: "ImportError",
    FindingKind.MISSING_ATTRIBUTE: "AttributeError",
    FindingKind.UNKNOWN_ARGUMENT: "TypeError",
    FindingKind.MISSING_ARGUMENT: "TypeError",
    FindingKind.DEPRECATED: ANY,
}
"""The error that a use which does not fit raises, by the kind of the finding."""


class ExpectedMisses:
    """Tell which uses the author of code knows not to fit.

    Args:
        text: the code.
        tree: its syntax.
        guarded: lines that run only where another version is meant, by the error that they are guarded against.
    """

    def __init__(self, text: str, tree: ast.Module, guarded: Mapping[str, Iterable[int]]) -> None:
        self._lines = text.split("\n")
        self._probed = frozenset(_probed(tree))
        self._guarded = {error: frozenset(lines) for error, lines in guarded.items()}

    def has(self, kind: FindingKind, line: int, name: str) -> bool:
        """Tell whether a finding is expected: the name is probed, guarded, or its line has a comment for a checker.

        Args:
            kind: of the finding.
            line: 1-based.
            name: that is missing.
        """
        error = ERRORS.get(kind)
        if error is None:
            return False
        is_member = error in ("ImportError", "AttributeError")
        return (
            (is_member and name in self._probed) or line in self._guarded.get(error, ()) or self._is_ignored(kind, line)
        )

    def _is_ignored(self, kind: FindingKind, line: int) -> bool:
        """Tell whether the comment of a line silences type checkers for a kind of finding.

        Without codes it counts for attributes and arguments; an import has it mostly for want of stubs.
        """
        found = _IGNORED.search(self._lines[line - 1]) if line <= len(self._lines) else None
        if found is None:
            return False
        if kind is FindingKind.DEPRECATED:
            return "deprecat" in found["codes"].lower()
        codes = re.findall(r"[\w-]+", found["codes"])
        if not codes:
            return kind not in (FindingKind.MISSING_MODULE, FindingKind.MISSING_NAME)
        wanted = _ARGUMENT_CODE if ERRORS[kind] == "TypeError" else _ATTRIBUTE_CODE
        return any(wanted.search(code) for code in codes)


def _probed(tree: ast.Module) -> Iterable[str]:
    """Yield the names that code asks objects for, without knowing whether they have them."""
    calls = (one for one in ast.walk(tree) if isinstance(one, ast.Call) and len(one.args) > 1)
    for one in calls:
        name = one.args[1]
        if isinstance(one.func, ast.Name) and one.func.id in _PROBES and isinstance(name, ast.Constant):
            yield str(name.value)
