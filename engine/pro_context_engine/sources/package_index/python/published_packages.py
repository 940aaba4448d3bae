"""Packages of the Python package index: the choice of the file to read (docs/decisions/0015-package-index.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from pro_context_engine.domain.errors import PageMissing
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.sources.package_index.archives import MOST_FILE_BYTES, ArchiveRefused, FileTooLarge
from pro_context_engine.sources.package_index.member_files import Stopped
from pro_context_engine.sources.package_index.package_downloads import PackageDownloads, PackageFile
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.python.project_page import ReleaseFile
from pro_context_engine.sources.package_index.python.project_pages import ProjectPage
from pro_context_engine.sources.package_index.python.python_releases import PythonReleases
from pro_context_engine.sources.package_index.python.unpacking import is_read_of_wheel, unpack, write_metadata

_METADATA_ENDING = ".metadata"


def open_published_packages(
    releases: PythonReleases, fetcher: Fetcher, folder: PackageFolder, max_bytes: int
) -> PackageDownloads:
    """Return the downloads of Python packages; nothing of them is run.

    Args:
        releases: the published files.
        fetcher: fetches files.
        folder: stores unpacked packages.
        max_bytes: bound on one file.
    """

    async def find(name: str, version: str) -> PackageFile:
        return await _file_of_version(releases, name, version, max_bytes)

    return PackageDownloads("pypi", find, fetcher, folder, max_bytes)


async def _file_of_version(releases: PythonReleases, name: str, version: str, max_bytes: int) -> PackageFile:
    """Return the file of a version.

    Raises:
        PageMissing: the index has no such version.
        ArchiveRefused: it has no file with a digest within the bound.
        PackageIndexUnreachable: the index does not answer.
    """
    page = await releases.page(name)
    files = [file for file in page.files if str(file.version) == version] if page else []
    if page is None or not files:
        raise PageMissing(f"pypi://{name}/{version}")

    def described(file: ReleaseFile) -> PackageFile:
        return file_on_page(file, page, partial(_unpack, file.filename, name))

    large = large_wheel(files, max_bytes)
    if large is None:
        return described(best_file(files, max_bytes))
    try:
        otherwise = described(best_file(files, max_bytes))
    except FileTooLarge:
        otherwise = None
    wanted = partial(is_read_of_wheel, package=name)
    return replace(described(large), parts=wanted, metadata_digest=large.metadata_sha256, otherwise=otherwise)


def file_on_page(
    file: ReleaseFile, page: ProjectPage, unpack_file: Callable[[Path, Path, Path, Stopped], str]
) -> PackageFile:
    """Return a file of a project's page as it is downloaded; see `PackageFile.unpack`."""
    return PackageFile(
        file.url,
        "sha256",
        file.sha256,
        unpack_file,
        size=file.size,
        path=file.path,
        origins=page.origins,
        proven=page.proven_origins(file),
        credentials=page.credentials,
    )


def large_wheel(files: Sequence[ReleaseFile], max_bytes: int) -> ReleaseFile | None:
    """Return the wheel that is read for its documentation alone, None where a file is within the bound.

    Args:
        files: files of one version.
        max_bytes: bound on a file that is read as a whole.
    """
    if any(file.size <= max_bytes for file in files if file.sha256 or file.path):
        return None
    wheels = [file for file in files if file.is_wheel and file.sha256 and file.path is None]
    return min(wheels, key=_preference, default=None)


def _unpack(filename: str, package: str, archive: Path, into: Path, metadata: Path, stopped: Stopped) -> str:
    if filename.endswith(_METADATA_ENDING):
        return write_metadata(metadata, archive.read_bytes()[:MOST_FILE_BYTES], [])
    return unpack(archive, filename, package, into, metadata, stopped)


def best_file(files: Iterable[ReleaseFile], max_bytes: int) -> ReleaseFile:
    """Return the file to read a version from: a wheel for every platform, else any wheel, else the source.

    Of several the smallest one; if all exceed the bound, the metadata of one, which has its README.

    Args:
        files: files of one version.
        max_bytes: bound on the file.

    Raises:
        ArchiveRefused: there is none with a digest within the bound.
    """
    # A file in a folder that the user names is trusted without a digest.
    checked = [file for file in files if file.sha256 or file.path]
    within = [file for file in checked if file.size <= max_bytes]
    described = [file for file in checked if file.metadata_sha256]
    if within:
        return min(within, key=_preference)
    if described:
        file = described[0]
        return ReleaseFile(
            file.filename + _METADATA_ENDING, file.url + _METADATA_ENDING, file.version, file.metadata_sha256
        )
    if checked:
        raise FileTooLarge(min(file.size for file in checked), max_bytes)
    raise ArchiveRefused("no file that the index gives a sha256 of")


def _preference(file: ReleaseFile) -> tuple[int, int]:
    if not file.is_wheel:
        kind = 3 if file.filename.endswith(".tar.gz") else 4
    elif file.filename.endswith("-none-any.whl"):
        kind = 0 if "py3" in file.filename else 2
    else:
        kind = 1
    return kind, file.size
