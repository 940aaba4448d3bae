"""The declaration files of a package and of the packages that it hands on, and the modules that they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pro_context_engine.sources.packages.type_declarations.entry_points import declarations_at, stem_of

OTHERS = "node_modules"
"""The folder of the files of other packages, each below the name of its package."""


class OwnFiles:
    """The files of a package without those of others; implements `DeclarationFiles`.

    Args:
        package: its name.
        entries: output of `entry_points`.
        paths: paths of its files.
        read: returns the text of a file, "" if it cannot be read.
    """

    def __init__(
        self, package: str, entries: Mapping[str, str], paths: frozenset[str], read: Callable[[str], str]
    ) -> None:
        self.entries = entries
        self.text = read
        self._package = package
        self._paths = paths
        self._modules = {package + subpath.removeprefix("."): path for subpath, path in entries.items()}

    def target(self, specifier: str, path: str) -> str | None:
        """Return the declaration file of a module as a file imports it; see `DeclarationFiles`."""
        if not specifier.startswith("."):
            inner = specifier.removeprefix(f"{self._package}/")
            own = None if inner == specifier else declarations_at(inner, self._paths)
            return self._modules.get(specifier) or own
        return declarations_at(f"{path.rpartition('/')[0]}/{specifier}", self._paths)


def module_specifier(package: str, path: str) -> str:
    """Return the module of a declaration file: its path without ending, below the name of its package."""
    name, inner = parts_of(path)
    return f"{name or package}/{stem_of(inner)}".removesuffix("/index")


def parts_of(path: str) -> tuple[str, str]:
    """Return the other package of a path, "" for none, and the path within it."""
    if not path.startswith(f"{OTHERS}/"):
        return "", path
    parts = path.split("/")
    length = 3 if parts[1].startswith("@") else 2
    return "/".join(parts[1:length]), "/".join(parts[length:])


def described_package(package: str) -> str:
    """Return the package that a package of types describes (`@types/a__b`: `@a/b`), the package itself for others."""
    if not package.startswith("@types/"):
        return package
    scope, double, name = package.removeprefix("@types/").partition("__")
    return f"@{scope}/{name}" if double else scope
