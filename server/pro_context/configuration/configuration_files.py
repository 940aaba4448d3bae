"""Configuration files: where they are looked for, and whose word each is."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader, FileIO
from pathlib import Path

from pro_context.configuration.mistakes import ConfigurationPlace
from pro_context.configuration.trust import Author

NAMES = (Path("pro-context.yaml"), Path("pro-context.config.yaml"))
HOME = Path("~/.pro-context/pro-context.yaml")

MOST_READ = 50_001
"""Bytes; what is longer is no configuration, and need not be read whole to tell."""


@dataclass(frozen=True, slots=True)
class ConfigurationFile:
    """A file that was read.

    Attributes:
        name: as its user knows it.
        author: whose word it is.
        content: its bytes, at most 50,001.
    """

    name: str
    author: Author
    content: bytes


def find_files(config: Path | None) -> tuple[list[ConfigurationFile], list[str]]:
    """Return the files that hold, the weakest first, and one line for each that cannot be read.

    Args:
        config: the file the operator names, which is the only one then; None looks in the working directory (a
            project's) and in the user's own folder.
    """
    files, unreadable = [], []
    for path, is_project in [(config, False)] if config else _usual_places():
        try:
            with BufferedReader(FileIO(path.expanduser(), opener=None if config else _open_regular)) as file:
                author = Author(path.expanduser().absolute().parent, is_project)
                files.append(ConfigurationFile(str(path), author, file.read(MOST_READ)))
        except FileNotFoundError as error:
            if config:
                unreadable.append(_unreadable_warning(path, error))
        except (OSError, ValueError) as error:
            unreadable.append(_unreadable_warning(path, error))
        except RuntimeError:  # a user without a home
            continue
    return files, unreadable


def _usual_places() -> Iterator[tuple[Path, bool]]:
    """Give the places where nobody needs to be told of a file, and whether it is a project's there."""
    yield HOME, False
    project = next((name for name in NAMES if os.path.lexists(name)), None)
    if project is not None and not _is_own(project):
        yield project, True


def _unreadable_warning(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is no path"
    return f"configuration {ConfigurationPlace(str(path))} cannot be read and is left out: {reason}"


def _open_regular(path: str, flags: int) -> int:
    """Open a file that nobody named, unless reading it could block."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "it is no file")
    return descriptor


def _is_own(path: Path) -> bool:
    try:
        return path.samefile(HOME.expanduser())
    except (OSError, RuntimeError):
        return False
