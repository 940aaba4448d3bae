"""What of a wheel or source distribution is documentation, written to disk in the shape of an installed package."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from contextlib import closing
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath

from packaging.utils import canonicalize_name

from pro_context_engine.pages.text import one_line
from pro_context_engine.releases.archives import ArchiveRefused, members_of
from pro_context_engine.releases.source_layout import as_installed

_READ_SUFFIXES = frozenset({".py", ".pyi", ".md", ".markdown", ".rst"})
_NAMED_SUFFIXES = frozenset({".so", ".pyd"})
_DOCUMENT_SUFFIXES = frozenset({"", ".txt"})
_DOCUMENT_NAMES = (
    "readme",
    "changelog",
    "changes",
    "history",
    "news",
    "migration",
    "upgrading",
    "release_notes",
    "releasenotes",
)
_DOCUMENT_FOLDERS = frozenset({"doc", "docs", "documentation"})
_SKIPPED_FOLDERS = frozenset({"test", "tests", "node_modules", "site-packages", "__pycache__"})
_LONGEST_SUMMARY = 512
_LONGEST_HEADER = 64_000

Stopped = Callable[[], bool]
"""Tell whether the work is wanted no more."""


class Stop(Exception):
    """The work was wanted no more."""


def unpack(archive: Path, filename: str, package: str, into: Path, metadata: Path, stopped: Stopped) -> str:
    """Write the sources, stubs, documents and metadata of a distribution.

    Args:
        archive: the downloaded file.
        filename: what the index calls it.
        package: PEP 503 normalised name.
        into: an empty folder, for what would be in a packages folder.
        metadata: folder for METADATA and RECORD, made here.
        stopped: asked before each member.

    Returns:
        The summary of its metadata, on one line, "" if it has none.

    Raises:
        ArchiveRefused: see `archives.members_of`; or it has no metadata.
        OSError: it cannot be written.
        Stop: it is wanted no more.
    """
    is_wheel = filename.endswith(".whl")
    names: list[PurePosixPath] = []
    described: bytes | None = None
    with closing(members_of(archive, filename)) as members:
        for member in members:
            if stopped():
                raise Stop
            path = _in_wheel(member.path) if is_wheel else _in_sdist(member.path)
            if path is None:
                continue
            if _is_metadata(path, package, is_wheel):
                described = member.read()
            elif path.suffix in _NAMED_SUFFIXES or (_is_wanted(path) and _written(into / path, member.read)):
                names.append(path)
    if described is None:
        raise ArchiveRefused("no metadata")
    return write_metadata(metadata, described, names if is_wheel else list(as_installed(into, names, package)))


def write_metadata(metadata: Path, described: bytes, names: list[PurePosixPath]) -> str:
    """Write METADATA, and the names of the package's files as its RECORD; return the summary."""
    metadata.mkdir()
    (metadata / "METADATA").write_bytes(described)
    record = io.StringIO()
    csv.writer(record).writerows([str(name), "", ""] for name in names)
    (metadata / "RECORD").write_text(record.getvalue(), "utf-8")
    header = HeaderParser().parsestr(described[:_LONGEST_HEADER].decode("utf-8", "replace"))
    return one_line(str(header.get("Summary", "")))[:_LONGEST_SUMMARY]


def _in_wheel(path: PurePosixPath) -> PurePosixPath | None:
    """Return where a wheel's file is installed, None for scripts and data that are no part of the package."""
    first, *rest = path.parts
    if not first.endswith(".data"):
        return path
    return PurePosixPath(*rest[1:]) if rest[1:] and rest[0] in ("purelib", "platlib") else None


def _in_sdist(path: PurePosixPath) -> PurePosixPath | None:
    """Return a file's path below the one folder that a source distribution consists of."""
    return PurePosixPath(*path.parts[1:]) if len(path.parts) > 1 else None


def _is_metadata(path: PurePosixPath, package: str, is_wheel: bool) -> bool:
    if not is_wheel:
        return str(path) == "PKG-INFO"
    folder, _, name = str(path).partition("/")
    return (
        name == "METADATA" and folder.endswith(".dist-info") and canonicalize_name(folder.partition("-")[0]) == package
    )


def _is_wanted(path: PurePosixPath) -> bool:
    folders = {part.lower() for part in path.parts[:-1]}
    if folders & _SKIPPED_FOLDERS or any(part.startswith(".") for part in path.parts):
        return False
    if any(folder.endswith((".dist-info", ".egg-info")) for folder in folders):
        return False
    suffix = path.suffix.lower()
    named = path.stem.lower().startswith(_DOCUMENT_NAMES) or bool(folders & _DOCUMENT_FOLDERS)
    return suffix in _READ_SUFFIXES or (suffix in _DOCUMENT_SUFFIXES and named)


def _written(file: Path, read: Callable[[], bytes]) -> bool:
    """Write one file; return False for a name that stands for something else already."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as opened:
            opened.write(read())
    except (FileExistsError, NotADirectoryError):
        return False
    return True
