"""The version of Python in an environment, read from its files; the interpreter is never run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

_CONFIGURATION = "pyvenv.cfg"
_MAX_BYTES = 64_000
# venv writes `version = 3.12.1`, uv `version_info = 3.12.1`, virtualenv `version_info = 3.12.1.final.0`.
_WRITTEN = re.compile(r"^version(?:_info)?\s*=\s*(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?)", re.M)
_FOLDER = re.compile(r"python(\d{1,4}\.\d{1,4})")


def running_python() -> str:
    """Return the version of the interpreter that runs Pro-Context, such as "3.12.1"."""
    return ".".join(map(str, sys.version_info[:3]))


def python_of(root: Path) -> str | None:
    """Return the version of an environment's interpreter, None if it cannot be determined.

    Args:
        root: root of the environment; of one that venv did not make (conda), the folders give major and minor.
    """
    written = _WRITTEN.search(_configuration(root / _CONFIGURATION))
    if written:
        return written[1]
    named = (_FOLDER.fullmatch(folder.name) for folder in sorted(root.glob("lib/python3.*")))
    return next((found[1] for found in named if found), None)


def _configuration(path: Path) -> str:
    try:
        # Reading a pipe of this name would never end.
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return file.read(_MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
