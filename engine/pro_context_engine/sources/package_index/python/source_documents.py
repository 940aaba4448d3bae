"""The documentation in a source distribution: the choice of the file, and of the members that are written to disk.

Nothing of a source distribution is run or imported (docs/decisions/0058-sources-are-put-together.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path, PurePosixPath

from pro_context_engine.domain.errors import PageMissing
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.sources.package_index.archives import ArchiveRefused, FileTooLarge
from pro_context_engine.sources.package_index.member_files import Stopped, below_top, wanted_members, write_file
from pro_context_engine.sources.package_index.package_downloads import PackageDownloads, PackageFile
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.python.published_packages import file_on_page
from pro_context_engine.sources.package_index.python.python_releases import PythonReleases

FOLDER_NAME = "source-documents"
"""The folder of the cache directory that keeps the documentation of source distributions."""

MOST_FILES = 5_000
MOST_BYTES = 50_000_000
"""Bounds on the files that are written; the members after them are left out."""

MOST_PAGE_BYTES = 2_000_000
MOST_EXAMPLE_BYTES = 200_000
"""Bound on a file that is only included by pages."""

_PAGES = frozenset({".md", ".markdown", ".mdx", ".rst", ".txt", ".ipynb"})
_INCLUDED = frozenset(
    {".py", ".pyi", ".toml", ".ini", ".cfg", ".yml", ".yaml", ".json", ".sh", ".inc", ".html", ".sql", ".csv", ".xml"}
)
_CONFIGURATIONS = frozenset({"mkdocs.yml", "mkdocs.yaml"})
_FOLDERS = frozenset({"doc", "docs", "documentation", "guide", "guides", "website", "site"})
# Within a folder at the top, such as that of several sites or of one language, unless that is not about the package.
_INNER_FOLDERS = frozenset({"doc", "docs", "documentation"})
_OF_OTHERS = frozenset({"test", "tests", "testing", "vendor", "vendored", "third_party", "thirdparty", "extern"})
_EXAMPLES = frozenset({"docs_src", "example", "examples", "samples", "snippets", "tutorial", "tutorials"})
_LEFT_OUT = frozenset(
    {"_build", "_static", "_templates", "_themes", "locale", "locales", "node_modules", "site-packages", "__pycache__"}
)


def open_source_documents(
    releases: PythonReleases, fetcher: Fetcher, folder: PackageFolder, max_bytes: int
) -> PackageDownloads:
    """Return the downloads of source distributions; only their documentation is kept.

    Args:
        releases: the published files.
        fetcher: fetches files.
        folder: stores the documentation.
        max_bytes: bound on one source distribution.
    """

    async def find(name: str, version: str) -> PackageFile:
        return await _source_distribution(releases, name, version, max_bytes)

    return PackageDownloads("pypi", find, fetcher, folder, max_bytes)


async def _source_distribution(releases: PythonReleases, name: str, version: str, max_bytes: int) -> PackageFile:
    """Return the source distribution of a version.

    Raises:
        PageMissing: the index has none.
        ArchiveRefused: it has none with a digest within the bound.
        PackageIndexUnreachable: the index does not answer.
    """
    page = await releases.page(name)
    published = [file for file in page.files if str(file.version) == version and not file.is_wheel] if page else []
    if page is None or not published:
        raise PageMissing(f"pypi://{name}/{version}")
    checked = [file for file in published if file.sha256 or file.path]
    if not checked:
        raise ArchiveRefused("no file that the index gives a sha256 of")
    best = min(checked, key=lambda file: (not file.filename.endswith(".tar.gz"), file.size))
    if best.size > max_bytes:
        raise FileTooLarge(best.size, max_bytes)
    return file_on_page(best, page, partial(unpack_documents, best.filename))


def unpack_documents(filename: str, archive: Path, into: Path, metadata: Path, stopped: Stopped) -> str:
    """Write the documentation of a source distribution; the folder stays empty where it has none.

    Args:
        filename: name of the file on the index.
        archive: the downloaded file.
        into: an empty folder.
        metadata: unused, since the metadata of the version is that of its package.
        stopped: called before each member.

    Returns:
        "", in place of a summary.

    Raises:
        ArchiveRefused: see `archives.members_of`.
        OSError: a file cannot be written.
        Stop: the work was cancelled.
    """
    written = size = 0
    for member in wanted_members(archive, filename, stopped):
        path = below_top(member.path)
        most = _most_bytes(path) if path else 0
        if path is None or not 0 < member.size <= most:
            continue
        if written >= MOST_FILES or size + member.size > MOST_BYTES:
            break
        if write_file(into / path, member.read):
            written, size = written + 1, size + member.size
    return ""


def _most_bytes(path: PurePosixPath) -> int:
    """Return the bound on a file in bytes, 0 for a file that is no part of the documentation."""
    folders, suffix = [part.lower() for part in path.parts[:-1]], path.suffix.lower()
    if path.name.startswith(".") or any(part.startswith(".") or part in _LEFT_OUT for part in folders):
        return 0
    if not folders:
        is_page = suffix in _PAGES or path.name in _CONFIGURATIONS
        return MOST_PAGE_BYTES if is_page else 0
    is_documentation = _is_documentation(folders)
    if is_documentation and suffix in _PAGES:
        return MOST_PAGE_BYTES
    is_included = suffix in _INCLUDED or suffix in _PAGES
    return MOST_EXAMPLE_BYTES if is_included and (is_documentation or folders[0] in _EXAMPLES) else 0


def _is_documentation(folders: Sequence[str]) -> bool:
    """Tell from the folders that lead to a file, in lower case, whether they are those of the documentation."""
    if folders[0] in _FOLDERS:
        return True
    return len(folders) > 1 and folders[1] in _INNER_FOLDERS and folders[0] not in _OF_OTHERS
