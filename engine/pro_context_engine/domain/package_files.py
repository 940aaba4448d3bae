"""The files of a package as they are written, for exact search and for pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class SourceFiles(Protocol):
    """The text files that the record of one package names; every call may block on the disk."""

    def paths(self) -> Sequence[str]:
        """Return the paths, those of code first and of tests last."""
        ...

    def content(self, path: str) -> bytes:
        """Return a file's bytes; b"" for a file that is not text, is too large, or may not be read."""
        ...

    def text(self, path: str) -> str:
        """Return a file's text, cleaned; see `content`."""
        ...

    def url(self, path: str) -> str:
        """Return the URL of a file's page; with `#L12` the page opens at line 12."""
        ...

    def is_test(self, path: str) -> bool:
        """Tell whether a file belongs to the package's tests."""
        ...

    def lack(self) -> str:
        """Return which files of the package are not on this machine, in a phrase of our own; "" for none."""
        ...
