"""The members of an archive on their way to disk, for whoever may stop wanting them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath

from pro_context_engine.sources.package_index.archives import Member, members_of

Stopped = Callable[[], bool]
"""Tell whether the work is wanted no more."""


class Stop(Exception):
    """The work was wanted no more."""


def wanted_members(archive: Path, filename: str, stopped: Stopped) -> Iterator[Member]:
    """Give the members of an archive as long as they are wanted.

    Args:
        archive: the file.
        filename: what the index calls it.
        stopped: asked before each member.

    Raises:
        ArchiveRefused: see `archives.members_of`.
        Stop: it is wanted no more.
    """
    with closing(members_of(archive, filename)) as members:
        for member in members:
            if stopped():
                raise Stop
            yield member


def below_top(path: PurePosixPath) -> PurePosixPath | None:
    """Return a file's path below the one folder that an archive of sources consists of, None for one beside it."""
    return PurePosixPath(*path.parts[1:]) if len(path.parts) > 1 else None


def written(file: Path, read: Callable[[], bytes]) -> bool:
    """Write one file; return False for a name that stands for something else already."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as opened:
            opened.write(read())
    except (FileExistsError, NotADirectoryError):
        return False
    return True
