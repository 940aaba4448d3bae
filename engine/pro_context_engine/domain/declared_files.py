"""The TypeScript declarations of a package and its code, as files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

DECLARATION_SUFFIXES = (".d.ts", ".d.mts", ".d.cts")
"""The ends of the names of declaration files."""


class CodeFiles(Protocol):
    """The modules of JavaScript in a package."""

    def paths(self) -> Iterable[str]:
        """Return the paths of all modules, without those of tests and without minified ones."""
        ...

    def text(self, path: str) -> str:
        """Return a module's text, "" for a missing file and for one that may not be read."""
        ...

    def module(self, specifier: str, path: str) -> str | None:
        """Return the path of a module, None for one that is not in the package.

        Args:
            specifier: as code writes it, from the path of another module; or, without such a path, a subpath of the
                package ("." for the package itself).
            path: path of the module that imports it.
        """
        ...

    def may_have(self, subpath: str) -> bool:
        """Tell whether there may be a module at a subpath of the package, which may stand for other files.

        Args:
            subpath: "./utils".
        """
        ...

    def lacks_default(self, subpath: str) -> bool:
        """Tell whether the module at a subpath of the package surely is an ES module without a default export.

        Args:
            subpath: "./utils", or "." for the package itself.
        """
        ...


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

    def code(self) -> CodeFiles:
        """Return the code of the package itself; there is none in a package that was unpacked for its documentation."""
        ...
