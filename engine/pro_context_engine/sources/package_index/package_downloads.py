"""A package's file, brought, checked and unpacked; nothing of it is run (docs/decisions/0015-package-index.md)."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pro_context_engine.concurrency import progress
from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.errors import (
    FetchFailed,
    NotDocumentation,
    PackageIndexUnreachable,
    PageMissing,
    UrlRefused,
)
from pro_context_engine.domain.fetching import Credentials, Fetcher
from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.package_index.archives import ArchiveRefused
from pro_context_engine.sources.package_index.member_files import Stopped
from pro_context_engine.sources.package_index.package_folder import PackageFolder

_MB = 1_000_000
_PIECE = 64 * 1024
# Nothing that is unpacked has a name with a dot in front.
_ARCHIVE = ".download"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PackageFile:
    """The file that a version is read from, as an index describes it.

    Attributes:
        url: absolute.
        algorithm: of the digest, a name that hashlib knows.
        digest: in lower-case hex, another file is refused; "" for a file on this machine that is not said to have one.
        unpack: writes what is documentation (archive, folder to fill, folder for metadata, whether to stop), and
            returns the summary.
        size: bytes, 0 if the index does not say.
        path: where it lies on this machine, None where it is to be downloaded.
        origins: what `Fetcher.download` takes.
        proven: what `Fetcher.download` takes.
        credentials: what `Fetcher.download` takes.
    """

    url: str
    algorithm: str
    digest: str
    unpack: Callable[[Path, Path, Path, Stopped], str]
    size: int = 0
    path: Path | None = None
    origins: Sequence[str] = ()
    proven: Sequence[str] = ()
    credentials: Credentials | None = None


class PackageDownloads:
    """Gives the packages of one ecosystem as if they were installed.

    Args:
        ecosystem: what stands before their names in ids ("pypi").
        find: tells from which file to read a version of a package (name, exact version); raises PageMissing,
            ArchiveRefused or PackageIndexUnreachable.
        fetcher: how files arrive.
        folder: where packages are kept, unpacked.
        max_bytes: bound on one file.
    """

    def __init__(
        self,
        ecosystem: str,
        find: Callable[[str, str], Awaitable[PackageFile]],
        fetcher: Fetcher,
        folder: PackageFolder,
        max_bytes: int,
    ) -> None:
        self._ecosystem = ecosystem
        self._find = find
        self._fetcher = fetcher
        self._folder = folder
        self._max_bytes = max_bytes
        self._flights: SingleFlight[InstalledPackage] = SingleFlight()

    async def package(self, name: str, version: str) -> InstalledPackage:
        """Return a package in an exact version, downloaded once for all who ask at the same time.

        Args:
            name: as the ecosystem normalises it.
            version: exact version, as `Releases.resolve` gives it.

        Raises:
            PageMissing: the index has no such version.
            NotDocumentation: its file is over a bound, is not the one the index describes, or cannot be unpacked.
            PackageIndexUnreachable: the index does not answer, or its file cannot be had.
        """
        kept = await asyncio.to_thread(self._folder.package, name, version)
        return kept or await self._flights.run((name, version), lambda: self._bring(name, version))

    async def _bring(self, name: str, version: str) -> InstalledPackage:
        address = f"{self._ecosystem}://{name}/{version}"
        try:
            file = await self._find(name, version)
        except ArchiveRefused as refusal:
            raise NotDocumentation(address, str(refusal)) from refusal
        try:
            return await self._unpacked(name, version, file)
        except ArchiveRefused as refusal:
            raise NotDocumentation(address, str(refusal)) from refusal
        except NotDocumentation as fact:
            raise NotDocumentation(address, fact.reason) from fact
        except (FetchFailed, PageMissing, UrlRefused) as fact:
            raise PackageIndexUnreachable(f"{self._ecosystem}/{name}") from fact
        except OSError as error:
            raise FetchFailed(address, "the cache directory cannot be written") from error

    async def _unpacked(self, name: str, version: str, file: PackageFile) -> InstalledPackage:
        """Download and unpack in a folder that is gone afterwards, however this ends."""
        unfinished = await asyncio.to_thread(self._folder.begin)
        archive = unfinished / _ARCHIVE
        stop = threading.Event()
        try:
            await self._download(file, archive, f"downloading {name} {version}")
            work = asyncio.to_thread(self._place, file, archive, unfinished, (name, version), stop.is_set)
            package = await _finished(work, stop)
        finally:
            await asyncio.to_thread(shutil.rmtree, unfinished, ignore_errors=True)
        if package is None:
            raise FileNotFoundError(name)
        return package

    async def _download(self, file: PackageFile, archive: Path, what: str) -> None:
        """Write a file to disk.

        Raises:
            ArchiveRefused: it is not the one that the index describes.
            DocsError: any fact of `Fetcher.download`.
        """
        digest = hashlib.new(file.algorithm, usedforsecurity=False)
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

            await self._bytes_of(file, take)
        if file.digest and digest.hexdigest() != file.digest:
            raise ArchiveRefused("not the file that the index describes")

    async def _bytes_of(self, file: PackageFile, take: Callable[[bytes], object]) -> None:
        if file.path is not None:
            await asyncio.to_thread(_copy, file.path, take, self._max_bytes)
            return
        await self._fetcher.download(
            file.url,
            take,
            max_bytes=self._max_bytes,
            origins=file.origins,
            proven=file.proven,
            credentials=file.credentials,
        )

    def _place(
        self, file: PackageFile, archive: Path, unfinished: Path, named: tuple[str, str], stopped: Stopped
    ) -> InstalledPackage | None:
        """Unpack a file and give the package its place; runs on a thread of its own."""
        summary = file.unpack(archive, unfinished, self._folder.metadata_folder(unfinished), stopped)
        archive.unlink()
        self._folder.finish(unfinished, *named, summary, file.digest)
        return self._folder.package(*named)


def _copy(file: Path, take: Callable[[bytes], object], max_bytes: int) -> None:
    """Read a file of this machine piece by piece.

    Raises:
        ArchiveRefused: it is over its bound.
    """
    left = max_bytes
    with file.open("rb") as opened:
        while piece := opened.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise ArchiveRefused("larger than the limit")
            take(piece)


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
