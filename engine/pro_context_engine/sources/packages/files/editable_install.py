"""The source folders of an editable install, as the records of its installer name them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from pro_context_engine.libraries.project.environment_layout import path_lines
from pro_context_engine.libraries.project.regular_file import beginning

_FINDER = re.compile(r"__editable__\w*_finder\.py")
_FINDER_MAPPING = re.compile(r"^MAPPING\b[^=\n]*= (\{[^\n]*\})$", re.MULTILINE)
_MAX_FINDER_BYTES = 1_000_000
_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")


def source_roots(location: Path, recorded: Iterable[str]) -> tuple[Path, ...]:
    """Return the folders that an editable install adds to the import path, () for an ordinary install.

    Args:
        location: the packages folder.
        recorded: paths of the installed files, relative to it.

    Raises:
        OSError: a file that should name the folders cannot be read.
    """
    roots: list[Path] = []
    for name in recorded:
        if name.endswith(".pth") and "/" not in name:
            roots.extend(path_lines(location / name))
        elif _FINDER.fullmatch(name):
            roots.extend(_finder_roots(location / name))
    return tuple(dict.fromkeys(roots))


def project_directory(direct_url: str) -> Path | None:
    """Return the project folder of an editable install, None for any other origin.

    Args:
        direct_url: text of the distribution's `direct_url.json` (PEP 610), "" if it has none.
    """
    try:
        origin = json.loads(direct_url or "{}")
        editable = origin.get("dir_info", {}).get("editable") is True
        url = urlsplit(origin.get("url", ""))
    except (AttributeError, TypeError, ValueError, RecursionError):
        return None
    if not editable or url.scheme != "file":
        return None
    # It brings an HTTP client, which takes milliseconds to import.
    from urllib.request import url2pathname  # noqa: PLC0415

    folder = Path(url2pathname(url.path))
    # A record may name a folder of another kind, such as a home folder; it is not opened.
    return folder if any((folder / name).is_file() for name in _PROJECT_FILES) else None


def _finder_roots(finder: Path) -> tuple[Path, ...]:
    """Return the parents of the packages in the table of a setuptools finder, whose code is never run."""
    found = _FINDER_MAPPING.search(beginning(finder, _MAX_FINDER_BYTES).decode("utf-8", "replace"))
    try:
        mapping = ast.literal_eval(found[1]) if found else {}
        return tuple(Path(target).parent for target in mapping.values())
    except (AttributeError, SyntaxError, TypeError, ValueError, RecursionError, MemoryError):
        return ()
