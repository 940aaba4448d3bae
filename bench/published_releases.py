"""The releases of packages on the configured indexes, read without the product's choice of versions.

Only the addresses of the indexes come from the product, which reads the configuration of pip, uv and npm.
"""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlsplit
from urllib.request import Request, urlopen

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename
from packaging.version import Version

from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.libraries.project.npm_configuration import npm_registries
from pro_context_engine.libraries.project.package_index import default_index, index_addresses

PYTHON = platform.python_version()
SECONDS = 60
_JSON = "application/vnd.pypi.simple.v1+json"
_LINK = re.compile(r"<a\b([^>]*)>", re.I)
_ATTRIBUTE = re.compile(r"(href|data-requires-python|data-yanked)=[\"']([^\"']*)", re.I)
_NPM_STABLE = re.compile(r"\d+\.\d+\.\d+")


class NoAnswer(Exception):
    """The index or the registry does not answer."""


@dataclass
class PythonRelease:
    """One release of a Python package: what its files need, and whether one is a wheel."""

    version: Version
    requires: list[str] = field(default_factory=list)
    has_wheel: bool = False

    @property
    def installable(self) -> bool:
        """Tell whether this Python can install a file of it."""
        return any(_takes_python(requires) for requires in self.requires)


@dataclass(frozen=True)
class NpmReleases:
    """The stable releases of an npm package, oldest first, the one tagged latest, and the tarballs by version."""

    versions: tuple[str, ...]
    latest: str
    tarballs: Mapping[str, str]


def python_indexes() -> PackageIndexes:
    """Return the package indexes of this machine's configuration."""
    return index_addresses(os.environ, Path.home(), Path.cwd())


def python_releases(indexes: PackageIndexes, name: str) -> list[PythonRelease]:
    """Return the releases that were not taken back, oldest first, of the first index that has the package.

    Raises:
        NoAnswer: an index does not answer.
    """
    found: dict[Version, PythonRelease] = {}
    asked = [*indexes.extra, indexes.main or default_index()]
    pages = (_page(index, name) for index in asked if not index.origin.startswith("file:"))
    files = next((files for files in pages if files), [])
    files += [(file.name, "") for links in indexes.links if links.folder for file in links.folder.iterdir()]
    for filename, requires in files:
        parsed = _version(filename, name)
        if parsed:
            release = found.setdefault(parsed, PythonRelease(parsed))
            release.requires.append(requires)
            release.has_wheel = release.has_wheel or filename.endswith(".whl")
    return [found[version] for version in sorted(found)]


def npm_releases(name: str) -> NpmReleases:
    """Return the releases of an npm package.

    Raises:
        NoAnswer: no registry is configured, or it does not answer.
    """
    registry = npm_registries(os.environ, Path.home(), Path.cwd()).of(name)
    if registry is None:
        raise NoAnswer("no npm registry is configured")
    text = _text(f"{registry.without_credentials.rstrip('/')}/{quote(name, safe='@')}", registry, "application/json")
    document: dict[str, Any] = json.loads(text or "{}")
    listed = {
        version: entry["dist"]["tarball"]
        for version, entry in document.get("versions", {}).items()
        if _NPM_STABLE.fullmatch(version) and not entry.get("deprecated")
    }
    return NpmReleases(tuple(sorted(listed, key=npm_key)), document.get("dist-tags", {}).get("latest", ""), listed)


def npm_key(version: str) -> tuple[int, ...]:
    """Return the numbers of a stable version."""
    return tuple(int(part) for part in version.split("."))


def _page(index: IndexAddress, name: str) -> list[tuple[str, str]]:
    """Return (file name, the Python it needs) of the files that were not taken back, [] without such a package."""
    text = _text(f"{index.without_credentials.rstrip('/')}/{name}/", index, f"{_JSON}, text/html;q=0.5")
    if text is None:
        return []
    if text.lstrip().startswith("{"):
        described = json.loads(text)["files"]
        return [(one["filename"], one.get("requires-python") or "") for one in described if not one.get("yanked")]
    found = []
    for link in _LINK.findall(text):
        told = {key.lower(): unescape(value) for key, value in _ATTRIBUTE.findall(link)}
        if "href" in told and "data-yanked" not in link:
            filename = unquote(urlsplit(told["href"]).path.rpartition("/")[2])
            found.append((filename, told.get("data-requires-python", "")))
    return found


def _text(url: str, index: IndexAddress, accept: str) -> str | None:
    """Return a document, None where there is none."""
    headers = {"Accept": accept, **({"Authorization": index.authorization} if index.authorization else {})}
    try:
        with urlopen(Request(url, headers=headers), timeout=SECONDS) as answer:
            return str(answer.read().decode())
    except HTTPError as error:
        if error.code in (404, 410):
            return None
        raise NoAnswer(f"status {error.code}") from None
    except OSError as error:
        raise NoAnswer(type(getattr(error, "reason", error)).__name__) from None


def _takes_python(requires: str) -> bool:
    try:
        return SpecifierSet(requires).contains(PYTHON, prereleases=True)
    except InvalidSpecifier:
        return True


def _version(filename: str, name: str) -> Version | None:
    try:
        parsed = parse_wheel_filename(filename) if filename.endswith(".whl") else parse_sdist_filename(filename)
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None
    return parsed[1] if parsed[0] == name else None
