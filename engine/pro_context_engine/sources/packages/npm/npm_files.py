"""The files of one npm package, in its own folder only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from pro_context_engine.sources.packages.files.distribution_files import (
    DistributionFile,
    FileRefused,
    bytes_within,
    walk,
)

_MAX_FILES = 20_000
_MAX_BYTES = 5_000_000


class NpmFiles:
    """The files in a package's folder."""

    def __init__(self, location: Path) -> None:
        """List the files.

        Args:
            location: the folder, which may be a link itself, as where one store serves many projects.
        """
        self._root = location.resolve()
        found = islice(walk(self._root, "."), _MAX_FILES)
        self._files = {file.relative.as_posix(): file for file in found}

    def paths(self) -> frozenset[str]:
        """Return the paths of all files, relative to the folder."""
        return frozenset(self._files)

    def files(self) -> list[DistributionFile]:
        """Return the files, at most 20,000."""
        return list(self._files.values())

    def manifest(self, folder: str = "") -> Mapping[str, Any]:
        """Return the content of `package.json`, {} for a file that cannot be read.

        Args:
            folder: a folder of the package that has a manifest of its own, "" for the package itself.
        """
        try:
            manifest = json.loads(self.text(f"{folder}/package.json" if folder else "package.json"))
        except (ValueError, RecursionError):
            return {}
        return manifest if isinstance(manifest, dict) else {}

    def text(self, path: str) -> str:
        """Return a file's text, a line break for an empty one; "" for a missing file and one that may not be read."""
        try:
            return self.content(path).decode("utf-8-sig", "replace") or "\n"
        except FileRefused:
            return ""

    def content(self, path: str) -> bytes:
        """Return a file's bytes.

        Raises:
            FileRefused: the file is missing, too large, or a link out of the folder.
        """
        file = self._files.get(path)
        if file is None:
            raise FileRefused
        return bytes_within(file.path, (self._root,), _MAX_BYTES)
