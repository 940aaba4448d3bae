"""The files of one project: read within bounds, and checked for changes by their times."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from pro_context_engine.libraries.project.regular_file import beginning

_log = logging.getLogger("pro_context.project")

MAX_MANIFEST_BYTES = 1_000_000
MAX_LOCK_BYTES = 20_000_000
MAX_LOOKS = 2_000
"""The maximum number of files that are looked up in one project, found or not."""

MAX_MEMBERS = 100
"""The maximum number of folders of a workspace's members, and of the patterns that name them."""

_MAX_ENTRIES = 2_000
_MAX_BELOW = 500
_DEEPEST = 4
_MAX_COMPARED = 100_000
_MAX_PATTERN = 500
_NOT_MEMBERS = ("node_modules", ".")

_Stamp = tuple[int, int] | None


class ProjectFiles:
    """A reader of the files of one project, which records the state of each."""

    def __init__(self, root: Path) -> None:
        """Record the root; nothing is read yet.

        Args:
            root: no file outside of this folder is read, even if a name or a link leads to it.
        """
        self._root = root.resolve()
        self._seen: dict[Path, _Stamp] = {}
        self._names: dict[Path, list[str]] = {}
        self._own_folders: dict[Path, bool] = {}
        self._opened = 0
        self._compared = 0

    def is_unchanged(self) -> bool:
        """Tell whether every file and folder that was looked up is unchanged, including those that did not exist."""
        return all(_stamp(path) == stamp for path, stamp in self._seen.items())

    def read(self, path: Path, limit: int = MAX_MANIFEST_BYTES, level: int = logging.WARNING) -> bytes | None:
        """Return a file's bytes, None if there is no such file, or it may not be read.

        Args:
            path: path of the file.
            limit: a larger file is skipped with a line in the log, bytes.
            level: the level of that line.
        """
        if path not in self._seen:
            self._opened += 1
        found = self._seen[path] = _stamp(path)
        if found is None or self._opened > MAX_LOOKS or not self._is_own_folder(path.parent):
            return None
        # Answers name the files, and such a name could end a line of theirs.
        if not str(path.relative_to(self._root) if path.is_relative_to(self._root) else path).isprintable():
            return None
        if path.is_symlink() and not self._leads_inside(path):
            return None
        try:
            content = beginning(path, limit + 1)
        except OSError:
            _log.warning("a file of the project cannot be read: %s", path)
            return None
        if len(content) > limit:
            _log.log(level, "a file of the project is over %d bytes and left out: %s", limit, path)
            return None
        return content

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder, sorted; [] if there is none."""
        if folder not in self._names:
            self._seen[folder] = _stamp(folder)
            self._names[folder] = self._list(folder)
        return self._names[folder]

    def _list(self, folder: Path) -> list[str]:
        if not self._is_own_folder(folder):
            return []
        try:
            with os.scandir(folder) as entries:
                return sorted(entry.name for entry in islice(entries, _MAX_ENTRIES))
        except OSError:
            return []

    def present(self, folder: Path, wanted: Iterable[str]) -> list[str]:
        """Return the wanted names that may be in a folder, in their order: one look in place of one for each name."""
        found = self.names(folder)
        # Of a folder with so many files, not all names are known.
        return [name for name in wanted if len(found) == _MAX_ENTRIES or name in found]

    def find_folders(self, folder: Path, pattern: str, manifests: Sequence[str]) -> list[Path]:
        """Return the folders that match a workspace's pattern, at most a hundred.

        Args:
            folder: folder of the workspace.
            pattern: a pattern such as `packages/*`. `**` stands for any number of folders, at most four levels of them.
            manifests: the names of manifests, of which a folder that `**` stands for has one.
        """
        found = [folder]
        for step in Path(pattern[:_MAX_PATTERN]).parts[:10]:
            if step == ".." or self._compared > _MAX_COMPARED:
                return []
            if step == "**":
                below = [child for parent in found for child in self._below(parent)]
                found = [child for child in below if self.present(child, manifests)][:MAX_MEMBERS]
                continue
            if "*" not in step and "?" not in step:
                found = [parent / step for parent in found]
                continue
            found = [
                parent / name
                for parent in found
                for name in self.names(parent)
                if self._fits(name, step) and not name.startswith(_NOT_MEMBERS) and (parent / name).is_dir()
            ][:MAX_MEMBERS]
        return found

    def _below(self, folder: Path) -> list[Path]:
        """Return a folder and those below it, the upper ones first, at most five hundred of four levels."""
        found = [folder]
        for parent in found:
            if len(found) >= _MAX_BELOW or self._compared > _MAX_COMPARED:
                break
            if len(parent.parts) - len(folder.parts) < _DEEPEST:
                names = [name for name in self.names(parent) if not name.startswith(_NOT_MEMBERS)]
                self._compared += len(names)
                children = (parent / name for name in names)
                found += [child for child in children if child.is_dir() and not child.is_symlink()]
        return found[:_MAX_BELOW]

    def _fits(self, name: str, step: str) -> bool:
        """Tell whether a name fits a step of a pattern; behind so many comparisons, none does."""
        self._compared += 1
        return self._compared <= _MAX_COMPARED and fnmatchcase(name, step)

    def find_members(self, folder: Path, patterns: Sequence[str], manifests: Sequence[str]) -> list[Path]:
        """Return the folders of a workspace's members, each once, without the workspace's own folder.

        Args:
            folder: folder of the workspace.
            patterns: see `find_folders`; those after `!` name folders that are no members.
            manifests: see `find_folders`.
        """
        considered = patterns[:MAX_MEMBERS]
        barred = (one[1:] for one in considered if one.startswith("!"))
        excluded = {at for pattern in barred for at in self.find_folders(folder, pattern, manifests)}
        wanted = (one for one in considered if not one.startswith("!") and one != ".")
        found = dict.fromkeys(member for pattern in wanted for member in self.find_folders(folder, pattern, manifests))
        return [member for member in found if member != folder and member not in excluded]

    def _is_own_folder(self, folder: Path) -> bool:
        """Tell whether a folder is in the project; it is resolved once."""
        if folder not in self._own_folders:
            self._own_folders[folder] = self._leads_inside(folder)
        return self._own_folders[folder]

    def _leads_inside(self, path: Path) -> bool:
        try:
            return path.resolve().is_relative_to(self._root)
        except (OSError, RuntimeError, ValueError):
            return False


def _stamp(path: Path) -> _Stamp:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return (found.st_mtime_ns, found.st_size)
