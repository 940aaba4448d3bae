"""`Pipfile`: all tables of packages; those of `[packages]` are always needed."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.manifest_documents import Table, table, toml
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import Ecosystem, Requirement, requirement_of

_NOT_PACKAGES = ("source", "requires", "scripts", "pipenv")
_GROUPS = {"packages": "", "dev-packages": "dev"}
_MARKER_KEYS = (
    "sys_platform",
    "os_name",
    "platform_machine",
    "platform_system",
    "python_version",
    "python_full_version",
)


@value_class
class Pipfile:
    """One `Pipfile`.

    Attributes:
        document: its content.
    """

    document: Table

    @classmethod
    def read(cls, content: bytes) -> Pipfile:
        """Return the content of a file; one that is malformed is empty."""
        return cls(toml(content) if content else {})

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the project's requirements, those that are always needed first."""
        names = (name for name in self.document if name not in _NOT_PACKAGES)
        categories = sorted(names, key=lambda name: name != "packages")
        found = (_category(table(self.document[name]), python, _GROUPS.get(name, name)) for name in categories)
        return [requirement for category in found for requirement in category]

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""
        required = table(self.document.get("requires"))
        full, minor = required.get("python_full_version"), required.get("python_version")
        if isinstance(full, str):
            return f"=={full}"
        return f"=={minor}.*" if isinstance(minor, str) else ""

    def own_name(self) -> str:
        """Return "": a Pipfile has no name of a project."""
        return ""


def _category(packages: Table, python: Interpreter, group: str) -> Iterator[Requirement]:
    for name, entry in packages.items():
        version = entry.get("version", "") if isinstance(entry, dict) else entry
        needed = _markers_hold(table(entry), python)
        found = requirement_of(Ecosystem.PYTHON, name, version, group) if needed else None
        if found:
            yield found


def _markers_hold(entry: Table, python: Interpreter) -> bool:
    """Tell whether the markers hold, given as one text or as separate keys."""
    markers = [f"{key} {entry[key]}" for key in _MARKER_KEYS if isinstance(entry.get(key), str)]
    return all(python.holds(marker) for marker in (*markers, entry.get("markers")))
