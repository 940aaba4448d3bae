"""The installed distribution that provides a module: `yaml` is a module of PyYAML, `google.protobuf` of protobuf.

The record of a distribution lists its files, and its name in the index says nothing about them. The records are read
only for a name that a package folder really has as a module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from packaging.utils import canonicalize_name

from pro_context_engine.domain.model import InstalledPackage

_MODULE = re.compile(r"[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99}){0,5}")
_MOST_BYTES = 4_000_000
_RECORDS = ("RECORD", "installed-files.txt", "SOURCES.txt")
_TOP_LEVEL = "top_level.txt"


def is_module(name: str) -> bool:
    """Tell whether a name can be that of a module."""
    return _MODULE.fullmatch(name) is not None


def provider(packages: Sequence[InstalledPackage], module: str) -> InstalledPackage | None:
    """Return the installed distribution that provides a module.

    Args:
        packages: the distributions of an environment.
        module: as it is imported, with its case: `yaml`, `PIL.Image`. Of a dotted name the longest part counts that is
            a module; a folder that several distributions share (`google`) belongs to none.

    Returns:
        The distribution, the one named like the module first; None if no single distribution provides it.
    """
    if not is_module(module):
        return None
    parts = module.split(".")
    folders = [Path(folder) for folder in {package.location for package in packages}]
    for count in range(len(parts), 0, -1):
        path = "/".join(parts[:count])
        if any(_has_module(folder, path) for folder in folders):
            named = canonicalize_name(parts[0])
            # Reading every record takes a while, and most distributions are named much like their module.
            ordered = sorted(packages, key=lambda package: (package.name != named, named not in package.name))
            found = next((package for package in ordered if _provides(package.metadata_directory, path)), None)
            if found:
                return found
    return None


def has_modules(package: InstalledPackage) -> bool:
    """Tell whether a distribution has modules of its own; one without any only requires others."""
    return _lists_modules(package.metadata_directory)


def shares_folder(package: InstalledPackage, module: str) -> bool:
    """Tell whether a distribution has files in the folder of a top-level module, which others may share (PEP 420)."""
    return _has_files_in(package.metadata_directory, module)


def _has_module(folder: Path, path: str) -> bool:
    """Tell whether a package folder has a module of exactly this case, which some file systems ignore."""
    *parents, name = path.split("/")
    beside = folder.joinpath(*parents) if parents else folder
    try:
        return name in _modules_in(str(beside), beside.stat().st_mtime_ns)
    except OSError:
        return False


@lru_cache(maxsize=64)
def _modules_in(folder: str, _changed_at: int) -> frozenset[str]:
    """Return the names in a folder without their endings."""
    return frozenset(entry.name.partition(".")[0] for entry in Path(folder).iterdir())


@lru_cache(maxsize=4_096)
def _provides(metadata_directory: str, path: str) -> bool:
    """Tell whether a distribution's record lists a module; this stays true, as its folder is named by its version."""
    record = _record(metadata_directory)
    start = re.escape(path.encode())
    # The record writes paths from the package folder on, SOURCES.txt also from `src`.
    listed = rb"^(?:\.\./|src/)?" + start + rb"(?:/__init__\.|\.py\b|\.pyd\b|\.so\b|\.abi3|\.cpython-|\.cp3)"
    if record:
        return re.search(listed, record, re.MULTILINE) is not None
    return path.encode() in _content(Path(metadata_directory) / _TOP_LEVEL).split()


@lru_cache(maxsize=1_024)
def _lists_modules(metadata_directory: str) -> bool:
    """Tell whether a distribution's record lists modules, true where it has no record."""
    record = _record(metadata_directory)
    return not record or re.search(rb"\.(?:py|pyi|so|pyd|pth)\b", record) is not None


@lru_cache(maxsize=1_024)
def _has_files_in(metadata_directory: str, folder: str) -> bool:
    """Tell whether a distribution's record lists files in a folder."""
    start = re.escape(folder.encode())
    return re.search(rb"^(?:\.\./|src/)?" + start + rb"/", _record(metadata_directory), re.MULTILINE) is not None


def _record(metadata_directory: str) -> bytes:
    """Return the first record of a distribution that lists its files."""
    metadata = Path(metadata_directory)
    return next((content for name in _RECORDS if (content := _content(metadata / name))), b"")


def _content(file: Path) -> bytes:
    try:
        if not file.is_file():
            return b""
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES)
    except OSError:
        return b""
