"""The paths of declaration files, of a package and of the packages that it hands on, and the modules that they are."""

from __future__ import annotations

from pro_context_engine.sources.packages.npm.declarations.entry_points import stem_of

OTHERS = "node_modules"
"""The folder of the files of other packages, each below the name of its package."""


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
