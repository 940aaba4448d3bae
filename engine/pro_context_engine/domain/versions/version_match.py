"""The match of a documented version with the one that is requested, or that the project has."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.npm_versions import npm_range, npm_version
from pro_context_engine.domain.versions.project_version import ProjectVersion
from pro_context_engine.domain.versions.python_versions import exact_version, version_range
from pro_context_engine.domain.versions.requested_version import RequestKind, requested_version


class VersionMatch(StrEnum):
    """The certainty that the documentation holds for the wanted version."""

    EXACT = "exact"
    COMPATIBLE = "compatible"
    MISMATCH = "mismatch"
    UNKNOWN = "unknown"


@value_class
class VersionVerdict:
    """The versions of an answer and their match.

    Attributes:
        documented: the exact version that was read, "" if the source does not say.
        requested: the caller's request, "" for none.
        project: the project's version, or the range that its files allow; "" if unknown.
        match: match of the documented version with the requested one, else with the project's; None without either.
        reason: one sentence of our own, "" if nothing is known.
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


NEWEST_REASON = "This documents {documented}, the newest release known; no version was asked for or is the project's."
OWN_COPY_REASON = (
    "This documents {documented}, the copy that Pro-Context runs with, since no other source has the package; "
    "it says nothing about the project."
)


def version_verdict(documented: str, requested: str, project: ProjectVersion | None) -> VersionVerdict:
    """Judge the version of a documentation by the requested version, else by the project's.

    Args:
        documented: see `VersionVerdict`.
        requested: the caller's words (see `requested_version`), "" for none.
        project: the version that the project states, None for none.
    """
    own = project.text if project else ""
    if requested:
        match, wanted = _requested_match(documented, requested, project)
        return VersionVerdict(documented, requested, own, match, _reason(match, documented, wanted, "asked for"))
    if project is None:
        return VersionVerdict(documented)
    match, reason = _project_match(documented, project)
    return VersionVerdict(documented, "", own, match, reason)


def _project_match(documented: str, project: ProjectVersion) -> tuple[VersionMatch, str]:
    """Return how the documented version matches the project's, and the reason; a range makes no match exact."""
    if project.exact or not documented:
        match = _match(documented, project.text)
        return match, _reason(match, documented, project.text, project.phrase)
    name = f"{project.package.partition('/')[2]} {project.text}" + (f" in {project.place}" if project.place else "")
    if project.allows(documented):
        return VersionMatch.COMPATIBLE, f"This documents {documented}, which {name} allows."
    return VersionMatch.MISMATCH, (
        f"This documents {documented}, which {name} does not allow: names and behaviour may differ."
    )


def _requested_match(documented: str, requested: str, project: ProjectVersion | None) -> tuple[VersionMatch, str]:
    """Return how the documented version matches a request, and the words for the wanted version."""
    request = requested_version(requested)
    if request.kind is RequestKind.PROJECT:
        wanted = project.text if project else ""
        return (_match(documented, wanted) if wanted else VersionMatch.UNKNOWN), wanted or requested
    if request.kind is RequestKind.NEWEST:
        return (VersionMatch.EXACT if documented else VersionMatch.UNKNOWN), requested
    if request.kind is RequestKind.EXACT and not _is_number(request.wanted):
        # A publisher's tag, which the source has read.
        return (VersionMatch.EXACT if documented else VersionMatch.UNKNOWN), requested
    return _match(documented, request.wanted), requested


def _is_number(text: str) -> bool:
    return exact_version(text) is not None or npm_version(text) is not None


def is_within(version: str, wanted: str) -> bool:
    """Tell whether an exact version is the wanted one or lies in the wanted range, of Python or npm."""
    return _match(version, wanted) is VersionMatch.EXACT


def _match(documented: str, wanted: str) -> VersionMatch:
    try:
        read = Version(documented)
    except InvalidVersion:
        return _npm_match(documented, wanted)
    try:
        version = Version(wanted)
    except InvalidVersion:
        return _within(read, wanted)
    if read == version:
        return VersionMatch.EXACT
    return VersionMatch.COMPATIBLE if _line(read) == _line(version) else VersionMatch.MISMATCH


def _npm_match(documented: str, wanted: str) -> VersionMatch:
    """Return how a version that only npm has (`18.3.0-canary-a870b2d54`) matches a version or a range."""
    if documented and documented == wanted:
        return VersionMatch.EXACT
    version, meant = npm_version(documented), npm_range(wanted)
    within = version is not None and meant is not None and meant.contains(version)
    return VersionMatch.EXACT if within else VersionMatch.UNKNOWN


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
