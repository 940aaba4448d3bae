"""The lock files of Python's tools: of uv, poetry, PDM and pipenv, `pylock.toml` (PEP 751), and those of pex.

pants keeps locks of pex, below a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from pro_context_engine.libraries.project.manifest_documents import Table, json_object, table, tables, texts, toml_lock
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, package_name, pin_of

_UNPUBLISHED = ("vcs", "directory", "archive", "git", "url", "path", "file")
"""Keys of a package that no index has, in all formats but uv's."""


def uv(content: bytes, python: Interpreter) -> list[Pin]:
    """Return the pins of `uv.lock` that are needed on this machine, in the fork for the project's Python."""
    document = toml_lock(content)
    packages = tables(document.get("package"))
    # What is needed by itself may be needed by another package too: a script's requirements, which its lock lists, and
    # the project and the members of its workspace, on which a package that tests them may depend.
    of_script = {str(one.get("name")) for one in tables(table(document.get("manifest")).get("requirements"))}
    own = {str(one.get("name")) for one in packages if table(one.get("source")).keys() & {"editable", "virtual"}}
    reached = _reachable(packages, python, of_script | own)
    return _pins(
        package for package in packages if "registry" in table(package.get("source")) and _identity(package) in reached
    )


def poetry(content: bytes, python: Interpreter) -> list[Pin]:
    """Return the pins of `poetry.lock`."""
    packages = tables(toml_lock(content).get("package"))
    published = (one for one in packages if table(one.get("source")).get("type") not in _UNPUBLISHED)
    return _pins(package for package in published if _poetry_holds(package.get("markers"), python))


def pdm(content: bytes, python: Interpreter) -> list[Pin]:
    """Return the pins of `pdm.lock`."""
    return _pins(_published_packages(tables(toml_lock(content).get("package")), python))


def pylock(content: bytes, python: Interpreter) -> list[Pin]:
    """Return the pins of a `pylock.toml`."""
    return _pins(_published_packages(tables(toml_lock(content).get("packages")), python))


def pipfile_lock(content: bytes, python: Interpreter) -> list[Pin]:
    """Return the pins of `Pipfile.lock`, every category of it."""
    needed: list[Table] = []
    for category, packages in json_object(content).items():
        for name, package in table(packages).items() if category != "_meta" else ():
            if isinstance(package, dict) and python.holds(package.get("markers")):
                needed.append({"name": name, "version": _without_equals(package.get("version"))})
    return _pins(needed)


def pex(content: bytes, _python: Interpreter) -> list[Pin]:
    """Return the pins of a lock that pex wrote, for all platforms that it lists."""
    text = "\n".join(line for line in content.decode("utf-8-sig", "replace").splitlines() if not line.startswith("//"))
    resolves = tables(json_object(text.encode()).get("locked_resolves"))
    packages = (package for resolve in resolves for package in tables(resolve.get("locked_requirements")))
    return _pins(
        {"name": package.get("project_name"), "version": package.get("version")}
        for package in packages
        if any(
            str(artifact.get("url")).startswith(("https:", "http:")) for artifact in tables(package.get("artifacts"))
        )
    )


def _reachable(packages: Iterable[Table], python: Interpreter, roots: Set[str]) -> set[tuple[str, str]]:
    """Return name and version of the packages of a `uv.lock` that are needed here: it has markers at dependencies only.

    Args:
        packages: all packages; those without dependents are roots.
        python: the project's Python.
        roots: the names of further roots.
    """
    found: dict[tuple[str, str], list[Table]] = {}
    for package in packages:
        if _fork_holds(package, python):
            name, version = _identity(package)
            # A dependency without a version means every version of the package.
            for identity in {(name, version), (name, "")}:
                found.setdefault(identity, []).append(package)
    depended_on = {_identity(dependency)[0] for package in packages for dependency in _dependencies(package)} - roots
    waiting = [
        one for (name, version), all_of in found.items() if not version and name not in depended_on for one in all_of
    ]
    reached = {_identity(package) for package in waiting}
    while waiting:
        for dependency in _dependencies(waiting.pop()):
            if python.holds(dependency.get("marker")):
                # What a dependency means is looked at once, however many dependencies name it.
                means = found.pop(_identity(dependency), ())
                waiting += [package for package in means if _identity(package) not in reached]
                reached.update(map(_identity, means))
    return reached


def _identity(package: Table) -> tuple[str, str]:
    return str(package.get("name")), str(package.get("version", ""))


def _dependencies(package: Table) -> Iterator[Table]:
    yield from tables(package.get("dependencies"))
    for key in ("optional-dependencies", "dev-dependencies"):
        for group in table(package.get(key)).values():
            yield from tables(group)


def _fork_holds(package: Table, python: Interpreter) -> bool:
    markers = texts(package.get("resolution-markers"))
    return not markers or any(python.holds(marker) for marker in markers)


def _published_packages(packages: Iterable[Table], python: Interpreter) -> Iterator[Table]:
    for package in packages:
        if not any(key in package for key in _UNPUBLISHED) and python.holds(package.get("marker")):
            yield package


def _poetry_holds(markers: object, python: Interpreter) -> bool:
    """Tell whether the package is for this machine: its markers are one text, or one for each group that needs it."""
    if isinstance(markers, dict):
        return any(python.holds(marker) for marker in markers.values())
    return python.holds(markers)


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
