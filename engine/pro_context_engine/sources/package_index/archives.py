"""The files in a wheel or source distribution, read within bounds; nothing is run, linked or trusted.

A member's path is always a relative path of plain names. Everything except regular files is left out, and an archive
with disproportionate sizes is refused (see `ArchiveRefused`).
"""

from __future__ import annotations

import gzip
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from pro_context_engine.domain.value_class import value_class

MOST_MEMBERS = 20_000
"""The maximum number of members that are read."""

MOST_FILE_BYTES = 8_000_000
MOST_BYTES = 100_000_000
"""The maximum number of bytes that are read of all members together."""

DIRECTORY_TAIL = 65_557
"""The bytes at the end of a zip archive in which the record of its directory begins."""

DIRECTORY_END = struct.Struct("<4s4H2LH")
"""That record; the length and the place of the directory are its sixth and seventh fields."""

_MOST_DIRECTORY_BYTES = 8_000_000
_MOST_TAR_BYTES = 600_000_000
_MOST_RATIO = 100
_RATIO_COUNTS_FROM = 10_000_000
_TAR_RATIO_COUNTS_FROM = 50_000_000
_MOST_DEPTH = 20
_LONGEST_PATH = 240
_LONGEST_HEADER = 1_000_000
_NOT_IN_NAMES = frozenset('<>:"|?*\\\x7f') | {chr(code) for code in range(32)}
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{kind}{n}" for kind in ("com", "lpt") for n in range(1, 10))})
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_RECORD_HEADERS = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE)
_EXTENDED_HEADERS = (*_RECORD_HEADERS, *tarfile.GNU_TYPES)
_RECORD = re.compile(rb"([1-9][0-9]{0,6}) [^=\n]{1,1000}=")
_LONG_NUMBER = re.compile(rb"[0-9]{500}")
_LINE_END = ord("\n")


class ArchiveRefused(Exception):
    """The archive is damaged or exceeds a bound; the message says which, in our own words."""


class FileTooLarge(ArchiveRefused):
    """The file has more bytes than are read; its size is 0 if it is unknown."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__("larger than the limit")
        self.size = size
        self.limit = limit


@value_class
class Member:
    """A regular file of an archive, with its size in bytes as the archive states it."""

    path: PurePosixPath
    size: int
    _read: Callable[[], bytes]

    def read(self) -> bytes:
        """Return its bytes; to be called before the next member is requested.

        Raises:
            ArchiveRefused: it is damaged, or exceeds a bound.
        """
        with _refuse_damage():
            return self._read()


def members_of(archive: Path, filename: str) -> Generator[Member]:
    """Yield the regular files of an archive up to 8 MB, each name once; at most 20,000.

    Args:
        archive: the file.
        filename: its name on the index, whose ending determines the format.

    Raises:
        ArchiveRefused: it is not such an archive, or exceeds a bound.
    """
    opened = _zip_members if filename.endswith((".whl", ".zip")) else _tar_members
    seen: set[str] = set()
    with _refuse_damage(), closing(opened(archive)) as members:
        for member in members:
            # On some disks two names that differ only in case are one file.
            key = str(member.path).casefold()
            if key not in seen:
                seen.add(key)
                yield member


@contextmanager
def _refuse_damage() -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, struct.error, EOFError) as error:
        raise ArchiveRefused("damaged") from error
    except (NotImplementedError, RuntimeError, ValueError) as error:  # a rare method, a password, an undecodable name
        raise ArchiveRefused("not of a kind that packages are") from error


class _Budget:
    """The number of bytes that may still be read, for an archive of this size."""

    def __init__(self, archive: Path) -> None:
        self._spent = 0
        self._bound = max(_RATIO_COUNTS_FROM, _MOST_RATIO * archive.stat().st_size)

    def spend(self, size: int) -> None:
        self._spent += size
        if self._spent > MOST_BYTES:
            raise ArchiveRefused("larger than the limit once unpacked")
        if self._spent > self._bound:
            raise ArchiveRefused("compressed beyond reason")


def _zip_members(archive: Path) -> Generator[Member]:
    budget = _Budget(archive)
    with archive.open("rb") as file:
        file.seek(max(0, file.seek(0, 2) - DIRECTORY_TAIL))
        directory_end(file.read())
        with zipfile.ZipFile(file) as opened:
            for info in opened.infolist()[:MOST_MEMBERS]:
                path = safe_path(info.filename)
                kind = stat.S_IFMT(info.external_attr >> 16)
                regular = not info.is_dir() and kind in (0, stat.S_IFREG) and not info.flag_bits & _ENCRYPTED
                if path and regular and info.compress_type in _METHODS and info.file_size <= MOST_FILE_BYTES:
                    yield Member(path, info.file_size, partial(_read_zip_member, opened, info, budget))


def _read_zip_member(opened: zipfile.ZipFile, info: zipfile.ZipInfo, budget: _Budget) -> bytes:
    budget.spend(info.file_size)
    with opened.open(info) as file:
        return file.read(MOST_FILE_BYTES)


def directory_end(tail: bytes) -> int:
    """Return where the record of the directory is in the tail of an archive.

    Raises:
        ArchiveRefused: the directory is missing, in the format for huge archives, or so long that reading it would take
            hundreds of megabytes.
    """
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) < at + DIRECTORY_END.size:
        raise ArchiveRefused("damaged")
    length = DIRECTORY_END.unpack_from(tail, at)[5]
    if length > _MOST_DIRECTORY_BYTES or tail[max(0, at - 20) : at].startswith(b"PK\6\7"):
        raise ArchiveRefused("too many members")
    return at


class _BoundedStream:
    """An unpacked stream that raises a refusal when it exceeds its bound."""

    def __init__(self, stream: gzip.GzipFile, archive: Path) -> None:
        self._stream = stream
        self._left = min(_MOST_TAR_BYTES, max(_TAR_RATIO_COUNTS_FROM, _MOST_RATIO * archive.stat().st_size))

    def read(self, size: int) -> bytes:
        piece = self._stream.read(size)
        self._left -= len(piece)
        if self._left < 0:
            raise ArchiveRefused("larger than the limit once unpacked")
        return piece


class _RecordStream:
    """A stream whose next piece is an extended header of records, which are checked before tarfile parses them.

    Some versions of tarfile take time by the square of a header that is no list of records, or has a long number.
    """

    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream = stream
        self._size = size
        self._checked = False

    def read(self, size: int) -> bytes:
        piece = self._stream.read(size)
        if not self._checked:
            self._checked = True
            _check_records(piece[: self._size])
        return piece

    def seek(self, position: int) -> int:
        return self._stream.seek(position)

    def tell(self) -> int:
        return self._stream.tell()


def _check_records(header: bytes) -> None:
    """Refuse an extended header that is more than records (`LENGTH NAME=VALUE`), or has a number without end."""
    at = 0
    while at < len(header):
        found = _RECORD.match(header, at)
        end = at + int(found[1]) if found else 0
        if not found or not found.end() <= end <= len(header) or header[end - 1] != _LINE_END:
            raise ArchiveRefused("damaged")
        at = end
    if _LONG_NUMBER.search(header):
        raise ArchiveRefused("damaged")


class _BoundedHeader(tarfile.TarInfo):
    """A member's header; a huge extended header, which would be read into memory, is refused, as is a damaged one."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        # The hook that tarfile names for subclasses: newer versions no longer read nested headers by `frombuf`.
        if self.type in _EXTENDED_HEADERS and self.size > _LONGEST_HEADER:
            raise ArchiveRefused("a header larger than the limit")
        stream = cast(BinaryIO, archive.fileobj)
        if self.type in _RECORD_HEADERS:
            archive.fileobj = cast(BinaryIO, _RecordStream(stream, self.size))
        try:
            following: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]
        finally:
            archive.fileobj = stream
        return following


def _tar_members(archive: Path) -> Generator[Member]:
    budget = _Budget(archive)
    with gzip.open(archive, "rb") as unpacked:
        stream = cast(BinaryIO, _BoundedStream(unpacked, archive))
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=_BoundedHeader) as opened:
            for count, info in enumerate(opened):
                if count >= MOST_MEMBERS:
                    return
                path = safe_path(info.name)
                if path and info.isreg() and not info.issparse() and info.size <= MOST_FILE_BYTES:
                    yield Member(path, info.size, partial(_read_tar_member, opened, info, budget))


def _read_tar_member(opened: tarfile.TarFile, info: tarfile.TarInfo, budget: _Budget) -> bytes:
    budget.spend(info.size)
    file = opened.extractfile(info)
    return file.read() if file else b""


def safe_path(name: str) -> PurePosixPath | None:
    """Return a member's name as a relative path of plain names, None if it is anything else.

    A plain name is valid on every system: no drive, device, control character, final dot or blank.
    """
    parts = name.removeprefix("./").split("/")
    if len(name) > _LONGEST_PATH or len(parts) > _MOST_DEPTH or not all(map(_is_plain, parts)):
        return None
    return PurePosixPath(*parts)


def _is_plain(part: str) -> bool:
    return (
        bool(part)
        and not part.endswith((".", " "))
        and _NOT_IN_NAMES.isdisjoint(part)
        and part.partition(".")[0].lower() not in _DEVICES
    )
