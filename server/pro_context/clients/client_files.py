"""Configuration files of MCP clients: read whole, replaced in one step, with a backup beside them."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

MAX_BYTES = 64_000_000
"""More bytes than any client's configuration has; a device or a wrong file is not read whole."""

MAX_BACKUPS = 99
_BOM = "\ufeff"


class CannotEdit(Exception):
    """A file must not be written; it is unchanged.

    Attributes:
        reason: a text that continues the name of the file, without any text of the file.
        line: line in the file, counted from 1; None if the reason concerns no line.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a file when it was read; `raw` is None if the file did not exist."""

    path: Path
    raw: bytes | None
    text: str


def read(path: Path) -> Content:
    """Return the content of a file; a missing file is empty.

    Raises:
        CannotEdit: the file cannot be read as UTF-8 text.
    """
    raw = _bytes(path)
    try:
        return Content(path, raw, (raw or b"").decode("utf-8").removeprefix(_BOM))
    except UnicodeDecodeError as error:
        raise CannotEdit("is not UTF-8 text") from error


def replace(content: Content, text: str, *, private: bool = False) -> Path | None:
    """Replace a file in one step: a reader sees the old content or the new one. The file's mode and links stay.

    Args:
        content: the content as it was read.
        text: the new content.
        private: whether only the owner may read a new file.

    Returns:
        The path of the backup, None if the file did not exist.

    Raises:
        CannotEdit: the file has changed since it was read, or cannot be written; it is unchanged.
    """
    try:
        target = content.path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if _bytes(target) != content.raw:
            raise CannotEdit("was changed by another program meanwhile; try again")
        backup = _copy(target, content.raw) if content.raw is not None else None
        mark = _BOM if (content.raw or b"").startswith(_BOM.encode()) else ""
        _swap(target, (mark + text).encode(), 0o600 if private else 0o666)
    except (OSError, RuntimeError) as error:
        raise CannotEdit(f"cannot be written: {_reason(error)}") from error
    return backup


def delete(content: Content) -> None:
    """Delete a file of our own.

    Raises:
        CannotEdit: the file has changed since it was read, or cannot be deleted.
    """
    try:
        if _bytes(content.path) != content.raw:
            raise CannotEdit("was changed by another program meanwhile; try again")
        content.path.unlink(missing_ok=True)
    except OSError as error:
        raise CannotEdit(f"cannot be deleted: {_reason(error)}") from error


def _bytes(path: Path) -> bytes | None:
    try:
        if not path.exists():
            return None
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, RuntimeError) as error:
        raise CannotEdit(f"cannot be read: {_reason(error)}") from error
    if len(raw) > MAX_BYTES:
        raise CannotEdit(f"is longer than {MAX_BYTES} bytes")
    return raw


def _swap(target: Path, raw: bytes, new_mode: int) -> None:
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    existed = target.exists()
    try:
        # A replaced file is private until it gets the old mode; a new file gets the mode that the caller wants.
        with os.fdopen(
            os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if existed else new_mode), "wb"
        ) as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        if existed:
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _copy(target: Path, raw: bytes) -> Path:
    """Write a backup to the first free path of FILE.bak, FILE.bak2, … FILE.bak99, unless one has the same bytes."""
    for number in range(1, MAX_BACKUPS + 1):
        backup = target.with_name(f"{target.name}.bak{number if number > 1 else ''}")
        try:
            file = os.fdopen(os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
        except FileExistsError:
            if backup.is_file() and backup.stat().st_size == len(raw) and backup.read_bytes() == raw:
                return backup
            continue
        with file:
            file.write(raw)
        shutil.copymode(target, backup)
        return backup
    raise CannotEdit(f"has {MAX_BACKUPS} backups beside it; remove some")


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
