"""The choice of the version for a request (docs/decisions/0037-versions-that-the-project-can-install.md)."""

from __future__ import annotations

from collections.abc import Iterable

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.python_versions import admits, exact_version, version_range


@value_class
class PythonRelease:
    """One version on the index.

    Attributes:
        version: its number.
        yanked: whether all its files were yanked (PEP 592).
        requires_python: the versions of Python that its files require, each once; () if unknown.
    """

    version: Version
    yanked: bool = False
    requires_python: tuple[str, ...] = ()

    def runs_on(self, python: str) -> bool:
        """Tell whether one of its files can be installed with this version of Python."""
        return not self.requires_python or any(admits(asked, python) for asked in self.requires_python)


def choose(releases: Iterable[PythonRelease], wanted: str | None, python: str | None = None) -> Version | None:
    """Return the version for a request, None if there is none.

    A version for another Python is chosen only if it is named exactly or no other fits; a pre-release only if the range
    names one or no other version fits; a yanked version only if it is named exactly
    (docs/decisions/0037-versions-that-the-project-can-install.md).

    Args:
        releases: versions of one project, in any order.
        wanted: an exact version, or a range in the form of `version_range`; None for the latest.
        python: the project's version of Python; None to ignore it.
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


def newest_first(releases: Iterable[PythonRelease], limit: int) -> list[str]:
    """Return the newest versions as text, stable ones before pre-releases, without yanked ones."""
    standing = sorted((release.version for release in releases if not release.yanked), reverse=True)
    return [str(version) for version in sorted(standing, key=lambda version: version.is_prerelease)[:limit]]
