"""The version of a package that a project has, and the file or folder that says so."""

from __future__ import annotations

from enum import StrEnum

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.npm_versions import npm_range, npm_version
from pro_context_engine.domain.versions.python_versions import exact_version, version_range


class VersionOrigin(StrEnum):
    """The kind of place that decides the project's version of a package, the strongest first."""

    LOCK = "lock"
    PIN = "pin"
    ENVIRONMENT = "environment"
    MANIFEST = "manifest"


@value_class
class ProjectVersion:
    """The version of one package in the project, as its files and its environment state it.

    Attributes:
        package: id of the package (`pypi/NAME`, `npm/NAME`).
        origin: the kind of place that decides.
        place: the name of the file or of the environment's folder, "" if unknown.
        exact: the version; "" if only ranges are known.
        ranges: the range that all files together allow, then the single ranges in case that no release is in all;
            () if the version is known.
    """

    package: str
    origin: VersionOrigin
    place: str = ""
    exact: str = ""
    ranges: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the exact version, else the range."""
        return self.exact or self.ranges[0]

    def allows(self, version: str) -> bool:
        """Tell whether the project's ranges allow an exact version; of a known version only that one is allowed."""
        return version == self.exact if self.exact else allows(self.package, self.ranges[0], version)

    @property
    def phrase(self) -> str:
        """Return the words that follow "the version": `of the project (locked in uv.lock)`."""
        words = {
            VersionOrigin.LOCK: "locked in",
            VersionOrigin.PIN: "pinned in",
            VersionOrigin.ENVIRONMENT: "installed in",
            VersionOrigin.MANIFEST: "allowed by",
        }[self.origin]
        return f"of the project ({words} {self.place})" if self.place else "of the project"


def allows(package: str, wanted: str, version: str) -> bool:
    """Tell whether a range allows an exact version; a range or a version that cannot be parsed allows all.

    Args:
        package: id of the package (`pypi/NAME`, `npm/NAME`), whose ecosystem decides how ranges are written.
        wanted: the range; "" for any version.
        version: the exact version.
    """
    if not wanted:
        return True
    if package.startswith("npm/"):
        exact, meant = npm_version(version), npm_range(wanted)
        return exact is None or meant is None or meant.contains(exact, prereleases=True)
    parsed, allowed = exact_version(version), version_range(wanted)
    return parsed is None or allowed is None or allowed.contains(parsed, prereleases=True)
