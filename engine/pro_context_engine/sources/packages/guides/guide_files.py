"""The files of an unpacked source distribution, as text and within their folder only."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from pathlib import Path

from pro_context_engine.documents.pages.text import clean
from pro_context_engine.sources.packages.files.distribution_files import FileRefused, bytes_within

MOST_FILES = 5_000
MOST_BYTES = 2_000_000
"""Bound on one file."""


class GuideFiles:
    """The files below one folder, by their path relative to it.

    Args:
        folder: the unpacked source distribution.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._roots = (folder.resolve(),)
        self.paths = tuple(sorted(_files_below(folder)))
        self._known = frozenset(self.paths)

    def __contains__(self, path: object) -> bool:
        return path in self._known

    def text(self, path: str) -> str | None:
        """Return a file as clean text, None if there is no such file in the folder, or it is too large.

        Args:
            path: relative to the folder; a path that leads out of it names no file.
        """
        if path not in self._known:
            return None
        try:
            return clean(bytes_within(self._folder / path, self._roots, MOST_BYTES).decode("utf-8-sig", "replace"))
        except FileRefused:
            return None

    def beside(self, path: str, target: str, root: str = "") -> str:
        """Return the path of a file that a document names, "" if it leads out of the folder.

        Args:
            path: of the document.
            target: relative to the document's folder; with a slash before it, relative to `root`.
            root: the folder of all documents.
        """
        start = root if target.startswith("/") else posixpath.dirname(path)
        joined = posixpath.normpath(posixpath.join(start, target.lstrip("/")))
        return "" if joined.startswith(("../", "/")) or joined in ("..", ".") else joined


def _files_below(folder: Path) -> Iterator[str]:
    found = 0
    for place, subfolders, files in os.walk(folder):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        for name in sorted(files):
            if name.startswith("."):
                continue
            found += 1
            if found > MOST_FILES:
                return
            yield (Path(place) / name).relative_to(folder).as_posix()
