"""Which version is meant by what somebody asks for (seed 003 section 9.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from pro_context_engine.python_versions import exact_version, version_range


@dataclass(frozen=True, slots=True)
class Release:
    """One version on the index, and whether all its files were taken back (PEP 592)."""

    version: Version
    yanked: bool = False


def chosen(releases: Iterable[Release], wanted: str | None) -> Version | None:
    """Return the version that is meant, None if there is none.

    A pre-release is meant only where it is asked for or nothing else fits, one that was taken back only where it is
    named exactly.

    Args:
        releases: of one project, in any order.
        wanted: an exact version, or a range as `version_range` reads it; None for the latest.
    """
    exact = exact_version(wanted) if wanted is not None else None
    if exact is not None:
        return next((release.version for release in releases if release.version == exact), None)
    specifiers = SpecifierSet() if wanted is None else version_range(wanted)
    if specifiers is None:
        return None
    standing = [release.version for release in releases if not release.yanked]
    fitting = [version for version in standing if specifiers.contains(version, prereleases=True)]
    stable = fitting if specifiers.prereleases else [version for version in fitting if not version.is_prerelease]
    return max(stable or fitting, default=None)


def newest_first(releases: Iterable[Release], limit: int) -> list[str]:
    """Return the newest versions as text, stable ones before pre-releases; those taken back are left out."""
    standing = sorted((release.version for release in releases if not release.yanked), reverse=True)
    return [str(version) for version in sorted(standing, key=lambda version: version.is_prerelease)[:limit]]
