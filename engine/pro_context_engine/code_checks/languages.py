"""The language of code, told by its forms."""

from __future__ import annotations

import re

PYTHON, TYPESCRIPT, JAVASCRIPT = "python", "typescript", "javascript"

_PYTHON = re.compile(
    r"^\s*(?:>>> |def \w+\(|async def |class \w+[(:]|from [\w.]+ import |"
    r"import [\w.]+(?: as \w+)?\s*(?:#.*)?$|elif |except|@\w|with .*:$|if .*:$)",
    re.M,
)
_SCRIPT = re.compile(
    r"^\s*(?:import\s.*from\s*['\"]|import\s+['\"]|(?:export\s+)?(?:const|let|var|function|interface|type)\s|export\s)|=>|;\s*$|require\(['\"]",
    re.M,
)
_TYPED = re.compile(
    r":\s*(?:string|number|boolean|any|unknown|void)\b|\binterface \w+|\bimport type\b|\bas const\b|<\w+>\(", re.M
)


def language_of(code: str) -> str:
    """Return the language of code: Python, TypeScript or JavaScript."""
    if len(_SCRIPT.findall(code)) <= len(_PYTHON.findall(code)):
        return PYTHON
    return TYPESCRIPT if _TYPED.search(code) else JAVASCRIPT
