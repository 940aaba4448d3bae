"""`Pipfile`: every table of packages, those of `[packages]` as always needed."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.libraries.project.manifest_documents import Table, table, toml
from pro_context_engine.libraries.project.requirements import Ecosystem, Requirement, asked, holds

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


def requirements(content: bytes) -> list[Requirement]:
    """Return what the project needs, what is always needed first."""
    document = toml(content)
    categories = sorted((name for name in document if name not in _NOT_PACKAGES), key=lambda name: name != "packages")
    return [found for name in categories for found in _category(table(document[name]), _GROUPS.get(name, name))]


def _category(packages: Table, group: str) -> Iterator[Requirement]:
    for name, said in packages.items():
        version = said.get("version", "") if isinstance(said, dict) else said
        found = asked(Ecosystem.PYTHON, name, version, group) if _wanted(table(said)) else None
        if found:
            yield found


def _wanted(said: Table) -> bool:
    """Tell whether the markers hold, written as one or as keys of their own."""
    markers = [f"{key} {said[key]}" for key in _MARKER_KEYS if isinstance(said.get(key), str)]
    if isinstance(said.get("markers"), str):
        markers.append(said["markers"])
    return all(holds(marker) for marker in markers)
