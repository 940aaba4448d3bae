"""The unpacked packages of all ecosystems, for the operator; implements `interfaces.KeptPackages`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pro_context_engine.domain.model import KeptPackage
from pro_context_engine.sources.package_index.package_folder import PackageFolder

_NPM = "npm/"


class AllKeptPackages:
    """The packages in both folders; those of npm are named `npm/NAME`.

    Args:
        python: folder of the package index.
        npm: folder of the npm registry.
    """

    def __init__(self, python: PackageFolder, npm: PackageFolder) -> None:
        self._python = python
        self._npm = npm

    def kept(self) -> list[KeptPackage]:
        """Return the stored packages, by name and version, Python first."""
        return [*self._python.kept(), *_with_prefix(self._npm.kept())]

    def clear(self, names: Collection[str] | None) -> list[KeptPackage]:
        """Delete some stored packages, or all; see `interfaces.KeptPackages.clear`."""
        own = None if names is None else {name for name in names if not name.startswith(_NPM)}
        others = None if names is None else {name.removeprefix(_NPM) for name in names if name.startswith(_NPM)}
        return [*self._python.clear(own), *_with_prefix(self._npm.clear(others))]

    def close(self) -> None:
        """Delete the packages that were stored for this run only."""
        self._python.close()
        self._npm.close()


def _with_prefix(packages: list[KeptPackage]) -> list[KeptPackage]:
    return [replace(package, name=f"{_NPM}{package.name}") for package in packages]
