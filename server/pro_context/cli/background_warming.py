"""A process that indexes the rest of a library after `ask` has answered from its first pages.

An answer waits for a part of a large package only. The next answer should not begin there again, and the command ends
with its answer, so another process goes on. One process works on a library at a time; a file in the cache says so.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

MOST_SECONDS = 1_800
"""The age in seconds from which a claim counts as left behind by a process that has ended early."""


def claim(cache: Path, library: str, version: str | None) -> Path | None:
    """Make the file that claims a library for this process; return it, or None while another process works on it."""
    file = _claim_file(cache, library, version)
    if _is_claimed(file):
        return None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with file.open("x", encoding="ascii") as opened:
            opened.write(str(os.getpid()))
    except OSError:
        return None
    return file


def start(cache: Path | None, library: str, version: str | None, options: Sequence[str]) -> bool:
    """Start a process that indexes the rest of a library; return whether one works on it now.

    The process outlives this command and the terminal's signals. Its report goes to the terminal if there is one.

    Args:
        cache: folder of the store; None where nothing is stored. In one that cannot be written, nothing is either.
        library: as it was asked for.
        version: as it was asked for.
        options: the options of this command that choose the configuration.
    """
    if cache is None or (cache.exists() and not (cache.is_dir() and os.access(cache, os.W_OK))):
        return False
    if _is_claimed(_claim_file(cache, library, version)):
        return True
    wanted = ["--version", version] if version else []
    command = [sys.executable, "-m", "pro_context.cli", "warm", "--behind", *options, *wanted, "--", library]
    report = None if sys.stderr.isatty() else subprocess.DEVNULL
    try:
        process = subprocess.Popen(  # noqa: S603 - our own command
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=report,
            start_new_session=True,
            close_fds=True,
        )
    except OSError:
        return False
    # Nothing waits for it: without this, the end of this process would warn about it.
    process.returncode = 0
    return True


def _claim_file(cache: Path, library: str, version: str | None) -> Path:
    key = hashlib.sha256(f"{library}@{version or ''}".encode()).hexdigest()[:16]
    return cache / f"indexing-{key}.pid"


def _is_claimed(file: Path) -> bool:
    try:
        return time.time() - file.stat().st_mtime < MOST_SECONDS
    except OSError:
        return False
