"""`Pipfile`: all tables of packages; those of `[packages]` are always needed."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.libraries.project.manifest_documents import Table, table, toml
from pro_context_engine.libraries.project.requirements import Ecosystem, Requirement, holds, requirement_of

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
    """Return the project's requirements, those that are always needed first."""
    document = toml(content)
    categories = sorted((name for name in document if name not in _NOT_PACKAGES), key=lambda name: name != "packages")
    return [found for name in categories for found in _category(table(document[name]), _GROUPS.get(name, name))]


def _category(packages: Table, group: str) -> Iterator[Requirement]:
    for name, entry in packages.items():
        version = entry.get("version", "") if isinstance(entry, dict) else entry
        found = requirement_of(Ecosystem.PYTHON, name, version, group) if _markers_hold(table(entry)) else None
        if found:
            yield found


def _markers_hold(entry: Table) -> bool:
    """Tell whether the markers hold, given as one text or as separate keys."""
    markers = [f"{key} {entry[key]}" for key in _MARKER_KEYS if isinstance(entry.get(key), str)]
    if isinstance(entry.get("markers"), str):
        markers.append(entry["markers"])
    return all(holds(marker) for marker in markers)
