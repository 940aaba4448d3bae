"""The requirements and pins that manifests and lock files are read into.

Names and versions reach answers as identifiers, so that only identifiers are accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from packaging.utils import canonicalize_name

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.npm_versions import npm_range
from pro_context_engine.domain.versions.python_ranges import plain_range
from pro_context_engine.libraries.project.markers import Interpreter

_PYTHON_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_NPM_NAME = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]{0,98}/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]{0,99}")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+!-]{0,63}")
_EXACT = re.compile(r"={2,3}\s*([^\s*,;=<>~!]+)")
# Without a marker and an address: read five times as fast as by the parser of packaging.
_PLAIN = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,99})(?: ?\[[A-Za-z0-9._, -]{0,200}\])? ?([<>=!~][^;@()\[\]'\"]*)?")
_LONGEST = 2_000
"""The maximum length of a requirement, characters; longer ones are skipped."""


class Ecosystem(StrEnum):
    """An ecosystem of packages; its value is the prefix of ids (`pypi/NAME`)."""

    PYTHON = "pypi"
    NPM = "npm"


PackageKey = tuple[Ecosystem, str]
"""The ecosystem and the name of a package."""


@value_class
class Requirement:
    """A package in a manifest.

    Attributes:
        ecosystem: the ecosystem of the package.
        name: name in the ecosystem's form (PEP 503 for Python).
        specifier: the specifier; of npm as it is in the manifest, of Python in the notation of PEP 440; "" for any
            version, and for a package that no index has.
        group: group of the manifest: "" if it is always needed, else "dev", an extra, ….
        alias: the name under which npm installs it, if the project renamed it; else "".
    """

    ecosystem: Ecosystem
    name: str
    specifier: str = ""
    group: str = ""
    alias: str = ""

    @property
    def key(self) -> PackageKey:
        """Return the ecosystem and the name."""
        return self.ecosystem, self.name

    @property
    def allowed(self) -> str:
        """Return the range of the allowed versions; "" for any version, and for a specifier that is not a range."""
        if self.ecosystem is Ecosystem.PYTHON:
            return self.specifier
        written = self.specifier.rpartition("@")[2] if self.alias else self.specifier
        return written if npm_range(written) else ""

    @property
    def exact_version(self) -> str | None:
        """Return the only version that the specifier allows, None if there are several."""
        if self.ecosystem is Ecosystem.NPM:
            wanted = self.allowed.removeprefix("=").removeprefix("v")
            return version_of(wanted) if re.match(r"\d+\.\d+\.\d+", wanted) and " " not in wanted else None
        exact = _EXACT.fullmatch(self.specifier)
        return version_of(exact[1]) if exact else None


@value_class
class Pin:
    """A package in the exact version of a lock file.

    Attributes:
        ecosystem: the ecosystem of the package.
        name: see `Requirement`.
        version: the exact version.
        alias: see `Requirement`.
        specifier: the specifier that it is locked for; "" for all.
        member: folder of the workspace's member that has it; "" for the whole project.
    """

    ecosystem: Ecosystem
    name: str
    version: str
    alias: str = ""
    specifier: str = ""
    member: str = ""


def python_requirement(text: str, python: Interpreter, group: str) -> Requirement | None:
    """Return the requirement in a PEP 508 text, None if it is malformed or its marker does not hold here.

    Args:
        text: `name[extra]>=1; marker`; with a URL the version is unknown.
        python: the project's Python.
        group: group of the manifest.
    """
    if len(text) > _LONGEST:
        return None
    if (plain := _PLAIN.fullmatch(text)) and plain_range(plain[2] or "") is not None:
        return requirement_of(Ecosystem.PYTHON, plain[1], plain[2] or "", group)
    # Most requirements are plain.
    from packaging.requirements import InvalidRequirement  # noqa: PLC0415
    from packaging.requirements import Requirement as PackagingRequirement  # noqa: PLC0415

    try:
        parsed = PackagingRequirement(text)
    except (InvalidRequirement, RecursionError):
        return None
    if parsed.marker is not None and not python.holds(str(parsed.marker)):
        return None
    return requirement_of(Ecosystem.PYTHON, parsed.name, "" if parsed.url else str(parsed.specifier), group)


def python_requirements(texts: Iterable[str], python: Interpreter, group: str) -> Iterator[Requirement]:
    """Yield the requirements in texts, without those that are malformed or not for this Python.

    Args:
        texts: see `python_requirement`.
        python: the project's Python.
        group: group of the manifest.
    """
    for text in texts:
        found = python_requirement(text.strip(), python, group)
        if found:
            yield found


def requirement_of(
    ecosystem: Ecosystem, name: object, specifier: object, group: str = "", alias: str = ""
) -> Requirement | None:
    """Return a requirement, None if the name is invalid."""
    plain = package_name(ecosystem, name)
    if plain is None:
        return None
    written = specifier.strip() if isinstance(specifier, str) and len(specifier) <= _LONGEST else ""
    if ecosystem is Ecosystem.PYTHON:
        written = plain_range(written) or ""
    return Requirement(ecosystem, plain, "" if written == "*" else written, group, alias)


def pin_of(
    ecosystem: Ecosystem, name: object, version: object, *, alias: str = "", specifier: str = "", member: str = ""
) -> Pin | None:
    """Return a pin, None if the name or the version is invalid."""
    plain, exact = package_name(ecosystem, name), version_of(version)
    return None if plain is None or exact is None else Pin(ecosystem, plain, exact, alias, specifier, member)


def package_name(ecosystem: Ecosystem, name: object) -> str | None:
    """Return a name in its ecosystem's form, None if it is invalid."""
    if not isinstance(name, str):
        return None
    if ecosystem is Ecosystem.NPM:
        return name if _NPM_NAME.fullmatch(name) else None
    return canonicalize_name(name) if _PYTHON_NAME.fullmatch(name) else None


def version_of(text: object) -> str | None:
    """Return the text if it is a valid version, else None."""
    return text if isinstance(text, str) and _VERSION.fullmatch(text) else None
