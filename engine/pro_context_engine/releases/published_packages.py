"""Packages of the index, downloaded, checked and unpacked (docs/decisions/0015-package-index.md)."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import threading
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar

from pro_context_engine import progress
from pro_context_engine.errors import FetchFailed, NotDocumentation, PackageIndexUnreachable, PageMissing, UrlRefused
from pro_context_engine.fetching import Fetcher
from pro_context_engine.model import InstalledPackage
from pro_context_engine.releases.archives import MOST_FILE_BYTES, ArchiveRefused
from pro_context_engine.releases.package_folder import PackageFolder
from pro_context_engine.releases.project_page import ReleaseFile
from pro_context_engine.releases.project_pages import ProjectPage
from pro_context_engine.releases.python_releases import PythonReleases
from pro_context_engine.releases.unpacking import Stopped, unpack, write_metadata
from pro_context_engine.single_flight import SingleFlight

_MB = 1_000_000
# Nothing that is unpacked has a name with a dot in front.
_ARCHIVE = ".download"
_METADATA_ENDING = ".metadata"

T = TypeVar("T")


class PublishedPackages:
    """Gives packages as if they were installed, and runs nothing of them.

    Args:
        releases: which files there are.
        fetcher: how they arrive.
        folder: where they are kept, unpacked.
        max_bytes: bound on one file.
    """

    def __init__(self, releases: PythonReleases, fetcher: Fetcher, folder: PackageFolder, max_bytes: int) -> None:
        self._releases = releases
        self._fetcher = fetcher
        self._folder = folder
        self._max_bytes = max_bytes
        self._flights: SingleFlight[InstalledPackage] = SingleFlight()

    async def package(self, name: str, version: str) -> InstalledPackage:
        """Return a package in an exact version, downloaded once for all who ask at the same time.

        Args:
            name: PEP 503 normalised name.
            version: exact version, as `Releases.resolve` gives it.

        Raises:
            PageMissing: the index has no such version.
            NotDocumentation: its file is over a bound, is not the one the index describes, or cannot be unpacked.
            PackageIndexUnreachable: the index does not answer, or its file cannot be had.
        """
        kept = await asyncio.to_thread(self._folder.package, name, version)
        return kept or await self._flights.run((name, version), lambda: self._bring(name, version))

    async def _bring(self, name: str, version: str) -> InstalledPackage:
        address = f"pypi://{name}/{version}"
        page = await self._releases.page(name)
        files = [file for file in page.files if str(file.version) == version] if page else []
        if page is None or not files:
            raise PageMissing(address)
        try:
            return await self._unpacked(name, version, page, best_file(files, self._max_bytes))
        except ArchiveRefused as refusal:
            raise NotDocumentation(address, str(refusal)) from refusal
        except NotDocumentation as fact:
            raise NotDocumentation(address, fact.reason) from fact
        except (FetchFailed, PageMissing, UrlRefused) as fact:
            raise PackageIndexUnreachable(f"pypi/{name}") from fact
        except OSError as error:
            raise FetchFailed(address, "the cache directory cannot be written") from error

    async def _unpacked(self, name: str, version: str, page: ProjectPage, file: ReleaseFile) -> InstalledPackage:
        """Download and unpack in a folder that is gone afterwards, however this ends."""
        unfinished = await asyncio.to_thread(self._folder.begin)
        archive = unfinished / _ARCHIVE
        stop = threading.Event()
        try:
            await self._download(file, page, archive, f"downloading {name} {version}")
            work = asyncio.to_thread(self._place, file, archive, unfinished, (name, version), stop.is_set)
            package = await _finished(work, stop)
        finally:
            await asyncio.to_thread(shutil.rmtree, unfinished, ignore_errors=True)
        if package is None:
            raise FileNotFoundError(name)
        return package

    async def _download(self, file: ReleaseFile, page: ProjectPage, archive: Path, what: str) -> None:
        """Write a file to disk.

        Raises:
            ArchiveRefused: it is not the one that the index describes.
            DocsError: any fact of `Fetcher.download`.
        """
        digest = hashlib.sha256()
        received = 0
        with archive.open("xb") as opened:

            def take(piece: bytes) -> None:
                nonlocal received
                received += len(piece)
                opened.write(piece)
                digest.update(piece)
                total = max(file.size, received)
                said = f"{what}: {received / _MB:.1f} of {total / _MB:.1f} MB" if file.size else what
                progress.report(received // _MB, total // _MB + 1, said)

            await self._fetcher.download(
                file.url, take, max_bytes=self._max_bytes, origins=page.origins, credentials=page.credentials
            )
        if digest.hexdigest() != file.sha256:
            raise ArchiveRefused("not the file that the index describes")

    def _place(
        self, file: ReleaseFile, archive: Path, unfinished: Path, named: tuple[str, str], stopped: Stopped
    ) -> InstalledPackage | None:
        """Unpack a file and give the package its place; runs on a thread of its own."""
        metadata = self._folder.metadata_folder(unfinished)
        if file.filename.endswith(_METADATA_ENDING):
            summary = write_metadata(metadata, archive.read_bytes()[:MOST_FILE_BYTES], [])
        else:
            summary = unpack(archive, file.filename, named[0], unfinished, metadata, stopped)
        archive.unlink()
        self._folder.finish(unfinished, *named, summary, file.sha256)
        return self._folder.package(*named)


def best_file(files: Iterable[ReleaseFile], max_bytes: int) -> ReleaseFile:
    """Return the file to read a version from: a wheel for every platform, else any wheel, else the source.

    Of several the smallest; where all are over the bound, the metadata of one, which is its README.

    Args:
        files: of one version.
        max_bytes: bound on the file.

    Raises:
        ArchiveRefused: there is none that can be checked and is within the bound.
    """
    checked = [file for file in files if file.sha256]
    within = [file for file in checked if file.size <= max_bytes]
    described = [file for file in checked if file.metadata_sha256]
    if within:
        return min(within, key=_preference)
    if described:
        file = described[0]
        return ReleaseFile(
            file.filename + _METADATA_ENDING, file.url + _METADATA_ENDING, file.version, file.metadata_sha256
        )
    raise ArchiveRefused("larger than the limit" if checked else "no file that the index gives a sha256 of")


def _preference(file: ReleaseFile) -> tuple[int, int]:
    if not file.is_wheel:
        kind = 3 if file.filename.endswith(".tar.gz") else 4
    elif file.filename.endswith("-none-any.whl"):
        kind = 0 if "py3" in file.filename else 2
    else:
        kind = 1
    return kind, file.size


async def _finished(work: Coroutine[Any, Any, T], stop: threading.Event) -> T:
    """Return what a thread returns; whoever is cancelled meanwhile waits until it has stopped."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([task])
        task.exception()
        raise
