"""The merged content of a project's files: requirements, locks, and the locked version of each requirement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from pro_context_engine.domain.versions.npm_versions import npm_range, npm_version
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, Requirement


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class LockedPins:
    """The pins of one lock file; see `ManifestRequirements`."""

    file: str
    pins: tuple[Pin, ...]


@dataclass(frozen=True, slots=True)
class Dependency:
    """A package that the project uses.

    Attributes:
        ecosystem: the ecosystem of the package.
        name: see `Requirement`.
        version: the locked version, None if none is locked.
        specifier: the specifier in the manifest; "" for any version.
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
        """Tell whether the manifest allows an installed version; a specifier that cannot be parsed allows all."""
        if self.ecosystem is Ecosystem.NPM:
            exact, meant = npm_version(version), npm_range(self.specifier)
            return exact is None or meant is None or meant.contains(exact, prereleases=True)
        try:
            return SpecifierSet(self.specifier).contains(version, prereleases=True)
        except InvalidSpecifier:
            return True


@dataclass(frozen=True, slots=True)
class ProjectPackages:
    """The content of all files of one project for one ecosystem.

    Attributes:
        needed: requirements by manifest, the most important first.
        locked: pins by lock file, the most important first.
        own: names of the project itself and of its workspace's members, which are no libraries.
    """

    needed: tuple[ManifestRequirements, ...] = ()
    locked: tuple[LockedPins, ...] = ()
    own: frozenset[str] = frozenset()

    def dependencies(self) -> Iterator[Dependency]:
        """Yield the needed packages, each once: those that are always needed, then those of groups, by name.

        A project with a lock and without a manifest needs all locked packages.
        """
        found: dict[tuple[Ecosystem, str], Dependency] = {}
        locks = [_Lock(locked) for locked in self.locked]
        for needed in self.needed or _requirements_of(self.locked):
            for requirement in needed.requirements:
                if requirement.name in self.own:
                    continue
                key = (requirement.ecosystem, requirement.name)
                answer = _resolve(requirement, needed, locks)
                known = found.setdefault(key, answer)
                if known is not answer:
                    found[key] = _merge(known, answer)
        yield from sorted(found.values(), key=lambda dependency: (dependency.group != "", dependency.name))

    def versions(self) -> dict[tuple[Ecosystem, str], str]:
        """Return the locked version of every package, transitive ones included."""
        found: dict[tuple[Ecosystem, str], str] = {}
        for locked in self.locked:
            for pin in locked.pins:
                found.setdefault((pin.ecosystem, pin.name), pin.version)
        return found


class _Lock:
    """One lock file, with its pins by the name under which they are installed."""

    def __init__(self, locked: LockedPins) -> None:
        self.file = locked.file
        self._pins: dict[str, list[Pin]] = {}
        for pin in locked.pins:
            self._pins.setdefault(pin.alias or pin.name, []).append(pin)

    def version(self, requirement: Requirement, member: str) -> str | None:
        """Return the version that is locked for a requirement of a member, None if there is none."""
        pins = [
            pin
            for pin in self._pins.get(requirement.alias or requirement.name, ())
            if pin.name == requirement.name and pin.member in ("", member)
        ]
        # max returns the first of equals: readers put the package that an import finds first at the front.
        best = max(pins, key=lambda pin: (pin.member == member, pin.specifier == requirement.specifier), default=None)
        return best.version if best else None


def _resolve(requirement: Requirement, needed: ManifestRequirements, locks: list[_Lock]) -> Dependency:
    answers = ((lock.file, lock.version(requirement, needed.member)) for lock in locks)
    file, version = next(((file, version) for file, version in answers if version), ("", requirement.exact_version))
    return Dependency(
        requirement.ecosystem,
        requirement.name,
        version,
        requirement.specifier,
        requirement.group,
        tuple(dict.fromkeys(name for name in (needed.file, file) if name)),
    )


def _merge(first: Dependency, second: Dependency) -> Dependency:
    """Return one dependency for a package that is needed twice: the first one, without group if either has none."""
    return Dependency(
        first.ecosystem,
        first.name,
        first.version or second.version,
        first.specifier or second.specifier,
        first.group if second.group else "",
        tuple(dict.fromkeys((*first.files, *second.files))),
    )


def _requirements_of(locked: tuple[LockedPins, ...]) -> Iterator[ManifestRequirements]:
    for lock in locked:
        yield ManifestRequirements(lock.file, tuple(Requirement(pin.ecosystem, pin.name) for pin in lock.pins))
