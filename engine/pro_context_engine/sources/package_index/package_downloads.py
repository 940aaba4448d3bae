"""The download, check and unpacking of a package file; nothing of it is run (docs/decisions/0015-package-index.md)."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import shutil
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import field
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from pro_context_engine.concurrency import progress
from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.causes import Cause, too_large
from pro_context_engine.domain.errors import (
    FetchFailed,
    NotDocumentation,
    PackageIndexUnreachable,
    PageMissing,
    UrlRefused,
)
from pro_context_engine.domain.fetching import Credentials, Fetcher
from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.sources.package_index.archives import ArchiveRefused, FileTooLarge
from pro_context_engine.sources.package_index.member_files import Stopped
from pro_context_engine.sources.package_index.members_by_range import MemberRanges
from pro_context_engine.sources.package_index.package_folder import PackageFolder

_MB = 1_000_000
_PIECE = 64 * 1024
# No unpacked file has a name that begins with a dot.
_ARCHIVE = ".download"

T = TypeVar("T")

_log = logging.getLogger("pro_context.releases")


@value_class
class PackageFile:
    """The file of a version, as an index describes it.

    Attributes:
        url: absolute.
        algorithm: algorithm of the digest, a name that hashlib knows.
        digest: lower-case hex, any other file is refused; "" for a file on this machine without a known digest.
        unpack: writes the documentation (archive, folder to fill, folder for metadata, cancellation), and returns the
            summary.
        size: bytes, 0 if the index does not give it.
        path: path of the file on this machine, None if it has to be downloaded.
        origins: argument of `Fetcher.download`.
        proven: argument of `Fetcher.download`.
        credentials: argument of `Fetcher.download`.
        parts: for a wheel of which only some members are read, by their ranges of bytes: tells which. The digest of the
            file cannot be checked then.
        metadata_digest: SHA-256 of the wheel's METADATA, which is checked in its place; "" if it is not known.
        otherwise: the file to read where the server gives no parts of this one.
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
    parts: Callable[[PurePosixPath], bool] | None = None
    metadata_digest: str = ""
    otherwise: PackageFile | None = None


@part_class
class PackageDownloads:
    """The packages of one ecosystem, in the layout of installed packages.

    Attributes:
        ecosystem: the prefix of ids ("pypi").
        find: returns the file of a version (name, exact version); raises PageMissing, ArchiveRefused or
            PackageIndexUnreachable.
        fetcher: fetches files.
        folder: stores unpacked packages.
        max_bytes: bound on one file.
    """

    ecosystem: str
    find: Callable[[str, str], Awaitable[PackageFile]]
    fetcher: Fetcher
    folder: PackageFolder
    max_bytes: int
    _flights: SingleFlight[InstalledPackage] = field(init=False, default_factory=SingleFlight)

    async def package(self, name: str, version: str) -> InstalledPackage:
        """Return a package in an exact version; simultaneous requests share one download.

        Args:
            name: normalised by the rules of the ecosystem.
            version: exact version, output of `Releases.resolve`.

        Raises:
            PageMissing: the index has no such version.
            NotDocumentation: its file exceeds a bound, differs from the index's digest, or cannot be unpacked.
            PackageIndexUnreachable: the index does not answer, or its file cannot be fetched.
        """
        kept = await asyncio.to_thread(self.folder.package, name, version)
        return kept or await self._flights.run((name, version), lambda: self._bring(name, version))

    async def _bring(self, name: str, version: str) -> InstalledPackage:
        address = f"{self.ecosystem}://{name}/{version}"
        try:
            file = await self.find(name, version)
        except ArchiveRefused as refusal:
            raise _unreadable(address, refusal) from refusal
        try:
            try:
                return await self._download_and_unpack(name, version, file)
            except OSError as error:
                if not self.folder.leave_cache():
                    raise
                _log.info("packages are kept for this run only (%s)", error.strerror)
                return await self._download_and_unpack(name, version, file)
        except (ArchiveRefused, NotDocumentation) as refusal:
            raise _unreadable(address, refusal) from refusal
        except (FetchFailed, PageMissing, UrlRefused) as fact:
            raise PackageIndexUnreachable.because_of(f"{self.ecosystem}/{name}", fact) from fact
        except OSError as error:
            raise FetchFailed(address, FetchFailed.NOT_WRITABLE) from error

    async def _download_and_unpack(self, name: str, version: str, file: PackageFile) -> InstalledPackage:
        """Download and unpack in a folder that is deleted afterwards in any case."""
        unfinished = await asyncio.to_thread(self.folder.begin)
        archive = unfinished / _ARCHIVE
        stop = threading.Event()
        try:
            file = await self._bring_file(file, archive, f"downloading {name} {version}")
            work = asyncio.to_thread(self._place, file, archive, unfinished, (name, version), stop.is_set)
            package = await _wait_for(work, stop)
        finally:
            await asyncio.to_thread(shutil.rmtree, unfinished, ignore_errors=True)
        if package is None:
            raise FileNotFoundError(name)
        return package

    async def _bring_file(self, file: PackageFile, archive: Path, what: str) -> PackageFile:
        """Write a file, or the wanted members of a large one, to disk; return the file that was written."""
        if file.parts is None:
            await self._download(file, archive, what)
            return file
        try:
            await self._download_members(file, file.parts, archive, what)
        except (ArchiveRefused, FetchFailed, UrlRefused) as fact:
            _log.info("the members of a large file cannot be read: %s", getattr(fact, "reason", fact))
            await asyncio.to_thread(archive.unlink, missing_ok=True)
            if file.otherwise is None:
                raise FileTooLarge(file.size, self.max_bytes) from fact
            return await self._bring_file(file.otherwise, archive, what)
        return file

    async def _download_members(
        self, file: PackageFile, wanted: Callable[[PurePosixPath], bool], archive: Path, what: str
    ) -> None:
        """Write a zip archive with the wanted members of a file.

        Raises:
            ArchiveRefused: see `members_by_range.MemberRanges`.
            DocsError: any error of `Fetcher.part`.
        """
        # Without a digest nothing but the address guard speaks for a part.
        proven = file.proven if file.metadata_digest else ()

        async def read(first: int, last: int) -> bytes:
            return await self.fetcher.part(
                file.url, first, last, origins=file.origins, proven=proven, credentials=file.credentials
            )

        ranges = MemberRanges(read, file.size, self.max_bytes)
        with archive.open("xb") as opened:
            async for done, total in ranges.copy(wanted, opened):
                progress.report(done // _MB, total // _MB + 1, f"{what}: {done / _MB:.1f} of {total / _MB:.1f} MB")

    async def _download(self, file: PackageFile, archive: Path, what: str) -> None:
        """Write a file to disk.

        Raises:
            ArchiveRefused: its digest differs from that of the index.
            DocsError: any error of `Fetcher.download`.
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
                message = f"{what}: {received / _MB:.1f} of {total / _MB:.1f} MB" if file.size else what
                progress.report(received // _MB, total // _MB + 1, message)

            await self._bytes_of(file, take)
        if file.digest and digest.hexdigest() != file.digest:
            raise ArchiveRefused("not the file that the index describes")

    async def _bytes_of(self, file: PackageFile, take: Callable[[bytes], object]) -> None:
        if file.path is not None:
            await asyncio.to_thread(_copy, file.path, take, self.max_bytes)
            return
        await self.fetcher.download(
            file.url,
            take,
            max_bytes=self.max_bytes,
            origins=file.origins,
            proven=file.proven,
            credentials=file.credentials,
        )

    def _place(
        self, file: PackageFile, archive: Path, unfinished: Path, named: tuple[str, str], stopped: Stopped
    ) -> InstalledPackage | None:
        """Unpack a file and store the package; runs in a thread."""
        metadata = self.folder.metadata_folder(unfinished)
        summary = file.unpack(archive, unfinished, metadata, stopped)
        if file.parts and file.metadata_digest:
            found = hashlib.sha256((metadata / "METADATA").read_bytes()).hexdigest()
            if found != file.metadata_digest:
                raise ArchiveRefused("not the file that the index describes")
        archive.unlink()
        self.folder.finish(unfinished, *named, summary, "" if file.parts else file.digest)
        return self.folder.package(*named)


def _copy(file: Path, take: Callable[[bytes], object], max_bytes: int) -> None:
    """Read a file of this machine in pieces.

    Raises:
        ArchiveRefused: it exceeds the bound.
    """
    left = max_bytes
    with file.open("rb") as opened:
        while piece := opened.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise FileTooLarge(file.stat().st_size, max_bytes)
            take(piece)


def _unreadable(address: str, refusal: ArchiveRefused | NotDocumentation) -> NotDocumentation:
    """Return the fact that a package's file is not read."""
    if isinstance(refusal, FileTooLarge) or (isinstance(refusal, NotDocumentation) and refusal.limit):
        reason = too_large(refusal.size, refusal.limit)
        return NotDocumentation(address, reason, Cause.TOO_LARGE.value, refusal.size, refusal.limit)
    reason = refusal.reason if isinstance(refusal, NotDocumentation) else str(refusal)
    return NotDocumentation(address, reason, Cause.UNREADABLE.value)


async def _wait_for(work: Coroutine[Any, Any, T], stop: threading.Event) -> T:
    """Return the result of a thread; on cancellation, wait until the thread has stopped."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([task])
        task.exception()
        raise
