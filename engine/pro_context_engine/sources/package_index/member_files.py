"""The writing of an archive's members to disk, which can be cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath

from pro_context_engine.sources.package_index.archives import Member, members_of

Stopped = Callable[[], bool]
"""A function that tells whether the work is cancelled."""


class Stop(Exception):
    """The work was cancelled."""


def wanted_members(archive: Path, filename: str, stopped: Stopped) -> Iterator[Member]:
    """Yield the members of an archive until the work is cancelled.

    Args:
        archive: the file.
        filename: its name on the index.
        stopped: called before each member.

    Raises:
        ArchiveRefused: see `archives.members_of`.
        Stop: the work was cancelled.
    """
    with closing(members_of(archive, filename)) as members:
        for member in members:
            if stopped():
                raise Stop
            yield member


def below_top(path: PurePosixPath) -> PurePosixPath | None:
    """Return a file's path below the top folder of a source archive, None for a file outside of it."""
    return PurePosixPath(*path.parts[1:]) if len(path.parts) > 1 else None


def write_file(file: Path, read: Callable[[], bytes]) -> bool:
    """Write one file; return False if a file or folder of this name exists."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as opened:
            opened.write(read())
    except (FileExistsError, NotADirectoryError):
        return False
    return True
