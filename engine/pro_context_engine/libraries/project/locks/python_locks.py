"""The lock files of Python's tools: `uv.lock`, `poetry.lock`, `pdm.lock`, `pylock.toml` (PEP 751), `Pipfile.lock`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pro_context_engine.libraries.project.manifest_documents import Table, json_object, table, tables, texts, toml_lock
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, holds, package_name, pin_of

_UNPUBLISHED = ("vcs", "directory", "archive", "git", "url", "path", "file")
"""Keys of a package that no index has, in all formats but uv's."""


def uv(content: bytes) -> list[Pin]:
    """Return the pins of `uv.lock` that are needed on this machine, in the fork for this interpreter."""
    packages = tables(toml_lock(content).get("package"))
    reached = _reachable(packages)
    return _pins(
        package for package in packages if "registry" in table(package.get("source")) and _identity(package) in reached
    )


def poetry(content: bytes) -> list[Pin]:
    """Return the pins of `poetry.lock`."""
    packages = tables(toml_lock(content).get("package"))
    return _pins(
        package
        for package in packages
        if table(package.get("source")).get("type") not in _UNPUBLISHED and _poetry_holds(package.get("markers"))
    )


def pdm(content: bytes) -> list[Pin]:
    """Return the pins of `pdm.lock`."""
    return _pins(_published_packages(tables(toml_lock(content).get("package"))))


def pylock(content: bytes) -> list[Pin]:
    """Return the pins of a `pylock.toml`."""
    return _pins(_published_packages(tables(toml_lock(content).get("packages"))))


def pipfile_lock(content: bytes) -> list[Pin]:
    """Return the pins of `Pipfile.lock`, every category of it."""
    return _pins(
        {"name": name, "version": _without_equals(package.get("version"))}
        for category, packages in json_object(content).items()
        if category != "_meta"
        for name, package in table(packages).items()
        if isinstance(package, dict) and _marker_holds(package.get("markers"))
    )


def _reachable(packages: Iterable[Table]) -> set[tuple[str, str]]:
    """Return name and version of the packages of a `uv.lock` that are needed here: it has markers at dependencies only.

    Args:
        packages: all packages; those without dependents are the roots.
    """
    by_name: dict[str, list[Table]] = {}
    for package in packages:
        if _fork_holds(package):
            by_name.setdefault(_identity(package)[0], []).append(package)
    depended_on = {_identity(dependency)[0] for package in packages for dependency in _dependencies(package)}
    waiting = [package for name, found in by_name.items() if name not in depended_on for package in found]
    reached = {_identity(package) for package in waiting}
    while waiting:
        for dependency in _dependencies(waiting.pop()):
            name, version = _identity(dependency)
            for package in by_name.get(name, ()) if _marker_holds(dependency.get("marker")) else ():
                identity = _identity(package)
                if identity not in reached and version in ("", identity[1]):
                    reached.add(identity)
                    waiting.append(package)
    return reached


def _identity(package: Table) -> tuple[str, str]:
    return str(package.get("name")), str(package.get("version", ""))


def _dependencies(package: Table) -> Iterator[Table]:
    yield from tables(package.get("dependencies"))
    for key in ("optional-dependencies", "dev-dependencies"):
        for group in table(package.get(key)).values():
            yield from tables(group)


def _fork_holds(package: Table) -> bool:
    markers = texts(package.get("resolution-markers"))
    return not markers or any(holds(marker) for marker in markers)


def _published_packages(packages: Iterable[Table]) -> Iterator[Table]:
    for package in packages:
        if not any(key in package for key in _UNPUBLISHED) and _marker_holds(package.get("marker")):
            yield package


def _marker_holds(marker: object) -> bool:
    return holds(marker) if isinstance(marker, str) else True


def _poetry_holds(markers: object) -> bool:
    """Tell whether the package is for this machine: its markers are one text, or one for each group that needs it."""
    if isinstance(markers, dict):
        return any(_marker_holds(marker) for marker in markers.values())
    return _marker_holds(markers)


def _without_equals(version: object) -> str:
    return version.removeprefix("==") if isinstance(version, str) else ""


def _pins(packages: Iterable[Table]) -> list[Pin]:
    """Return a pin for each package with a name and a version, the first of equal ones."""
    found: dict[tuple[str, str], Pin] = {}
    for package in packages:
        pin = pin_of(Ecosystem.PYTHON, package_name(Ecosystem.PYTHON, package.get("name")), package.get("version"))
        if pin:
            found.setdefault((pin.name, pin.version), pin)
    return list(found.values())
