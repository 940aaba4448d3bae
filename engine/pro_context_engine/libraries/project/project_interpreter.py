"""The version of Python of a project, as its files determine it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from pro_context_engine.libraries.project.environment_layout import running_python
from pro_context_engine.libraries.project.project_files import ProjectFiles

_VERSION_FILE = ".python-version"
# pyenv and uv write such names; an implementation other than CPython has versions of its own.
_WRITTEN = re.compile(r"(?:cpython[-@])?(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)(?:(?:a|b|rc)\d{1,3}|-dev|t|\+freethreaded)?")
_MAX_LINES = 100
_MINORS = range(8, 31)
_PATCHES = range(1, 60)


def of_files(files: ProjectFiles, folders: Sequence[Path], required: str) -> str:
    """Return the version of Python for which a project without an environment is meant, such as "3.12.1" or "3.12".

    It is the one in the nearest `.python-version`, else the one that runs Pro-Context if it is allowed, else the lowest
    allowed one, from 3.8 on.

    Args:
        files: reads the files.
        folders: the project's folder, then its parents up to the root of the repository.
        required: the versions that the project allows, in the notation of PEP 440; "" for any.
    """
    written = (_version_in(files.read(folder / _VERSION_FILE) or b"") for folder in folders)
    return next((version for version in written if version), "") or _allowed(required)


def _version_in(content: bytes) -> str:
    lines = content.decode("utf-8-sig", "replace").splitlines()[:_MAX_LINES]
    found = (_WRITTEN.fullmatch(line.strip()) for line in lines)
    return next((match[1] for match in found if match), "")


def _allowed(required: str) -> str:
    running = running_python()
    try:
        allowed = SpecifierSet(required)
    except InvalidSpecifier:
        return running
    if allowed.contains(running, prereleases=True):
        return running
    lowest = (version for minor in _MINORS if (version := _lowest(allowed, f"3.{minor}")))
    return next(lowest, running)


def _lowest(allowed: SpecifierSet, minor: str) -> str:
    """Return the lowest allowed version with this major and minor number, "" if there is none."""
    if allowed.contains(minor):
        return minor
    return next((version for patch in _PATCHES if allowed.contains(version := f"{minor}.{patch}")), "")
