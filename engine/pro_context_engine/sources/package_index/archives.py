"""The files inside a wheel or source distribution, read within bounds; nothing is run, linked or trusted.

A member's name is only ever a relative path of plain names. Everything that is no regular file is left out, and an
archive that is out of all proportion is refused (see `ArchiveRefused`).
"""

from __future__ import annotations

import gzip
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Self, cast

MOST_MEMBERS = 20_000
"""So many members are looked at."""

MOST_FILE_BYTES = 5_000_000
MOST_BYTES = 100_000_000
"""Bound on what is read of all members together."""

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
_EXTENDED_HEADERS = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, *tarfile.GNU_TYPES)


class ArchiveRefused(Exception):
    """The archive is damaged, or made to cost more than a package does; says which, in our own words."""


@dataclass(frozen=True, slots=True)
class Member:
    """One regular file."""

    path: PurePosixPath
    _read: Callable[[], bytes]

    def read(self) -> bytes:
        """Return its bytes; to be called before the next member is asked for.

        Raises:
            ArchiveRefused: it is damaged, or a bound is reached.
        """
        with _refusing_damage():
            return self._read()


def members_of(archive: Path, filename: str) -> Generator[Member]:
    """Give the regular files of an archive that are no larger than 5 MB, each name once; at most 20,000.

    Args:
        archive: the file.
        filename: what the index calls it, whose ending says what it is.

    Raises:
        ArchiveRefused: it is no such archive, or is over a bound.
    """
    opened = _zipped if filename.endswith((".whl", ".zip")) else _tarred
    seen: set[str] = set()
    with _refusing_damage(), closing(opened(archive)) as members:
        for member in members:
            # On some disks two names that differ in case alone are one file.
            key = str(member.path).casefold()
            if key not in seen:
                seen.add(key)
                yield member


@contextmanager
def _refusing_damage() -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, struct.error, EOFError) as error:
        raise ArchiveRefused("damaged") from error
    except (NotImplementedError, RuntimeError, ValueError) as error:  # an odd method, a password, a name in no encoding
        raise ArchiveRefused("not of a kind that packages are") from error


class _Budget:
    """How much may still be read, of an archive of this size."""

    def __init__(self, archive: Path) -> None:
        self._spent = 0
        self._bound = max(_RATIO_COUNTS_FROM, _MOST_RATIO * archive.stat().st_size)

    def spend(self, size: int) -> None:
        self._spent += size
        if self._spent > MOST_BYTES:
            raise ArchiveRefused("larger than the limit once unpacked")
        if self._spent > self._bound:
            raise ArchiveRefused("compressed beyond reason")


def _zipped(archive: Path) -> Generator[Member]:
    budget = _Budget(archive)
    with archive.open("rb") as file:
        _check_directory(file)
        with zipfile.ZipFile(file) as opened:
            for info in opened.infolist()[:MOST_MEMBERS]:
                path = safe_path(info.filename)
                kind = stat.S_IFMT(info.external_attr >> 16)
                regular = not info.is_dir() and kind in (0, stat.S_IFREG) and not info.flag_bits & _ENCRYPTED
                if path and regular and info.compress_type in _METHODS and info.file_size <= MOST_FILE_BYTES:
                    yield Member(path, lambda info=info: _read_zipped(opened, info, budget))  # type: ignore[misc]


def _read_zipped(opened: zipfile.ZipFile, info: zipfile.ZipInfo, budget: _Budget) -> bytes:
    budget.spend(info.file_size)
    with opened.open(info) as file:
        return file.read(MOST_FILE_BYTES)


def _check_directory(file: BinaryIO) -> None:
    """Refuse a list of members so long that reading it alone would cost hundreds of megabytes.

    Raises:
        ArchiveRefused: it is over its bound, in the format for huge archives, or not there.
    """
    end = file.seek(0, 2)
    file.seek(max(0, end - 65_557))
    tail = file.read()
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) < at + 22:
        raise ArchiveRefused("damaged")
    size = int.from_bytes(tail[at + 12 : at + 16], "little")
    if size > _MOST_DIRECTORY_BYTES or tail[max(0, at - 20) : at].startswith(b"PK\6\7"):
        raise ArchiveRefused("too many members")


class _BoundedStream:
    """An unpacked stream that ends with a refusal when it goes on for too long."""

    def __init__(self, stream: gzip.GzipFile, archive: Path) -> None:
        self._stream = stream
        self._left = min(_MOST_TAR_BYTES, max(_TAR_RATIO_COUNTS_FROM, _MOST_RATIO * archive.stat().st_size))

    def read(self, size: int) -> bytes:
        piece = self._stream.read(size)
        self._left -= len(piece)
        if self._left < 0:
            raise ArchiveRefused("larger than the limit once unpacked")
        return piece


class _BoundedHeader(tarfile.TarInfo):
    """A member's header; one that announces a huge header after it would be read into memory whole."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        if header.type in _EXTENDED_HEADERS and header.size > _LONGEST_HEADER:
            raise ArchiveRefused("a header larger than the limit")
        return header


def _tarred(archive: Path) -> Generator[Member]:
    budget = _Budget(archive)
    with gzip.open(archive, "rb") as unpacked:
        stream = cast(BinaryIO, _BoundedStream(unpacked, archive))
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=_BoundedHeader) as opened:
            for count, info in enumerate(opened):
                if count >= MOST_MEMBERS:
                    return
                path = safe_path(info.name)
                if path and info.isreg() and not info.issparse() and info.size <= MOST_FILE_BYTES:
                    yield Member(path, lambda info=info: _read_tarred(opened, info, budget))  # type: ignore[misc]


def _read_tarred(opened: tarfile.TarFile, info: tarfile.TarInfo, budget: _Budget) -> bytes:
    budget.spend(info.size)
    file = opened.extractfile(info)
    return file.read() if file else b""


def safe_path(name: str) -> PurePosixPath | None:
    """Return a member's name as a relative path of plain names, None for one that is more, or less, than that.

    Plain is what every system writes as it stands: no drive, device, control character, final dot or blank.
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
