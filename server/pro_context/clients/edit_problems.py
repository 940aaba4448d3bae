"""Why a client's file is left alone."""

from __future__ import annotations


class CannotEdit(Exception):
    """A file that must not be written; nothing of it was.

    Attributes:
        reason: in plain words, without text of the file.
        line: where in the file, counted from 1; None where that says nothing.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
