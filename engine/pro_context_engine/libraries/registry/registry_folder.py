"""Downloaded registries on disk: the name of each file has its checksum, so that an incomplete file is never used.

A file is called `VERSION.SHA256.json`, or `VERSION.SHA256.kept.json` if an older one was forced. The newest intact one
is used. No second file has to be written with it, so no lock is needed: of several processes that write at once, the
newest registry remains.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.registry.manifest import MOST_BYTES

FOLDER_NAME = "registry"

_NAME = re.compile(r"(registry-v[0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9a-f]{64})(\.kept)?\.json")
_NOTE = "last-check.json"
_UNFINISHED = ".unfinished-"
_UNFINISHED_FOR = 3600.0
"""Seconds after which an unfinished file of another process counts as abandoned."""

_log = logging.getLogger("pro_context.registry")


@value_class
class DownloadedRegistry:
    """A downloaded registry as its file name describes it.

    Attributes:
        file: path of the file.
        version: version of the registry.
        sha256: expected digest of the file.
        kept: whether it is used although it may be older than the one of this release.
    """

    file: Path
    version: str
    sha256: str
    kept: bool

    @property
    def order(self) -> tuple[bool, str, str]:
        """Return the sort key, greatest for the registry to use."""
        return (self.kept, self.version, self.sha256)

    def read(self) -> bytes | None:
        """Return the bytes of the file, None if they do not match its name."""
        try:
            with self.file.open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
        except OSError:
            return None
        return data if hashlib.sha256(data).hexdigest() == self.sha256 else None


class RegistryFolder:
    """The folder of downloaded registries. Every call blocks on the disk.

    Args:
        directory: the cache directory; None to store nothing.
    """

    def __init__(self, directory: Path | None) -> None:
        self.path = None if directory is None else directory / FOLDER_NAME

    def registries(self) -> list[DownloadedRegistry]:
        """Return the registries by their file names, the one to use first."""
        matches = (_NAME.fullmatch(name) for name in self._names())
        found = [
            DownloadedRegistry(self._file(match[0]), match[1], match[2], bool(match[3])) for match in matches if match
        ]
        return sorted(found, key=lambda one: one.order, reverse=True)

    def put(self, data: bytes, version: str, *, kept: bool = False) -> DownloadedRegistry:
        """Store a registry in one step, then delete those that it replaces.

        Args:
            data: an intact registry.
            version: its version.
            kept: whether it is used although it is older than others.

        Raises:
            OSError: it cannot be written.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        name = f"{version}.{sha256}{'.kept' if kept else ''}.json"
        stored = DownloadedRegistry(self._file(name), version, sha256, kept)
        self._write(name, data)
        for other in self.registries():
            # A newer one that another process stored meanwhile stays; a kept one is replaced now.
            if other != stored and (kept or other.kept or other.order < stored.order):
                _delete(other.file)
        self._delete_abandoned()
        return stored

    def read_note(self) -> dict[str, Any]:
        """Return the note that `write_note` stored, {} if there is none."""
        try:
            note = json.loads(self._file(_NOTE).read_text("utf-8")) if self.path else {}
        except (OSError, ValueError, RecursionError):
            return {}
        return note if isinstance(note, dict) else {}

    def write_note(self, note: Mapping[str, Any]) -> None:
        """Store a small note as JSON, if the disk allows it."""
        try:
            if self.path:
                self._write(_NOTE, json.dumps(note).encode())
        except OSError as error:
            _log.info("the time of the registry's check cannot be stored (%s)", error.strerror)

    def _file(self, name: str) -> Path:
        return (self.path or Path()) / name

    def _names(self) -> list[str]:
        try:
            return [entry.name for entry in os.scandir(self.path)] if self.path else []
        except OSError:
            return []

    def _write(self, name: str, data: bytes) -> None:
        if self.path is None:
            raise OSError("there is no cache directory")
        self.path.mkdir(parents=True, exist_ok=True)
        descriptor, unfinished = tempfile.mkstemp(prefix=_UNFINISHED, dir=self.path)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                # The content must reach the disk before the name that has its checksum.
                os.fsync(file.fileno())
            Path(unfinished).replace(self._file(name))
        except BaseException:
            _delete(Path(unfinished))
            raise

    def _delete_abandoned(self) -> None:
        for name in self._names():
            left = self._file(name)
            with suppress(OSError):
                if name.startswith(_UNFINISHED) and time.time() - left.stat().st_mtime > _UNFINISHED_FOR:
                    left.unlink()


def _delete(file: Path) -> None:
    with suppress(OSError):
        file.unlink()
