"""The packages installed in the user's project, read from the metadata on disk without running anything."""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from packaging.utils import canonicalize_name

from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.libraries.project.environment_layout import (
    environment_root,
    path_lines,
    python_of,
    running_python,
    running_site_directories,
    site_directories,
)
from pro_context_engine.libraries.project.regular_file import beginning
from pro_context_engine.libraries.project.subprojects import with_subprojects

_log = logging.getLogger("pro_context.project")
_MAX_HEADER_BYTES = 64_000
_MAX_SUMMARY = 512
# Both reach answers as identifiers, so that only their characters are allowed.
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+!-]{0,63}")
_METADATA_SUFFIXES = (".dist-info", ".egg-info")
_METADATA_FILES = ("METADATA", "PKG-INFO")

RUNNING = "running"
"""The setting for the environment that runs Pro-Context, which belongs to no project."""

LOOK_AGAIN_AFTER = 1.0
"""Seconds between checks for changed folders: one answer looks up hundreds of packages, a check takes 3 ms."""


class ProjectEnvironment:
    """The distributions of the user's project environment; implements `interfaces.Environment`.

    The metadata is read at the first look-up, and again only when a package folder has changed, so that an upgrade in
    the project is seen without a restart.
    """

    def __init__(
        self,
        project_directory: Path,
        setting: str = "auto",
        environ: Mapping[str, str] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Record the folders to read; nothing is read yet.

        Args:
            project_directory: the user's project.
            setting: "auto", "none", `RUNNING`, or the path of an environment.
            environ: environment variables, those of the process by default.
            monotonic: a clock in seconds that never goes back.
        """
        self._configured_directory = project_directory
        self._directories_of_project: tuple[Path, ...] = (project_directory,)
        self._setting = setting
        self._environ = os.environ if environ is None else environ
        self._roots: tuple[Path, ...] = ()
        self._directories: tuple[Path, ...] = ()
        self._packages: dict[str, InstalledPackage] = {}
        self._by_name: Sequence[InstalledPackage] = ()
        self._state: tuple[tuple[str, int], ...] | None = None
        self._warned: set[str] = set()
        self._monotonic = monotonic
        self._looked_at: float | None = None

    def packages(self) -> Sequence[InstalledPackage]:
        """Return every distribution of the environment, by name; [] when there is no environment."""
        self._current()
        return self._by_name

    def package(self, name: str) -> InstalledPackage | None:
        """Return the distribution with this name (normalised first), None if it is not installed."""
        return self._current().get(_normalised(name))

    def origin(self) -> str:
        """Return the environment's folder (".venv") in the project, else its name; "" if the project has none."""
        self._current()
        if not self._roots:
            return ""
        root = self._roots[0]
        inside = (folder for folder in self._directories_of_project if root.is_relative_to(folder))
        return next((root.relative_to(folder).as_posix() for folder in inside), root.name)

    def python_version(self) -> str:
        """Return the environment's version of Python; without an environment, the version that runs Pro-Context."""
        return self.own_python() or running_python()

    def own_python(self) -> str:
        """Return the version of Python of the project's own environment, "" if it has none."""
        self._current()
        found = (python_of(root) for root in self._roots)
        return next((version for version in found if version), "")

    def look_in(self, directories: Sequence[Path]) -> None:
        """Use these folders as the project from now on; the packages of the first win."""
        self._directories_of_project = tuple(directories)
        self._roots = ()
        self._looked_at = None

    def _current(self) -> dict[str, InstalledPackage]:
        now = self._monotonic()
        if self._looked_at is None or now - self._looked_at >= LOOK_AGAIN_AFTER:
            self._look()
            self._looked_at = now
        return self._packages

    def _look(self) -> None:
        self._locate()
        state = tuple((str(directory), _modified_at(directory)) for directory in self._directories)
        if state != self._state:
            self._packages = self._read(self._directories)
            self._by_name = [package for _, package in sorted(self._packages.items())]
            self._state = state

    def _locate(self) -> None:
        """Find the environment; once the project's own is found, it is searched again only if it disappears."""
        if self._roots and self._directories and all(directory.is_dir() for directory in self._directories):
            return
        self._roots = tuple(self._find_roots())
        if self._roots:
            self._directories = tuple(directory for root in self._roots for directory in site_directories(root))
            if not self._directories:
                self._warn(str(self._roots[0]), "no packages folder in the configured environment")
        else:
            self._directories = running_site_directories() if self._setting == RUNNING else ()

    def _find_roots(self) -> list[Path]:
        if self._setting in ("none", RUNNING):
            return []
        if self._setting != "auto":
            return [self._configured_directory / Path(self._setting).expanduser()]
        found = (
            environment_root(directory, self._environ) for directory in with_subprojects(self._directories_of_project)
        )
        return list(dict.fromkeys(root for root in found if root))

    def _read(self, directories: Sequence[Path]) -> dict[str, InstalledPackage]:
        found: dict[str, InstalledPackage] = {}
        for directory in directories:
            for metadata in self._metadata_directories(directory):
                package = self._package_at(metadata)
                if package:
                    found.setdefault(package.name, package)
        return found

    def _metadata_directories(self, directory: Path) -> Iterator[Path]:
        """Yield the metadata folders of a packages folder, then those in source folders that its `.pth` files add."""
        # importlib.metadata.distributions() would find the same, but does not give the place of the metadata.
        try:
            entries = sorted(directory.iterdir())
        except OSError:
            self._warn(str(directory), "a packages folder cannot be read")
            return
        yield from (entry for entry in entries if entry.name.endswith(_METADATA_SUFFIXES))
        for entry in entries:
            if entry.suffix == ".pth":
                yield from self._develop_metadata(entry)

    def _develop_metadata(self, pth: Path) -> Iterator[Path]:
        try:
            for folder in path_lines(pth):
                yield from (entry for entry in sorted(folder.iterdir()) if entry.name.endswith(_METADATA_SUFFIXES))
        except OSError:
            self._warn(str(pth), "a .pth file or the folder it names cannot be read")

    def _package_at(self, metadata: Path) -> InstalledPackage | None:
        try:
            header = _header(metadata)
        except OSError:
            header = {}
        name, version = header.get("name", ""), header.get("version", "")
        if not _NAME.fullmatch(name) or not _VERSION.fullmatch(version):
            self._warn(str(metadata), "package metadata without a readable name and version is left out")
            return None
        return InstalledPackage(
            name=canonicalize_name(name),
            version=version,
            summary=one_line(header.get("summary", ""))[:_MAX_SUMMARY],
            location=str(metadata.parent),
            metadata_directory=str(metadata),
        )

    def _warn(self, path: str, what: str) -> None:
        if path not in self._warned:
            self._warned.add(path)
            _log.warning("%s: %s", what, path)


class OwnPackages:
    """The packages that Pro-Context itself runs with, while the project has no environment of its own.

    Args:
        project: the environment of the project.
        running: the environment that runs Pro-Context.
    """

    def __init__(self, project: ProjectEnvironment, running: ProjectEnvironment) -> None:
        self._project = project
        self._running = running

    def package(self, name: str) -> InstalledPackage | None:
        """Return the package with this name (normalised first), None if it is not installed."""
        return None if self._project.origin() else self._running.package(name)


def _modified_at(directory: Path) -> int:
    try:
        return directory.stat().st_mtime_ns
    except OSError:
        return 0


def _header(metadata: Path) -> dict[str, str]:
    """Return the fields name, version and summary of a distribution's metadata (an `.egg-info` may be one file)."""
    files = [metadata] if metadata.is_file() else [metadata / name for name in _METADATA_FILES]
    path = next((file for file in files if file.is_file()), files[0])
    # The text behind the first empty line is most of a file, and need not be decoded.
    text = beginning(path, _MAX_HEADER_BYTES).partition(b"\n\n")[0].decode("utf-8", "replace")
    # Three one-line fields: the e-mail parser is ten times slower over an environment of eighty packages.
    fields: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip():
            break
        key, _, value = line.partition(":")
        if key.lower() in {"name", "version", "summary"}:
            fields.setdefault(key.lower(), value.strip())
    return fields


@lru_cache(1_024)
def _normalised(name: str) -> str:
    return canonicalize_name(name)
