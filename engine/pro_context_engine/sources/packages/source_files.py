"""The files of a package that its record names, and their pages (decision 80).

Only regular files are read: each must lie at its own path below the package's folder, so a link to another place is
refused, as are `..`, absolute paths, hidden files and files that are not text.
"""

from __future__ import annotations

import os
import stat
import tokenize
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path, PurePosixPath

from pro_context_engine.documents.pages.text import clean, one_line
from pro_context_engine.domain.model import Delivery, InstalledPackage, Page
from pro_context_engine.sources.package_index.npm.npm_code import files_left_out
from pro_context_engine.sources.package_index.package_folder import COMPLETE
from pro_context_engine.sources.packages.files.distribution_files import DistributionFiles
from pro_context_engine.sources.packages.npm.npm_files import NpmFiles
from pro_context_engine.sources.packages.package_urls import PackageUrl

KIND = "source"
"""The kind of the addresses of files, see `PackageUrl`."""

MOST_BYTES = 1_000_000
"""The size of the largest file that is read."""

_NO_CODE = "its code cannot be fetched now, so only its declarations and texts are here, and no JavaScript"
_HEAD = 8_000
_CODE = (".py", ".pyi", ".pyx", ".pxi", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx")
# Often the same code once more, for other ways of importing it.
_OTHER_BUILDS = frozenset({".cjs", ".mjs", ".cts", ".mts"})
# Other files that are not text are known by their content, once they are read.
_BINARY = frozenset(
    {".dll", ".dylib", ".exe", ".gif", ".gz", ".jpg", ".map", ".mo", ".node", ".npy", ".npz", ".pdf", ".pkl", ".png"}
    | {".pyc", ".pyd", ".so", ".ttf", ".wasm", ".whl", ".woff", ".woff2", ".zip"}
)
_TESTS = frozenset({"test", "tests", "testing", "__tests__", "benchmarks"})


class PackageSourceFiles:
    """The text files of one package; implements `SourceFiles`."""

    def __init__(self, package: InstalledPackage, scheme: str, listed: Iterable[PurePosixPath], lack: str = "") -> None:
        """List the files; none is read.

        Args:
            package: the package.
            scheme: of its addresses ("pypi").
            listed: the paths of its files, relative to its folder.
            lack: see `SourceFiles.lack`.
        """
        self._lack = lack
        self._package = package
        self._scheme = scheme
        self._root = Path(package.location)
        wanted = {path.as_posix(): path for path in listed if _is_wanted(path)}
        self._paths = dict(sorted(wanted.items(), key=lambda item: _order(item[1])))
        self._real_folders: dict[PurePosixPath, bool] = {}

    def paths(self) -> Sequence[str]:
        """Return the paths; see `SourceFiles`."""
        return list(self._paths)

    def content(self, path: str) -> bytes:
        """Return a file's bytes; see `SourceFiles`."""
        relative = self._paths.get(path)
        if relative is None or not self._is_real(relative.parent):
            return b""
        content = _content(self._root / relative)
        return b"" if b"\0" in content[:_HEAD] else content

    def text(self, path: str) -> str:
        """Return a file's text; see `SourceFiles`."""
        return clean(_decoded(self.content(path), path))

    def url(self, path: str) -> str:
        """Return the URL of a file's page; see `SourceFiles`."""
        return str(PackageUrl(self._package.name, self._package.version, KIND, path, self._scheme))

    def is_test(self, path: str) -> bool:
        """Tell whether a file belongs to the package's tests."""
        return path in self._paths and _is_test(self._paths[path])

    def lack(self) -> str:
        """Return which files are not on this machine; see `SourceFiles`."""
        return self._lack

    def page(self, path: str) -> Page | None:
        """Return a file as a page whose lines are the file's, None if there is no such file.

        The page is not stored, since a search by words would find code instead of documentation.
        """
        text = self.text(path)
        return Page(self.url(path), one_line(path), text, delivery=Delivery(storable=False)) if text.strip() else None

    def _is_real(self, folder: PurePosixPath) -> bool:
        """Tell whether a folder lies at its own path below the root, so that no link leads to it."""
        if folder not in self._real_folders:
            with suppress(OSError, RuntimeError, ValueError):
                self._real_folders[folder] = (self._root / folder).resolve() == self._root.resolve() / folder
        return self._real_folders.get(folder, False)


def python_source_files(package: InstalledPackage) -> PackageSourceFiles:
    """Return the files that the RECORD of a distribution names."""
    return PackageSourceFiles(package, "pypi", DistributionFiles(package).recorded())


def npm_source_files(package: InstalledPackage) -> PackageSourceFiles:
    """Return the files in the folder of an npm package, those of packages inside of it left out."""
    root = Path(package.location)
    lack = _lack(root) if (root / COMPLETE).exists() else ""
    return PackageSourceFiles(package, "npm", (file.relative for file in NpmFiles(root).files()), lack)


def _lack(root: Path) -> str:
    """Return which code of a downloaded npm package is not here."""
    count = files_left_out(root)
    if count is None:
        return _NO_CODE
    return f"{count} of its files are minified or over the bound of what is kept" if count else ""


def _is_wanted(path: PurePosixPath) -> bool:
    inside = bool(path.parts) and not path.is_absolute() and ".." not in path.parts
    is_shown = not any(part.startswith(".") or part == "__pycache__" for part in path.parts)
    is_metadata = any(part.endswith((".dist-info", ".egg-info")) for part in path.parts[:-1])
    return inside and is_shown and not is_metadata and path.suffix.lower() not in _BINARY


def _is_test(path: PurePosixPath) -> bool:
    return not _TESTS.isdisjoint(path.parts[:-1]) or path.name.startswith("test_")


def _order(path: PurePosixPath) -> tuple[bool, bool, int, bool, bool, str]:
    is_code = path.suffix.lower() in _CODE
    is_other_build = path.suffix.lower() in _OTHER_BUILDS
    is_private = any(part.startswith("_") and part != "__init__.py" for part in path.parts)
    return (_is_test(path), not is_code, len(path.parts), is_private, is_other_build, path.as_posix())


def _content(path: Path) -> bytes:
    """Return a file's bytes, b"" unless it is a regular file, and no link."""
    with suppress(OSError, ValueError):
        status = path.lstat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= MOST_BYTES:
            # The file may have become a link meanwhile.
            flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
            with os.fdopen(os.open(path, flags), "rb") as file:
                return file.read(MOST_BYTES)
    return b""


def _decoded(content: bytes, path: str) -> str:
    """Return a text, of Python by its coding line, else as UTF-8."""
    if path.endswith((".py", ".pyi")):
        with suppress(LookupError, SyntaxError, UnicodeError):
            encoding, _ = tokenize.detect_encoding(BytesIO(content).readline)
            return content.decode(encoding, "replace")
    return content.decode("utf-8-sig", "replace")
