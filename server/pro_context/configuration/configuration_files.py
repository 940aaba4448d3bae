"""Configuration files: their places, and the author of each."""

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

MAX_BYTES = 50_000
"""The most bytes of a configuration file."""


@dataclass(frozen=True, slots=True)
class ConfigurationFile:
    """A file that was read.

    Attributes:
        name: the path as the user writes it.
        author: the author of its values.
        content: bytes; one more than the maximum where the file is longer.
    """

    name: str
    author: Author
    content: bytes


def find_files(config: Path | None) -> tuple[list[ConfigurationFile], list[str]]:
    """Return the configuration files, the weakest first, and one warning for each that cannot be read.

    Args:
        config: the only file to read; None for the file of the working directory (a project's) and the one in the
            user's home.
    """
    files, unreadable = [], []
    for path, is_project in [(config, False)] if config else _usual_places():
        try:
            with BufferedReader(FileIO(path.expanduser(), opener=None if config else _open_regular)) as file:
                author = Author(path.expanduser().absolute().parent, is_project)
                files.append(ConfigurationFile(str(path), author, file.read(MAX_BYTES + 1)))
        except FileNotFoundError as error:
            if config:
                unreadable.append(_unreadable_warning(path, error))
        except (OSError, ValueError) as error:
            unreadable.append(_unreadable_warning(path, error))
        except RuntimeError:  # the user has no home directory
            continue
    return files, unreadable


def _usual_places() -> Iterator[tuple[Path, bool]]:
    """Yield the default paths, each with whether the file is a project's."""
    yield HOME, False
    project = next((name for name in NAMES if os.path.lexists(name)), None)
    if project is not None and not _is_own(project):
        yield project, True


def _unreadable_warning(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not a path"
    return f"configuration {ConfigurationPlace(str(path))} cannot be read and is ignored: {reason}"


def _open_regular(path: str, flags: int) -> int:
    """Open a file at a default path; refuse a device or a pipe, which could block."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "it is not a regular file")
    return descriptor


def _is_own(path: Path) -> bool:
    try:
        return path.samefile(HOME.expanduser())
    except (OSError, RuntimeError):
        return False
