"""The files of an installed distribution: their list, and their text within its own roots only."""

from __future__ import annotations

import codecs
import csv
import logging
import os
import stat
import tokenize
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path, PurePosixPath

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.regular_file import beginning
from pro_context_engine.sources.packages.files.divided_distributions import metadata_folders, required_parts
from pro_context_engine.sources.packages.files.editable_install import project_directory, source_roots

MOST_FILE_BYTES = 8_000_000
"""The bytes of the largest file that is read; generated modules of clients have up to seven million."""

_log = logging.getLogger("pro_context.sources")
_MAX_FILES = 20_000
_MAX_DEPTH = 20
_NO_SOURCE = {"__pycache__", "node_modules", "site-packages"}
_NOT_THE_PACKAGE = {"benchmarks", "build", "dist", "docs", "examples", "test", "tests"}


@value_class
class DistributionFile:
    """One file: its path relative to the import path, and its path on disk."""

    relative: PurePosixPath
    path: Path


class FileRefused(Exception):
    """The file is missing, too large, or lies outside its distribution's roots."""


class DistributionFiles:
    """The files of one installed distribution, editable ones included."""

    def __init__(self, package: InstalledPackage) -> None:
        """Read the records of the installer, and no other file."""
        self._name = package.name
        self._location = Path(package.location)
        self._metadata = Path(package.metadata_directory)
        self._recorded = _record(self.metadata("RECORD"), self._metadata)
        self._project = project_directory(self.metadata("direct_url.json"))
        if not self._project:
            self._recorded += self._recorded_elsewhere(package.version)
        self._source_roots = self._editable_roots(self._project) if self._project else ()
        roots = [self._location, *self._source_roots, *([self._project] if self._project else [])]
        self._real_roots = tuple(root.resolve() for root in roots)

    def files(self) -> list[DistributionFile]:
        """Return the distribution's files, at most 20,000, each relative path once."""
        inside = (file for file in self._candidates() if not {"/", ".."} & set(file.relative.parts))
        return list({file.relative: file for file in islice(inside, _MAX_FILES)}.values())

    def recorded(self) -> list[PurePosixPath]:
        """Return the paths in the installer's RECORD and in those of its parts, at most 20,000; [] without a RECORD."""
        return [PurePosixPath(name) for name in self._recorded[:_MAX_FILES]]

    def metadata(self, name: str) -> str:
        """Return a file of the metadata folder as text, "" if it cannot be read.

        Args:
            name: such as "METADATA" or "RECORD"; old distributions keep METADATA as PKG-INFO, or alone in one file.
        """
        names = ("METADATA", "PKG-INFO") if name == "METADATA" else (name,)
        paths = [self._metadata / candidate for candidate in names]
        if name == "METADATA":
            paths.append(self._metadata)
        return next(filter(None, map(self._text_in, paths)), "")

    def _text_in(self, path: Path) -> str:
        """Return a file of a metadata folder as text, "" if it cannot be read or is a link out of the packages."""
        with suppress(OSError, RuntimeError):
            if path.resolve().is_relative_to(self._location.resolve()):
                return beginning(path, MOST_FILE_BYTES).decode("utf-8", "replace")
        return ""

    def text(self, file: DistributionFile, head: int | None = None) -> str:
        """Return a file's text, decoded by its byte order mark or coding line, else as UTF-8.

        Args:
            file: one of `files()`.
            head: read only so many bytes.

        Raises:
            FileRefused: the file is missing, larger than 8 MB, or a link out of the distribution's roots.
        """
        return _decode(self.content(file, head))

    def content(self, file: DistributionFile, head: int | None = None) -> bytes:
        """Return a file's bytes; see `text`."""
        return bytes_within(file.path, self._real_roots, MOST_FILE_BYTES, head)

    def _recorded_elsewhere(self, version: str) -> list[str]:
        """Return the paths of the required distributions that have this one's modules."""

        @cache
        def folders() -> dict[str, Path]:
            return metadata_folders(self._location)

        def record_of(name: str) -> list[str]:
            folder = folders().get(name)
            return _record(self._text_in(folder / "RECORD"), folder) if folder else []

        parts = required_parts(self._name, version, self.metadata("METADATA"), self._recorded, record_of)
        return [path for part in parts for path in part if ".dist-info/" not in path]

    def _editable_roots(self, project: Path) -> tuple[Path, ...]:
        """Return the source folders of an editable install, all of them within its project."""
        try:
            roots = source_roots(self._location, self._recorded)
            return tuple(root for root in roots if root.resolve().is_relative_to(project.resolve()))
        except (OSError, RuntimeError, ValueError):
            _log.warning("the folders of an editable install cannot be read: %s", self._metadata)
            return ()

    def _candidates(self) -> Iterator[DistributionFile]:
        for name in self._recorded:
            yield DistributionFile(PurePosixPath(name), self._location / name)
        for root in self._source_roots or (() if self._recorded else (self._location,)):
            for name in self._import_names(root):
                yield from walk(root, name)
        if self._project:
            for entry in sorted(self._project.glob("*")):
                if entry.name.lower() in {"docs", "doc"} or entry.suffix in {".md", ".rst"}:
                    yield from walk(self._project, entry.name)

    def _import_names(self, root: Path) -> list[str]:
        """Return the packages and modules that a source folder holds for this distribution."""
        own = self._name.replace("-", "_")
        names = self.metadata("top_level.txt").split() or [own, f"{own}.py"]
        if root != self._location:
            # Only a source folder is the distribution's alone.
            found = (path.parent.name for path in sorted(root.glob("*/__init__.py")))
            names += [name for name in found if name not in _NOT_THE_PACKAGE]
        files = [name if (root / name).exists() else f"{name}.py" for name in dict.fromkeys(names)]
        return [name for name in dict.fromkeys(files) if "/" not in name and (root / name).exists()]


def _record(text: str, folder: Path) -> list[str]:
    """Return the paths in a RECORD, [] if it cannot be read."""
    try:
        return [row[0] for row in csv.reader(text.splitlines()) if row]
    except csv.Error:
        _log.warning("the list of installed files cannot be read: %s", folder)
        return []


def bytes_within(path: Path, roots: Collection[Path], limit: int, head: int | None = None) -> bytes:
    """Return the bytes of a regular file.

    Args:
        path: of the file.
        roots: folders with their links resolved; the real file must lie in one of them.
        limit: bound on the file in bytes.
        head: read only so many bytes, of a file of any size.

    Raises:
        FileRefused: the file is missing, over the limit, or a link out of the roots.
    """
    try:
        state = _state_below(path, roots)
        if state is not None:
            if head is None and state.st_size > limit:
                raise FileRefused
            with path.open("rb") as source:
                return source.read(head or limit)
        real = path.resolve()
        inside = any(real.is_relative_to(root) for root in roots)
        if not inside or not real.is_file() or (head is None and real.stat().st_size > limit):
            raise FileRefused
        with real.open("rb") as source:
            return source.read(head or limit)
    except (OSError, RuntimeError, ValueError) as error:
        raise FileRefused from error


def _state_below(path: Path, roots: Collection[Path]) -> os.stat_result | None:
    """Return the state of a regular file, None unless plain folders lead to it from a root.

    To resolve a whole path looks at the folders above the root too, for each of thousands of files again.
    """
    if os.name != "posix":
        # Folders may be joined in ways that their state does not show.
        return None
    parts = path.parts
    root = next((one for one in roots if parts[: len(one.parts)] == one.parts), None)
    if root is None or os.pardir in parts:
        return None
    folder = str(root)
    for part in parts[len(root.parts) : -1]:
        folder += os.sep + part
        if not stat.S_ISDIR(os.lstat(folder).st_mode):
            return None
    state = path.lstat()
    return state if stat.S_ISREG(state.st_mode) else None


def walk(root: Path, name: str) -> Iterator[DistributionFile]:
    """Give the file with this name, or every file below the folder with it; links to folders are not followed."""
    if (root / name).is_file():
        yield DistributionFile(PurePosixPath(name), root / name)
    for folder, subfolders, files in os.walk(root / name):
        relative = Path(folder).relative_to(root)
        deep = len(relative.parts) >= _MAX_DEPTH
        subfolders[:] = [] if deep else sorted(sub for sub in subfolders if sub[0] != "." and sub not in _NO_SOURCE)
        for file in sorted(files):
            yield DistributionFile(PurePosixPath(relative.as_posix()) / file, Path(folder) / file)


def _decode(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(data).readline)
        return data.decode(encoding, "replace")
    except (LookupError, SyntaxError, UnicodeError):
        return data.decode("utf-8", "replace")
