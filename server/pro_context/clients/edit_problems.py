"""The reason why a client's file cannot be edited."""

from __future__ import annotations


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
