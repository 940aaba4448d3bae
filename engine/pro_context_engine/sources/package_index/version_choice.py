"""Which version is meant by what somebody asks for (seed 003 section 9.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from pro_context_engine.domain.versions.python_versions import admits, exact_version, version_range


@dataclass(frozen=True, slots=True)
class Release:
    """One version on the index.

    Attributes:
        version: its number.
        yanked: whether all its files were taken back (PEP 592).
        requires_python: what its files ask of Python, each once; () where that is not known.
    """

    version: Version
    yanked: bool = False
    requires_python: tuple[str, ...] = ()

    def runs_on(self, python: str) -> bool:
        """Tell whether one of its files can be installed where this Python runs."""
        return not self.requires_python or any(admits(asked, python) for asked in self.requires_python)


def chosen(releases: Iterable[Release], wanted: str | None, python: str | None = None) -> Version | None:
    """Return the version that is meant, None if there is none.

    One that another Python is needed for is meant only where it is named exactly or nothing else fits, a pre-release
    where it is asked for or nothing else fits, one that was taken back where it is named exactly
    (docs/decisions/0037-versions-that-the-project-can-install.md).

    Args:
        releases: of one project, in any order.
        wanted: an exact version, or a range as `version_range` reads it; None for the latest.
        python: the version that the project runs; None where that does not matter.
    """
    exact = exact_version(wanted) if wanted is not None else None
    if exact is not None:
        return next((release.version for release in releases if release.version == exact), None)
    specifiers = SpecifierSet() if wanted is None else version_range(wanted)
    if specifiers is None:
        return None
    standing = [release for release in releases if not release.yanked]
    within = [release for release in standing if specifiers.contains(release.version, prereleases=True)]
    installable = [release for release in within if python is None or release.runs_on(python)]
    fitting = [release.version for release in installable or within]
    stable = fitting if specifiers.prereleases else [version for version in fitting if not version.is_prerelease]
    return max(stable or fitting, default=None)


def newest_first(releases: Iterable[Release], limit: int) -> list[str]:
    """Return the newest versions as text, stable ones before pre-releases; those taken back are left out."""
    standing = sorted((release.version for release in releases if not release.yanked), reverse=True)
    return [str(version) for version in sorted(standing, key=lambda version: version.is_prerelease)[:limit]]
