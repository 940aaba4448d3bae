"""The unpacked packages on disk: one folder for each version, complete or absent."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pro_context_engine.domain.model import InstalledPackage, KeptPackage
from pro_context_engine.domain.value_class import value_class

FOLDER_NAME = "packages"
NPM_FOLDER_NAME = "npm-packages"

COMPLETE = ".complete.json"
"""The file that marks a downloaded package as complete, and tells what was kept of it; an installed one has none."""

_VERSIONS = "versions.json"
_METADATA = "package.dist-info"
_UNFINISHED = ".unfinished-"
_UNFINISHED_FOR = 3600.0
"""Seconds after which an unfinished folder of another process counts as abandoned."""

# npm names have scopes, and some have capital letters.
_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9._~-]", re.ASCII)

# What a damaged record raises: the folder may be on a disk that others write to.
_UNREADABLE = (OSError, KeyError, TypeError, ValueError, OverflowError, RecursionError)

_log = logging.getLogger("pro_context.releases")


@value_class
class _StoredVersion:
    folder: Path
    package: KeptPackage
    used_at: float


class PackageFolder:
    """The folder of unpacked packages, which deletes the least recently used ones. Every call blocks on the disk.

    A package from other indexes than those in use counts as absent, because its name may be another package there.

    Args:
        directory: the cache directory; None for a temporary folder of this process, deleted by `close`. It takes the
            place of a cache directory, too, in which nothing can be made.
        max_bytes: bound on all packages together.
        origin: returns the indexes in use, as text.
        folder_name: name of the folder in the cache directory.
    """

    def __init__(
        self,
        directory: Path | None,
        max_bytes: int,
        origin: Callable[[], str] = lambda: "",
        folder_name: str = FOLDER_NAME,
    ) -> None:
        self._folder = None if directory is None else directory / folder_name
        self._max_bytes = max_bytes
        self._origin = origin
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    def package(self, name: str, version: str) -> InstalledPackage | None:
        """Return a stored package, None if it is absent; the call counts as use.

        Args:
            name: normalised by the rules of the ecosystem.
            version: exact version.
        """
        if self._folder is None:
            return None
        marker = self._folder / _file_name(name) / version / COMPLETE
        try:
            record = json.loads(marker.read_text("utf-8"))
            summary = str(record["summary"])
            if record["origin"] != self._origin():
                return None
            os.utime(marker)
        except _UNREADABLE:
            return None
        return InstalledPackage(name, version, summary, str(marker.parent), str(marker.parent / _METADATA))

    def begin(self) -> Path:
        """Return a new folder to unpack into; its name marks it as unfinished.

        Raises:
            OSError: it cannot be created.
        """
        if self._folder is not None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                return Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=self._folder))
            except OSError as error:
                if self._temporary is not None:
                    raise
                _log.info("packages are kept for this run only (%s)", error.strerror)
        self._temporary = tempfile.TemporaryDirectory(prefix="pro-context-", ignore_cleanup_errors=True)
        self._folder = Path(self._temporary.name)
        return Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=self._folder))

    def leave_cache(self) -> bool:
        """Keep packages in a temporary folder from now on; tell whether that is a change."""
        if self._temporary is not None or self._folder is None:
            return False
        self._folder = None
        return True

    def metadata_folder(self, unfinished: Path) -> Path:
        """Return the folder for a package's METADATA and RECORD."""
        return unfinished / _METADATA

    def finish(self, unfinished: Path, name: str, version: str, summary: str, sha256: str) -> None:
        """Store an unpacked package in one step; a version that another process has stored meanwhile stays.

        Args:
            unfinished: the folder from `begin`, filled.
            name: normalised by the rules of the ecosystem.
            version: exact version.
            summary: summary in its metadata.
            sha256: digest of its file.

        Raises:
            OSError: it cannot be written.
        """
        size = sum(file.lstat().st_size for file in unfinished.rglob("*") if not file.is_dir())
        marker = {"origin": self._origin(), "sha256": sha256, "size": size, "summary": summary}
        (unfinished / COMPLETE).write_text(json.dumps(marker), "utf-8")
        place = unfinished.parent / _file_name(name) / version
        place.parent.mkdir(exist_ok=True)
        try:
            unfinished.rename(place)
        except OSError:
            if self.package(name, version) is None:
                self._delete(place)
                unfinished.rename(place)
        self._evict(keep=place)

    def note_absent(self, name: str, version: str) -> None:
        """Store an empty package for a version without such a file at the index, which is then not asked again."""
        try:
            unfinished = self.begin()
            self.finish(unfinished, name, version, "", "")
            shutil.rmtree(unfinished, ignore_errors=True)
        except OSError as error:
            _log.info("the absence of a file cannot be stored (%s)", error.strerror)

    def read_versions(self, name: str) -> dict[str, Any]:
        """Return the record that `write_versions` stored for a package, {} if there is none."""
        try:
            record = (
                json.loads((self._folder / _file_name(name) / _VERSIONS).read_text("utf-8")) if self._folder else {}
            )
            return dict(record) if record["origin"] == self._origin() else {}
        except _UNREADABLE:
            return {}

    def write_versions(self, name: str, versions: Mapping[str, Any]) -> None:
        """Store a list of versions as JSON, if the disk allows it."""
        if self._folder is None:
            return
        try:
            place = self._folder / _file_name(name) / _VERSIONS
            place.parent.mkdir(parents=True, exist_ok=True)
            descriptor, unfinished = tempfile.mkstemp(prefix=_UNFINISHED, dir=self._folder)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump({"origin": self._origin(), **versions}, file)
            Path(unfinished).replace(place)
        except OSError as error:
            _log.info("a list of versions cannot be stored (%s)", error.strerror)

    def kept(self) -> list[KeptPackage]:
        """Return the stored packages, by name and version; see `interfaces.KeptPackages`."""
        return [entry.package for entry in self._by_name()]

    def clear(self, names: Collection[str] | None) -> list[KeptPackage]:
        """Delete some stored packages, or all; see `interfaces.KeptPackages`."""
        gone = [entry for entry in self._by_name() if names is None or entry.package.name in names]
        for entry in gone:
            self._delete(entry.folder)
        for name in self._names() if names is None else map(_file_name, names):
            with suppress(OSError):
                (self._folder_of(name) / _VERSIONS).unlink()
            with suppress(OSError):
                self._folder_of(name).rmdir()
        return [entry.package for entry in gone if not entry.folder.exists()]

    def close(self) -> None:
        """Delete the packages that were stored for this run only."""
        if self._temporary is not None:
            self._temporary.cleanup()
            self._folder = self._temporary = None

    def _folder_of(self, name: str) -> Path:
        return (self._folder or Path()) / name

    def _names(self) -> list[str]:
        try:
            return [entry.name for entry in os.scandir(self._folder)] if self._folder else []
        except OSError:
            return []

    def _versions_of(self, name: str) -> list[Path]:
        try:
            return list(self._folder_of(name).iterdir())
        except OSError:  # the folder is missing, or another process has just deleted it
            return []

    def _by_name(self) -> list[_StoredVersion]:
        return sorted(self._entries(), key=lambda entry: (entry.package.name, entry.package.version))

    def _entries(self) -> Iterator[_StoredVersion]:
        for name in self._names():
            if name.startswith(_UNFINISHED):
                continue
            for folder in self._versions_of(name):
                marker = folder / COMPLETE
                with suppress(*_UNREADABLE):
                    size = int(json.loads(marker.read_text("utf-8"))["size"])
                    yield _StoredVersion(folder, KeptPackage(unquote(name), folder.name, size), marker.stat().st_mtime)

    def _evict(self, keep: Path) -> None:
        """Delete the least recently used packages over the bound, and the unfinished folders of killed processes."""
        entries = sorted(self._entries(), key=lambda entry: entry.used_at)
        surplus = sum(entry.package.size for entry in entries) - self._max_bytes
        for entry in entries:
            if surplus > 0 and entry.folder != keep:
                self._delete(entry.folder)
                surplus -= entry.package.size
        for name in self._names():
            left = self._folder_of(name)
            with suppress(OSError):
                if name.startswith(_UNFINISHED) and time.time() - left.stat().st_mtime > _UNFINISHED_FOR:
                    left.unlink() if left.is_file() else shutil.rmtree(left, ignore_errors=True)

    def _delete(self, folder: Path) -> None:
        """Delete a stored package: first move it away in one step, so that no process reads an incomplete one."""
        with suppress(OSError):
            aside = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=folder.parent.parent))
            folder.rename(aside / folder.name)
            shutil.rmtree(aside, ignore_errors=True)


def _file_name(name: str) -> str:
    """Return a package's name as a folder name, unique even without regard to case; `unquote` reverses it."""
    return _NOT_IN_FILE_NAMES.sub(lambda character: f"%{ord(character[0]):02x}", name)
