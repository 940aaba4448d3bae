"""What the files of a project say, put together: needs, locks, and the version that answers a need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from pro_context_engine.domain.versions.npm_versions import npm_range, npm_version
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, Requirement


@dataclass(frozen=True, slots=True)
class Needed:
    """What one manifest asks for.

    Attributes:
        file: path of the manifest, as the project knows it.
        requirements: in its order.
        member: folder of the workspace's member whose manifest it is, "" for the project's own.
    """

    file: str
    requirements: tuple[Requirement, ...]
    member: str = ""


@dataclass(frozen=True, slots=True)
class Locked:
    """What one lock file holds; see `Needed`."""

    file: str
    pins: tuple[Pin, ...]


@dataclass(frozen=True, slots=True)
class Dependency:
    """A package that the project uses.

    Attributes:
        ecosystem: whose package it is.
        name: see `Requirement`.
        version: the exact one that is locked, None where none is.
        specifier: what the manifest asks for; "" for any version.
        group: see `Requirement`.
        files: what says so, manifests first.
    """

    ecosystem: Ecosystem
    name: str
    version: str | None
    specifier: str
    group: str
    files: tuple[str, ...]

    def allows(self, version: str) -> bool:
        """Tell whether the manifest allows an installed version; what it says in a way of its own allows all."""
        if self.ecosystem is Ecosystem.NPM:
            exact, meant = npm_version(version), npm_range(self.specifier)
            return exact is None or meant is None or meant.has(exact, prereleases=True)
        try:
            return SpecifierSet(self.specifier).contains(version, prereleases=True)
        except InvalidSpecifier:
            return True


@dataclass(frozen=True, slots=True)
class Declaration:
    """Everything the files of one project say about one ecosystem.

    Attributes:
        needed: by manifest, the weightiest first.
        locked: by lock file, the weightiest first.
        own: names of the project itself and of the members of its workspace: no libraries.
    """

    needed: tuple[Needed, ...] = ()
    locked: tuple[Locked, ...] = ()
    own: frozenset[str] = frozenset()

    def dependencies(self) -> Iterator[Dependency]:
        """Give what is needed, each package once: what is always needed, then what a group needs, by name.

        Where there is a lock and no manifest, everything that is locked is what is needed.
        """
        found: dict[tuple[Ecosystem, str], Dependency] = {}
        locks = [_Lock(locked) for locked in self.locked]
        for needed in self.needed or _as_needed(self.locked):
            for requirement in needed.requirements:
                if requirement.name in self.own:
                    continue
                key = (requirement.ecosystem, requirement.name)
                answer = _answer(requirement, needed, locks)
                known = found.setdefault(key, answer)
                if known is not answer:
                    found[key] = _joined(known, answer)
        yield from sorted(found.values(), key=lambda dependency: (dependency.group != "", dependency.name))

    def versions(self) -> dict[tuple[Ecosystem, str], str]:
        """Return the locked version of every package, transitive ones included."""
        found: dict[tuple[Ecosystem, str], str] = {}
        for locked in self.locked:
            for pin in locked.pins:
                found.setdefault((pin.ecosystem, pin.name), pin.version)
        return found


class _Lock:
    """One lock file, its pins by the name they are installed under."""

    def __init__(self, locked: Locked) -> None:
        self.file = locked.file
        self._pins: dict[str, list[Pin]] = {}
        for pin in locked.pins:
            self._pins.setdefault(pin.alias or pin.name, []).append(pin)

    def version(self, requirement: Requirement, member: str) -> str | None:
        """Return the version that a requirement of a member has, None if nothing here answers it."""
        pins = [
            pin
            for pin in self._pins.get(requirement.alias or requirement.name, ())
            if pin.name == requirement.name and pin.member in ("", member)
        ]
        # The first of those that answer best: readers put what an import finds first in front.
        best = max(pins, key=lambda pin: (pin.member == member, pin.specifier == requirement.specifier), default=None)
        return best.version if best else None


def _answer(requirement: Requirement, needed: Needed, locks: list[_Lock]) -> Dependency:
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


def _joined(first: Dependency, second: Dependency) -> Dependency:
    """Return a package that is needed twice: as the first says, but needed always if either does."""
    return Dependency(
        first.ecosystem,
        first.name,
        first.version or second.version,
        first.specifier or second.specifier,
        first.group if second.group else "",
        tuple(dict.fromkeys((*first.files, *second.files))),
    )


def _as_needed(locked: tuple[Locked, ...]) -> Iterator[Needed]:
    for lock in locked:
        yield Needed(lock.file, tuple(Requirement(pin.ecosystem, pin.name) for pin in lock.pins))
