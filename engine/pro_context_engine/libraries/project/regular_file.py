"""The beginning of a file whose name a stranger may have made: of a pipe or a device, a plain read need not end."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def beginning(path: Path, limit: int) -> bytes:
    """Return the first bytes of a regular file; links to it are followed.

    Args:
        path: path of the file.
        limit: the most bytes to read.

    Raises:
        OSError: there is no such file, it cannot be read, or it is a pipe or a device.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"not a regular file: {path}")
        return file.read(limit)
