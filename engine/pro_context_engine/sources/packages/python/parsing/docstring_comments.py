"""The remains of code generators in docstrings: `# noqa` at the end of lines, and a first line with the name alone."""

from __future__ import annotations

import re
from typing import Any

import griffe

_MAX_NESTING = 3
_CODES = r"[A-Za-z]{1,10}[0-9]{1,10}"
_COMMENT = re.compile(rf"(?<![ \t])[ \t]*+# noqa(?::[ \t]*+{_CODES}(?:[ \t,]++{_CODES})*+)?+[ \t]*+$", re.MULTILINE)


class DocstringCommentReader(griffe.Extension):
    """Takes such comments and names out of docstrings, whose first sentence is the summary of the object."""

    def on_module_members(self, *, mod: griffe.Module, **_: Any) -> None:
        """Clean the docstrings of the functions, methods and classes of a module."""
        _clean_in(mod, 0)


def _clean_in(scope: griffe.Module | griffe.Class, depth: int) -> None:
    for member in scope.members.values():
        if isinstance(member, griffe.Class | griffe.Function) and member.docstring is not None:
            member.docstring.value = _cleaned(member.docstring.value, member.name)
        if isinstance(member, griffe.Class) and depth < _MAX_NESTING:
            _clean_in(member, depth + 1)


def _cleaned(text: str, name: str) -> str:
    cleaned = _COMMENT.sub("", text) if "# noqa" in text else text
    first, _, rest = cleaned.partition("\n")
    return rest.strip("\n") if first.strip() == name and rest.strip() else cleaned
