"""The documentation in a wheel or source distribution, written to disk in the layout of an installed package."""

from __future__ import annotations

import csv
import io
from pathlib import Path, PurePosixPath

from packaging.utils import canonicalize_name

from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.sources.package_index.archives import MOST_MEMBERS, ArchiveRefused, safe_path
from pro_context_engine.sources.package_index.document_files import is_document
from pro_context_engine.sources.package_index.member_files import Stopped, below_top, wanted_members, write_file
from pro_context_engine.sources.package_index.python.source_layout import move_to_installed_layout

_SOURCE_SUFFIXES = frozenset({".py", ".pyi", ".pyx", ".pxi"})
_NAMED_SUFFIXES = frozenset({".so", ".pyd"})
# The operations of services, of which the methods of clients are made at run time.
_MODELS = frozenset({"service-2.json", "service-2.json.gz"})
_NO_SOURCES = frozenset({"test", "tests", "node_modules", "site-packages", "__pycache__"})
_LONGEST_SUMMARY = 512
_LONGEST_HEADER = 64_000


def unpack(archive: Path, filename: str, package: str, into: Path, metadata: Path, stopped: Stopped) -> str:
    """Write the sources, stubs, documents and metadata of a distribution.

    Args:
        archive: the downloaded file.
        filename: its name on the index.
        package: PEP 503 normalised name.
        into: an empty folder, which becomes a packages folder.
        metadata: folder for METADATA and RECORD, created here.
        stopped: called before each member.

    Returns:
        The summary in its metadata, on one line, "" if it has none.

    Raises:
        ArchiveRefused: see `archives.members_of`; or there is no metadata.
        OSError: a file cannot be written.
        Stop: the work was cancelled.
    """
    is_wheel = filename.endswith(".whl")
    names: list[PurePosixPath] = []
    described: bytes | None = None
    for member in wanted_members(archive, filename, stopped):
        path = _in_wheel(member.path) if is_wheel else below_top(member.path)
        if path is None:
            continue
        if _is_metadata(path, package, is_wheel=is_wheel):
            described = member.read()
        elif is_wheel and _is_metadata(path, package, "RECORD", is_wheel=True):
            names += _compiled(member.read())
        elif path.suffix in _NAMED_SUFFIXES or (_is_wanted(path) and write_file(into / path, member.read)):
            names.append(path)
    if described is None:
        raise ArchiveRefused("no metadata")
    return write_metadata(
        metadata, described, list(dict.fromkeys(names) if is_wheel else move_to_installed_layout(into, names, package))
    )


def is_read_of_wheel(path: PurePosixPath, package: str) -> bool:
    """Tell whether `unpack` reads a member of a wheel.

    Args:
        path: of the member.
        package: PEP 503 normalised name.
    """
    place = _in_wheel(path)
    if place is None:
        return False
    return _is_wanted(place) or any(
        _is_metadata(place, package, name, is_wheel=True) for name in ("METADATA", "RECORD")
    )


def write_metadata(metadata: Path, described: bytes, names: list[PurePosixPath]) -> str:
    """Write METADATA, and the names of the package's files as its RECORD; return the summary."""
    metadata.mkdir()
    (metadata / "METADATA").write_bytes(described)
    record = io.StringIO()
    csv.writer(record).writerows([str(name), "", ""] for name in names)
    (metadata / "RECORD").write_text(record.getvalue(), "utf-8")
    # Few calls read metadata; the parser of mail takes milliseconds to import.
    from email.parser import HeaderParser  # noqa: PLC0415

    header = HeaderParser().parsestr(described[:_LONGEST_HEADER].decode("utf-8", "replace"))
    return one_line(str(header.get("Summary", "")))[:_LONGEST_SUMMARY]


def _in_wheel(path: PurePosixPath) -> PurePosixPath | None:
    """Return the installed path of a wheel's file, None for scripts and data, which are not part of the package."""
    first, *rest = path.parts
    if not first.endswith(".data"):
        return path
    return PurePosixPath(*rest[1:]) if rest[1:] and rest[0] in ("purelib", "platlib") else None


def _is_metadata(path: PurePosixPath, package: str, wanted: str = "METADATA", *, is_wheel: bool) -> bool:
    if not is_wheel:
        return str(path) == "PKG-INFO"
    folder, _, name = str(path).partition("/")
    return name == wanted and folder.endswith(".dist-info") and canonicalize_name(folder.partition("-")[0]) == package


def _compiled(record: bytes) -> list[PurePosixPath]:
    """Return the compiled modules in a wheel's RECORD; they are too large to be read, and only their names are used."""
    paths = (safe_path(line.partition(",")[0].strip('"')) for line in record.decode("utf-8", "replace").splitlines())
    return [path for path in paths if path is not None and path.suffix in _NAMED_SUFFIXES][:MOST_MEMBERS]


def _is_wanted(path: PurePosixPath) -> bool:
    folders = {part.lower() for part in path.parts[:-1]}
    if any(part.startswith(".") for part in path.parts):
        return False
    if any(folder.endswith((".dist-info", ".egg-info")) for folder in folders):
        return False
    is_source = path.suffix.lower() in _SOURCE_SUFFIXES and folders.isdisjoint(_NO_SOURCES)
    return is_source or (path.name in _MODELS and "data" in folders) or is_document(path)
