"""Packages of the Python package index: the choice of the file to read (docs/decisions/0015-package-index.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath

from pro_context_engine.domain.errors import PageMissing
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.package_index.archives import MOST_FILE_BYTES, ArchiveRefused, FileTooLarge
from pro_context_engine.sources.package_index.member_files import Stopped
from pro_context_engine.sources.package_index.package_downloads import PackageDownloads, PackageFile
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.project_page import ReleaseFile
from pro_context_engine.sources.package_index.project_pages import ProjectPage
from pro_context_engine.sources.package_index.python_releases import PythonReleases
from pro_context_engine.sources.package_index.unpacking import is_read_of_wheel, unpack, write_metadata

_METADATA_ENDING = ".metadata"


class PublishedPackages:
    """The published packages in the layout of installed ones; nothing of them is run.

    Args:
        releases: the published files.
        fetcher: fetches files.
        folder: stores unpacked packages.
        max_bytes: bound on one file.
    """

    def __init__(self, releases: PythonReleases, fetcher: Fetcher, folder: PackageFolder, max_bytes: int) -> None:
        self._releases = releases
        self._max_bytes = max_bytes
        self._downloads = PackageDownloads("pypi", self._file, fetcher, folder, max_bytes)

    async def package(self, name: str, version: str) -> InstalledPackage:
        """Return a package in an exact version; see `PackageDownloads.package`."""
        return await self._downloads.package(name, version)

    async def _file(self, name: str, version: str) -> PackageFile:
        """Return the file of a version.

        Raises:
            PageMissing: the index has no such version.
            ArchiveRefused: it has no file with a digest within the bound.
            PackageIndexUnreachable: the index does not answer.
        """
        page = await self._releases.page(name)
        files = [file for file in page.files if str(file.version) == version] if page else []
        if page is None or not files:
            raise PageMissing(f"pypi://{name}/{version}")
        large = large_wheel(files, self._max_bytes)
        if large is None:
            return _package_file(name, best_file(files, self._max_bytes), page)
        try:
            otherwise = _package_file(name, best_file(files, self._max_bytes), page)
        except FileTooLarge:
            otherwise = None
        wanted = partial(_is_wanted, name)
        whole = _package_file(name, large, page)
        return replace(whole, parts=wanted, metadata_digest=large.metadata_sha256, otherwise=otherwise)


def _package_file(name: str, file: ReleaseFile, page: ProjectPage) -> PackageFile:
    return PackageFile(
        file.url,
        "sha256",
        file.sha256,
        partial(_unpack, file.filename, name),
        size=file.size,
        path=file.path,
        origins=page.origins,
        proven=page.proven_origins(file),
        credentials=page.credentials,
    )


def _is_wanted(package: str, path: PurePosixPath) -> bool:
    return is_read_of_wheel(path, package)


def large_wheel(files: Sequence[ReleaseFile], max_bytes: int) -> ReleaseFile | None:
    """Return the wheel of which only the documentation is read, None where a file is within the bound.

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
