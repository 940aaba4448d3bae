"""Some members of a zip archive on a server, read by ranges of bytes and written as a small archive of their own.

The directory at the end of the archive tells where each member lies. Members near each other are read together. The
result is read like any other archive, so that its members are checked and bounded in the same way.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import BinaryIO

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.package_index.archives import (
    DIRECTORY_END,
    DIRECTORY_TAIL,
    MOST_FILE_BYTES,
    ArchiveRefused,
    directory_end,
    safe_path,
)

MOST_RUNS = 600
"""The maximum number of ranges that are read of one archive."""

GAP = 512_000
"""Members with at most so many bytes between them are read together."""

AT_ONCE = 4
"""The number of ranges that are read at the same time."""

_ENTRY = struct.Struct("<4s4B4HL2L5H2L")
_NAMES_UTF8 = 0x800
# The place of a member's offset in its entry.
_OFFSET_AT = 42

Read = Callable[[int, int], Awaitable[bytes]]
"""Return the bytes from the first to the last one of a range."""


@value_class
class _Entry:
    """A member's entry in the directory, the range of its bytes in the archive, and whether it is wanted."""

    record: bytes
    first: int
    after: int
    wanted: bool


class MemberRanges:
    """The members of one archive.

    Args:
        read: gives a range of the archive's bytes.
        size: of the archive, bytes.
        max_bytes: bound on the bytes that are read.
    """

    def __init__(self, read: Read, size: int, max_bytes: int) -> None:
        self._read = read
        self._size = size
        self._max_bytes = max_bytes

    async def copy(self, wanted: Callable[[PurePosixPath], bool], into: BinaryIO) -> AsyncIterator[tuple[int, int]]:
        """Write an archive with the wanted members; yield the bytes that are read so far, and their total.

        Args:
            wanted: tells by its path whether a member is read.
            into: an empty file.

        Raises:
            ArchiveRefused: the archive is damaged, has no wanted member, or exceeds a bound.
            DocsError: any error of the reading function.
        """
        entries = await self._entries(wanted)
        runs = list(_runs([entry for entry in entries if entry.wanted]))
        total = sum(run[-1].after - run[0].first for run in runs)
        if not runs:
            raise ArchiveRefused("no documentation among its members")
        if total > self._max_bytes or len(runs) > MOST_RUNS:
            raise ArchiveRefused("its documentation is larger than the limit")
        done, directory = 0, bytearray()
        for start in range(0, len(runs), AT_ONCE):
            some = runs[start : start + AT_ONCE]
            pieces = await asyncio.gather(*(self._read(run[0].first, run[-1].after - 1) for run in some))
            for run, piece in zip(some, pieces, strict=True):
                for entry in run:
                    directory += _moved(entry.record, into.tell())
                    into.write(piece[entry.first - run[0].first : entry.after - run[0].first])
                done += len(piece)
            yield done, total
        count = sum(entry.wanted for entry in entries)
        at = into.tell()
        into.write(directory)
        into.write(DIRECTORY_END.pack(b"PK\5\6", 0, 0, count, count, len(directory), at, 0))

    async def _entries(self, wanted: Callable[[PurePosixPath], bool]) -> list[_Entry]:
        """Return the entries of the directory in the order of their members' bytes."""
        tail_at = max(0, self._size - DIRECTORY_TAIL)
        tail = await self._read(tail_at, self._size - 1)
        at = directory_end(tail)
        length, start = DIRECTORY_END.unpack_from(tail, at)[5:7]
        if length == 0 or start + length > tail_at + at:
            raise ArchiveRefused("damaged")
        known = start - tail_at
        directory = tail[known : known + length] if known >= 0 else await self._read(start, start + length - 1)
        return await asyncio.to_thread(_parsed, directory, start, wanted)


def _parsed(directory: bytes, end: int, wanted: Callable[[PurePosixPath], bool]) -> list[_Entry]:
    """Return the entries of a directory; each member's bytes end where the next one's begin."""
    found: list[tuple[int, bytes, bool]] = []
    at = 0
    while at < len(directory):
        if len(directory) < at + _ENTRY.size or directory[at : at + 4] != b"PK\1\2":
            raise ArchiveRefused("damaged")
        fields = _ENTRY.unpack_from(directory, at)
        flags, size, lengths, first = fields[5], fields[11], fields[12:15], fields[-1]
        record = directory[at : at + _ENTRY.size + sum(lengths)]
        name = record[_ENTRY.size : _ENTRY.size + lengths[0]].decode("utf-8" if flags & _NAMES_UTF8 else "cp437")
        path = safe_path(name)
        found.append((first, record, path is not None and size <= MOST_FILE_BYTES and wanted(path)))
        at += len(record)
    found.sort(key=lambda one: one[0])
    ends = [first for first, _, _ in found[1:]] + [end]
    if any(after <= first for (first, _, _), after in zip(found, ends, strict=True)):
        raise ArchiveRefused("damaged")
    return [
        _Entry(record, first, after, is_wanted) for (first, record, is_wanted), after in zip(found, ends, strict=True)
    ]


def _runs(entries: Sequence[_Entry]) -> Iterator[list[_Entry]]:
    """Yield the entries in groups that are read together."""
    run: list[_Entry] = list(entries[:1])
    for before, entry in pairwise(entries):
        if entry.first - before.after > GAP:
            yield run
            run = []
        run.append(entry)
    if run:
        yield run


def _moved(record: bytes, offset: int) -> bytes:
    """Return an entry whose member lies at another offset."""
    return record[:_OFFSET_AT] + struct.pack("<L", offset) + record[_OFFSET_AT + 4 :]
