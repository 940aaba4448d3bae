"""The match of a documented version with the one that is requested, or that the project has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.versions.npm_versions import npm_range, npm_version
from pro_context_engine.domain.versions.python_versions import version_range


class VersionMatch(StrEnum):
    """The certainty that the documentation holds for the wanted version."""

    EXACT = "exact"
    COMPATIBLE = "compatible"
    MISMATCH = "mismatch"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class VersionVerdict:
    """The versions of an answer and their match.

    Attributes:
        documented: the exact version that was read, "" if the source does not say.
        requested: the caller's request, "" for none.
        project: the project's version, "" if unknown.
        match: match of the documented version with the requested one, else with the project's; None without either.
        reason: one sentence of our own, "" without a match.
    """

    documented: str = ""
    requested: str = ""
    project: str = ""
    match: VersionMatch | None = None
    reason: str = ""


UNJUDGED = VersionVerdict()
"""The verdict if no versions are known."""


Verdicts = Mapping[tuple[str, str], VersionVerdict]
"""Verdicts on the versions of libraries, by (libraryId, version or "")."""


def version_verdict(documented: str, requested: str, project: str) -> VersionVerdict:
    """Judge the version of a documentation.

    Args:
        documented: see `VersionVerdict`.
        requested: a version, or a range in the form of `version_range`.
        project: see `VersionVerdict`.
    """
    wanted, whose = (requested, "asked for") if requested else (project, "of the project")
    if not wanted:
        return VersionVerdict(documented)
    match = _match(documented, wanted)
    return VersionVerdict(documented, requested, project, match, _reason(match, documented, wanted, whose))


def _match(documented: str, wanted: str) -> VersionMatch:
    try:
        read = Version(documented)
    except InvalidVersion:
        return VersionMatch.EXACT if documented and documented == wanted else VersionMatch.UNKNOWN
    try:
        version = Version(wanted)
    except InvalidVersion:
        return _within(read, wanted)
    if read == version:
        return VersionMatch.EXACT
    return VersionMatch.COMPATIBLE if _line(read) == _line(version) else VersionMatch.MISMATCH


def _within(read: Version, wanted: str) -> VersionMatch:
    meant = version_range(wanted)
    if meant is not None:
        return VersionMatch.EXACT if meant.contains(read, prereleases=True) else VersionMatch.MISMATCH
    of_npm, version = npm_range(wanted), npm_version(str(read))
    if of_npm is None or version is None:
        return VersionMatch.UNKNOWN
    return VersionMatch.EXACT if of_npm.contains(version, prereleases=True) else VersionMatch.MISMATCH


def _line(version: Version) -> tuple[int, ...]:
    """Return the numbers of a release line: the major one, below 1.0 the minor one too."""
    return (version.epoch, version.major) if version.major else (version.epoch, 0, version.minor)


def _reason(match: VersionMatch, documented: str, wanted: str, whose: str) -> str:
    if match is VersionMatch.EXACT:
        return f"This documents {documented}, the version {whose}."
    if match is VersionMatch.COMPATIBLE:
        return f"This documents {documented}; {wanted}, the version {whose}, is of the same release line."
    if match is VersionMatch.MISMATCH:
        return f"This documents {documented}, not {wanted}, the version {whose}: names and behaviour may differ."
    statement = (
        f"This documents {documented}" if documented else "This documentation does not say which version it describes"
    )
    return f"{statement}; the version {whose} is {wanted}."
