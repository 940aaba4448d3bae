"""The code in an npm package's tarball, written to disk for exact search (decision 135)."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath

from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.sources.package_index.member_files import Stopped, below_top, wanted_members, write_file
from pro_context_engine.sources.package_index.npm.npm_releases import NpmReleases
from pro_context_engine.sources.package_index.npm.npm_unpacking import MANIFEST, is_documentation
from pro_context_engine.sources.package_index.package_downloads import PackageDownloads, PackageFile
from pro_context_engine.sources.package_index.package_folder import PackageFolder

FOLDER_NAME = "npm-sources"
"""The folder of the cache directory that keeps the code of npm packages."""

MOST_FILES = 5_000
MOST_BYTES = 30_000_000
"""Bounds on the files that are written; the members after them are left out."""

MOST_FILE_BYTES = 1_000_000
LONGEST_MEAN_LINE = 200
"""Code with longer lines on average is minified."""

_LEFT_OUT = ".left-out.json"
_CODE = frozenset({".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".astro"})
_OF_OTHERS = frozenset(
    {"node_modules", "bower_components", "vendor", "_vendor", "third_party", "test", "tests", "__tests__", "__mocks__"}
)


def open_npm_code(releases: NpmReleases, fetcher: Fetcher, folder: PackageFolder, max_bytes: int) -> PackageDownloads:
    """Return the downloads of npm packages whose code is kept too.

    Args:
        releases: the published files.
        fetcher: fetches files.
        folder: stores the code.
        max_bytes: bound on one tarball.
    """

    async def find(name: str, version: str) -> PackageFile:
        return replace(await releases.file(name, version), unpack=unpack_code)

    return PackageDownloads("npm", find, fetcher, folder, max_bytes)


def unpack_code(archive: Path, into: Path, _metadata: Path, stopped: Stopped) -> str:
    """Write the code, declarations and documents of a package, and how much code was left out.

    Args:
        archive: the downloaded file.
        into: an empty folder.
        stopped: called before each member.

    Returns:
        "", in place of a summary.

    Raises:
        ArchiveRefused: see `archives.members_of`.
        OSError: a file cannot be written.
        Stop: the work was cancelled.
    """
    written = size = left_out = 0
    for member in wanted_members(archive, "package.tgz", stopped):
        path = below_top(member.path)
        if path is None or not _is_wanted(path):
            continue
        is_within = member.size <= MOST_FILE_BYTES and size + member.size <= MOST_BYTES and written < MOST_FILES
        content = member.read() if is_within else b""
        if not is_within or _is_minified(path, content):
            left_out += 1
        elif write_file(into / path, lambda content=content: content):  # type: ignore[misc]
            written, size = written + 1, size + member.size
    (into / _LEFT_OUT).write_text(json.dumps(left_out), "utf-8")
    return ""


def files_left_out(folder: Path) -> int | None:
    """Return how many files of code were not kept, None for a folder that was unpacked without code."""
    with suppress(OSError, ValueError, RecursionError):
        count = json.loads((folder / _LEFT_OUT).read_text("utf-8"))
        return count if isinstance(count, int) else None
    return None


def _is_wanted(path: PurePosixPath) -> bool:
    folders = [part.lower() for part in path.parts[:-1]]
    if path.name.startswith(".") or any(part.startswith(".") or part in _OF_OTHERS for part in folders):
        return False
    return str(path) == MANIFEST or path.suffix.lower() in _CODE or is_documentation(path)


def _is_minified(path: PurePosixPath, content: bytes) -> bool:
    if path.suffix.lower() not in _CODE:
        return False
    return ".min." in path.name.lower() or len(content) > LONGEST_MEAN_LINE * (content.count(b"\n") + 1)
