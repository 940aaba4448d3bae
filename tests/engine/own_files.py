"""The declaration files of a package without those of others, from texts."""

from __future__ import annotations

from collections.abc import Mapping

from pro_context_engine.sources.packages.npm.declarations.entry_points import declarations_at


class OwnFiles:
    """Implements `DeclarationFiles`.

    Args:
        package: its name.
        entries: output of `entry_points`.
        texts: of its files, by path.
    """

    def __init__(self, package: str, entries: Mapping[str, str], texts: Mapping[str, str]) -> None:
        self.entries = entries
        self._package = package
        self._texts = texts
        self._modules = {package + subpath.removeprefix("."): path for subpath, path in entries.items()}

    def text(self, path: str) -> str:
        """Return a file's text; see `DeclarationFiles`."""
        return self._texts.get(path, "")

    def target(self, specifier: str, path: str) -> str | None:
        """Return the declaration file of a module as a file imports it; see `DeclarationFiles`."""
        if not specifier.startswith("."):
            inner = specifier.removeprefix(f"{self._package}/")
            own = None if inner == specifier else declarations_at(inner, self._texts)
            return self._modules.get(specifier) or own
        return declarations_at(f"{path.rpartition('/')[0]}/{specifier}", self._texts)
