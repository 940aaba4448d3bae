"""The differences between the packages of ecosystems: names, versions and readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.npm_versions import npm_version
from pro_context_engine.domain.versions.python_versions import exact_version
from pro_context_engine.sources.package_index.npm.npm_releases import npm_package_of
from pro_context_engine.sources.package_index.python.python_releases import package_of
from pro_context_engine.sources.packages.package_documentation import Documentation

if TYPE_CHECKING:
    from pro_context_engine.sources.packages.source_files import PackageSourceFiles


@value_class
class PackageKind:
    """One ecosystem.

    Attributes:
        scheme: the prefix of its names in ids and addresses ("pypi").
        main: the name of a library's main package as the ecosystem normalises it, None if it has none.
        exact: an exact version as the ecosystem normalises it, None for other text.
        documentation: opens a package.
        source_files: lists the files of a package.
        is_joined: whether the API of a package may be in other packages, which may be published after it.
    """

    scheme: str
    main: Callable[[Library], str | None]
    exact: Callable[[str], object | None]
    documentation: Callable[[InstalledPackage], Documentation]
    source_files: Callable[[InstalledPackage], PackageSourceFiles]
    is_joined: bool = False


def _python_documentation(package: InstalledPackage) -> Documentation:
    # The imports for reading modules would slow the start of a server.
    from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation  # noqa: PLC0415

    return PythonDocumentation(package)


def _npm_documentation(package: InstalledPackage) -> Documentation:
    # The same holds for declaration files.
    from pro_context_engine.sources.packages.npm.npm_documentation import NpmDocumentation  # noqa: PLC0415

    return NpmDocumentation(package)


def _python_files(package: InstalledPackage) -> PackageSourceFiles:
    # Only an exact search of source, and a page of it, need this.
    from pro_context_engine.sources.packages.source_files import python_source_files  # noqa: PLC0415

    return python_source_files(package)


def _npm_files(package: InstalledPackage) -> PackageSourceFiles:
    # See `_python_files`.
    from pro_context_engine.sources.packages.source_files import npm_source_files  # noqa: PLC0415

    return npm_source_files(package)


PYTHON = PackageKind("pypi", package_of, exact_version, _python_documentation, _python_files)
NPM = PackageKind("npm", npm_package_of, npm_version, _npm_documentation, _npm_files, is_joined=True)
