"""The merged content of a project's files: requirements, locks, and the stated version of each package.

The module is over 150 lines because the records of the content and the rules by which they are merged belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.project_version import allows
from pro_context_engine.libraries.project.range_combination import MAX_RANGES, combine
from pro_context_engine.libraries.project.requirements import Ecosystem, PackageKey, Pin, Requirement


@value_class
class ManifestRequirements:
    """The requirements of one manifest.

    Attributes:
        file: path of the manifest, relative to the project.
        requirements: requirements in the order of the manifest.
        member: folder of the workspace's member that has the manifest, "" for the project's own.
    """

    file: str
    requirements: tuple[Requirement, ...]
    member: str = ""


@value_class
class LockedPins:
    """The pins of one file.

    Attributes:
        file: see `ManifestRequirements`.
        pins: packages bound to one version.
        is_lock: whether a tool wrote the file. In a requirements file that people write, pins are requirements.
    """

    file: str
    pins: tuple[Pin, ...]
    is_lock: bool = True


@value_class
class StatedVersion:
    """The version of one package as the project's files state it (decision 46).

    Attributes:
        exact: the locked or pinned version, "" if none is.
        allowed: the one range that all manifests, constraints and overrides together allow; a text that
            `version_range` (Python) or `npm_range` (npm) reads; "" for any version.
        file: the file that states it: the lock file, or the manifest with the pin, else the first manifest (or
            constraints file) with a range; "" where no file states a version.
        is_locked: whether `exact` comes from a lock file.
        alternatives: the single ranges, in order, if there are several: the first one counts where no release
            is in `allowed`.
    """

    exact: str = ""
    allowed: str = ""
    file: str = ""
    is_locked: bool = False
    alternatives: tuple[str, ...] = ()


@value_class
class Dependency:
    """A package that the project uses.

    Attributes:
        ecosystem: the ecosystem of the package.
        name: see `Requirement`.
        version: the locked or pinned version, None if there is none.
        specifier: the range that all files together allow; "" for any version.
        group: see `Requirement`.
        files: the files with the requirement or the lock, manifests first.
    """

    ecosystem: Ecosystem
    name: str
    version: str | None
    specifier: str
    group: str
    files: tuple[str, ...]

    def allows(self, version: str) -> bool:
        """Tell whether the files allow an installed version; a specifier that cannot be parsed allows all."""
        return allows(f"{self.ecosystem}/{self.name}", self.specifier, version)


@value_class
class ProjectPackages:
    """The content of all files of one project for one ecosystem.

    Attributes:
        needed: requirements by manifest, the most important first.
        locked: pins by file, the most important first.
        own: names of the project itself and of its workspace's members, which are no libraries.
        bounds: requirements that bound a package and do not make it needed (constraints), by file.
        overrides: requirements that replace all others of a package, by file.
        python: the version of Python for which the files were read, "" if they have no requirements of Python.
    """

    needed: tuple[ManifestRequirements, ...] = ()
    locked: tuple[LockedPins, ...] = ()
    own: frozenset[str] = frozenset()
    bounds: tuple[ManifestRequirements, ...] = ()
    overrides: tuple[ManifestRequirements, ...] = ()
    python: str = ""

    def below(self, folder: str) -> ProjectPackages:
        """Return the same content, with the paths of manifests as they are from a folder above.

        Args:
            folder: the project's folder from there.
        """
        needed, bounds = (
            tuple(replace(one, file=f"{folder}/{one.file}") for one in kind) for kind in (self.needed, self.bounds)
        )
        return replace(self, needed=needed, bounds=bounds)

    def dependencies(self, stated: Mapping[PackageKey, StatedVersion]) -> Iterator[Dependency]:
        """Yield the needed packages, each once: those that are always needed, then those of groups, by name.

        A project with a lock and without a manifest needs all locked packages.

        Args:
            stated: the result of `stated`.
        """
        needed = _by_package(self.needed or _requirements_of(self.locked))
        found = (
            _dependency(statements, stated.get(key) or StatedVersion())
            for key, statements in needed.items()
            if key[1] not in self.own
        )
        yield from sorted(found, key=lambda dependency: (dependency.group != "", dependency.name))

    def stated(self) -> dict[PackageKey, StatedVersion]:
        """Return the version that the files state of every package that they name, transitive ones included."""
        locks = [_Lock(locked) for locked in self.locked if locked.is_lock]
        found: dict[PackageKey, StatedVersion] = {}
        for lock in locks:
            for key, pin in lock.first.items():
                found.setdefault(key, StatedVersion(pin.version, "", lock.file, is_locked=True))
        needed, bounds, overrides = (_by_package(kind) for kind in (self.needed, self.bounds, self.overrides))
        for key in dict.fromkeys((*needed, *bounds, *overrides)):
            if key[1] not in self.own:
                needs = needed.get(key, [])
                ranges = overrides.get(key) or [*needs, *bounds.get(key, ())]
                found[key] = _stated(ranges, needs, locks, found.get(key))
        return found


class _Statement(NamedTuple):
    """One requirement and its place."""

    requirement: Requirement
    file: str
    member: str


class _Lock:
    """One lock file, with its pins by the name under which they are installed.

    Attributes:
        file: path of the file.
        first: the first pin of each package.
    """

    def __init__(self, locked: LockedPins) -> None:
        self.file = locked.file
        self.first: dict[PackageKey, Pin] = {}
        self._pins: dict[str, list[Pin]] = {}
        for pin in locked.pins:
            self.first.setdefault((pin.ecosystem, pin.name), pin)
            self._pins.setdefault(pin.alias or pin.name, []).append(pin)

    def version(self, statement: _Statement) -> str | None:
        """Return the version that is locked for a requirement of a member, None if there is none."""
        requirement, member = statement.requirement, statement.member
        pins = [
            pin
            for pin in self._pins.get(requirement.alias or requirement.name, ())
            if pin.name == requirement.name and pin.member in ("", member)
        ]
        # max returns the first of equals: readers put the package that an import finds first at the front.
        best = max(pins, key=lambda pin: (pin.member == member, pin.specifier == requirement.specifier), default=None)
        return best.version if best else None


def _statements(manifests: Iterable[ManifestRequirements]) -> Iterator[_Statement]:
    for manifest in manifests:
        yield from (_Statement(requirement, manifest.file, manifest.member) for requirement in manifest.requirements)


def _by_package(manifests: Iterable[ManifestRequirements]) -> dict[PackageKey, list[_Statement]]:
    """Return the statements about each package, in their order; readers put those that always count at the front."""
    found: dict[PackageKey, list[_Statement]] = {}
    for one in _statements(manifests):
        found.setdefault(one.requirement.key, []).append(one)
    return found


def _stated(
    ranges: Sequence[_Statement], needed: Sequence[_Statement], locks: Sequence[_Lock], locked: StatedVersion | None
) -> StatedVersion:
    """Return the stated version of one package.

    Args:
        ranges: the requirements that count, the most important first.
        needed: the requirements for which a lock may have a version of its own.
        locks: the lock files.
        locked: the version of the package in the first lock that has it, None if it is not locked.
    """
    singles = dict.fromkeys(one.requirement.allowed for one in ranges if one.requirement.allowed)
    considered = tuple(islice(singles, MAX_RANGES))
    allowed, kept = combine(ranges[0].requirement.ecosystem, considered)
    alternatives = considered if len(considered) > 1 else ()
    own = ((lock.file, version) for one in needed for lock in locks if (version := lock.version(one)))
    file, version = next(own, (locked.file, locked.exact) if locked else ("", ""))
    if version:
        return StatedVersion(version, allowed, file, is_locked=True, alternatives=alternatives)
    counting = [one for one in ranges if one.requirement.allowed in kept]
    pinned = ((one.file, exact) for one in counting if (exact := one.requirement.exact_version))
    file, version = next(pinned, (counting[0].file if counting else "", ""))
    return StatedVersion(version, allowed, file, alternatives=alternatives)


def _dependency(statements: Sequence[_Statement], stated: StatedVersion) -> Dependency:
    """Return the dependency of a package that is needed once or several times; without group if any need has none."""
    first = statements[0].requirement
    grouped = all(one.requirement.group for one in statements)
    return Dependency(
        first.ecosystem,
        first.name,
        stated.exact or None,
        stated.allowed,
        first.group if grouped else "",
        tuple(dict.fromkeys(file for file in (*(one.file for one in statements), stated.file) if file)),
    )


def _requirements_of(locked: tuple[LockedPins, ...]) -> Iterator[ManifestRequirements]:
    for lock in locked:
        yield ManifestRequirements(lock.file, tuple(Requirement(pin.ecosystem, pin.name) for pin in lock.pins))
