"""The TypeScript declarations of a package, as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class DeclarationFiles(Protocol):
    """The declaration files that a package's interface may consist of."""

    @property
    def entries(self) -> Mapping[str, str]:
        """The declaration files at the package's entry points, by subpath ("." for the package itself)."""
        ...

    def text(self, path: str) -> str:
        """Return a file's text, "" for a missing file and for one that may not be read."""
        ...

    def target(self, specifier: str, path: str) -> str | None:
        """Return the declaration file of a module as a file imports it, None for an unknown one.

        Args:
            specifier: as the source writes it.
            path: path of the file.
        """
        ...
