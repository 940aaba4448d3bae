"""What a project asks for and what it has locked: the values that manifests and lock files are read into.

Names and versions reach answers as identifiers, so nothing else than one is let through.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from packaging.markers import InvalidMarker, Marker, UndefinedComparison, UndefinedEnvironmentName
from packaging.requirements import InvalidRequirement
from packaging.requirements import Requirement as PackagingRequirement
from packaging.utils import canonicalize_name

_PYTHON_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_NPM_NAME = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]{0,98}/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]{0,99}")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+!-]{0,63}")
_EXACT = re.compile(r"={2,3}\s*([^\s*,;=<>~!]+)")
_LITERAL = re.compile(r"[\"']([^\"']*)[\"']")
_LONGEST = 2_000
"""Characters of a requirement or a marker; longer ones are passed over."""


class Ecosystem(StrEnum):
    """Whose package names these are; the value stands before them in ids (`pypi/NAME`)."""

    PYTHON = "pypi"
    NPM = "npm"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A package that a manifest asks for.

    Attributes:
        ecosystem: whose package it is.
        name: as the ecosystem writes it (PEP 503 for Python).
        specifier: what is asked for, as the manifest writes it; "" for any version, and for one that no index has.
        group: of the manifest: "" for what is always needed, else "dev", an extra, ….
        alias: the name it is installed under, where the project gave it another (npm); else "".
    """

    ecosystem: Ecosystem
    name: str
    specifier: str = ""
    group: str = ""
    alias: str = ""

    @property
    def exact_version(self) -> str | None:
        """Return the only version that is asked for, None where there is none."""
        if self.ecosystem is Ecosystem.NPM:
            wanted = self.specifier.rpartition("@")[2].removeprefix("=")
            return version_of(wanted) if re.match(r"\d+\.\d+\.\d+", wanted) and " " not in wanted else None
        exact = _EXACT.fullmatch(self.specifier)
        return version_of(exact[1]) if exact else None


@dataclass(frozen=True, slots=True)
class Pin:
    """A package in the exact version that a lock file holds.

    Attributes:
        ecosystem: whose package it is.
        name: see `Requirement`.
        version: the exact one.
        alias: see `Requirement`.
        specifier: which specifier it answers; "" for every one.
        member: folder of the workspace's member that has it; "" for the whole project.
    """

    ecosystem: Ecosystem
    name: str
    version: str
    alias: str = ""
    specifier: str = ""
    member: str = ""


def python_requirement(text: str, group: str = "") -> Requirement | None:
    """Return what a PEP 508 requirement asks for, None if it is none or its marker does not hold here.

    Args:
        text: `name[extra]>=1; marker`, or with an address, whose version is not known.
        group: of the manifest.
    """
    if len(text) > _LONGEST:
        return None
    try:
        parsed = PackagingRequirement(text)
    except (InvalidRequirement, RecursionError):
        return None
    if parsed.marker is not None and not holds(str(parsed.marker)):
        return None
    return asked(Ecosystem.PYTHON, parsed.name, "" if parsed.url else str(parsed.specifier), group)


def asked(
    ecosystem: Ecosystem, name: object, specifier: object = "", group: str = "", alias: str = ""
) -> Requirement | None:
    """Return a requirement, None where its name is none."""
    plain = package_name(ecosystem, name)
    if plain is None:
        return None
    written = specifier.strip() if isinstance(specifier, str) and len(specifier) <= _LONGEST else ""
    return Requirement(ecosystem, plain, "" if written == "*" else written, group, alias)


def pinned(
    ecosystem: Ecosystem, name: object, version: object, *, alias: str = "", specifier: str = "", member: str = ""
) -> Pin | None:
    """Return a pin, None where its name or version is none."""
    plain, exact = package_name(ecosystem, name), version_of(version)
    return None if plain is None or exact is None else Pin(ecosystem, plain, exact, alias, specifier, member)


def package_name(ecosystem: Ecosystem, name: object) -> str | None:
    """Return a name as its ecosystem writes it, None if it cannot be one."""
    if not isinstance(name, str):
        return None
    if ecosystem is Ecosystem.NPM:
        return name if _NPM_NAME.fullmatch(name) else None
    return canonicalize_name(name) if _PYTHON_NAME.fullmatch(name) else None


def version_of(text: object) -> str | None:
    """Return the text if it can be a version, else None."""
    return text if isinstance(text, str) and _VERSION.fullmatch(text) else None


@lru_cache(maxsize=1_000)
def holds(marker: str) -> bool:
    """Tell whether a marker may hold on this machine; extras and groups are all taken as wanted.

    Args:
        marker: PEP 508, and what lock files add to it (`extras`, `dependency_groups`).
    """
    if len(marker) > _LONGEST:
        return True
    named = frozenset(_LITERAL.findall(marker)) if "extra" in marker or "dependency_groups" in marker else frozenset()
    try:
        parsed = Marker(marker)
        # One requirement wants one extra: any that the marker names will do.
        return any(
            parsed.evaluate({"extra": extra, "extras": named, "dependency_groups": named}, context="lock_file")
            for extra in sorted(named | {""})
        )
    except (InvalidMarker, UndefinedComparison, UndefinedEnvironmentName, RecursionError, KeyError):
        return True
