"""Downloaded registries on disk: each file proves itself by its name, so that no moment leaves half of one.

A file is called `VERSION.SHA256.json`, or `VERSION.SHA256.kept.json` where it was wanted although it is older. The
newest sound one counts. Nothing else has to be written at the same time, so nothing has to be locked: of several
processes that write at once, the newest registry remains.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pro_context_engine.libraries.registry.manifest import MOST_BYTES

FOLDER_NAME = "registry"

_NAME = re.compile(r"(registry-v[0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9a-f]{64})(\.kept)?\.json")
_NOTE = "last-check.json"
_UNFINISHED = ".unfinished-"
_UNFINISHED_FOR = 3600.0
"""Seconds after which what another process left half done is taken for abandoned."""

_log = logging.getLogger("pro_context.registry")


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A downloaded registry whose name promises what it is.

    Attributes:
        file: where it is.
        version: of the registry.
        sha256: of the file, as it should be.
        kept: whether it counts although it may be older than the one of this release.
    """

    file: Path
    version: str
    sha256: str
    kept: bool

    @property
    def order(self) -> tuple[bool, str, str]:
        """Return what is greatest for the one that counts."""
        return (self.kept, self.version, self.sha256)

    def read(self) -> bytes | None:
        """Return the file, None if it is not what its name says."""
        try:
            with self.file.open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
        except OSError:
            return None
        return data if hashlib.sha256(data).hexdigest() == self.sha256 else None


class RegistryFolder:
    """Keeps downloaded registries. Every call blocks on the disk.

    Args:
        directory: the cache directory; None where nothing is kept.
    """

    def __init__(self, directory: Path | None) -> None:
        self.path = None if directory is None else directory / FOLDER_NAME

    def downloaded(self) -> list[Downloaded]:
        """Return what is there by its names, the one that counts first."""
        matches = (_NAME.fullmatch(name) for name in self._names())
        found = [Downloaded(self._file(match[0]), match[1], match[2], bool(match[3])) for match in matches if match]
        return sorted(found, key=lambda one: one.order, reverse=True)

    def put(self, data: bytes, version: str, *, kept: bool = False) -> Downloaded:
        """Give a registry its place in one step, then delete those it takes the place of.

        Args:
            data: a sound registry.
            version: its version.
            kept: whether it shall count although it is older than others.

        Raises:
            OSError: it cannot be written.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        name = f"{version}.{sha256}{'.kept' if kept else ''}.json"
        placed = Downloaded(self._file(name), version, sha256, kept)
        self._write(name, data)
        for other in self.downloaded():
            # One that is newer, and came meanwhile, stays; a kept one held only until now.
            if other != placed and (kept or other.kept or other.order < placed.order):
                _delete(other.file)
        self._delete_abandoned()
        return placed

    def read_note(self) -> dict[str, Any]:
        """Return what `write_note` was given, {} if nothing."""
        try:
            said = json.loads(self._file(_NOTE).read_text("utf-8")) if self.path else {}
        except (OSError, ValueError, RecursionError):
            return {}
        return said if isinstance(said, dict) else {}

    def write_note(self, note: Mapping[str, Any]) -> None:
        """Keep a small note of whatever JSON there is, if that can be done."""
        try:
            if self.path:
                self._write(_NOTE, json.dumps(note).encode())
        except OSError as error:
            _log.info("when the registry was looked for is not kept (%s)", error.strerror)

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
                # The name must not reach the disk before what it promises.
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
