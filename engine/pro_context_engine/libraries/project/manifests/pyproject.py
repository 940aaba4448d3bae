"""`pyproject.toml`: PEP 621, dependency groups (PEP 735), and the tables of poetry, PDM and uv."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from packaging.utils import canonicalize_name

from pro_context_engine.libraries.project.manifest_documents import Table, table, texts, toml
from pro_context_engine.libraries.project.requirements import (
    Ecosystem,
    Requirement,
    holds,
    python_requirement,
    requirement_of,
)


def requirements(content: bytes) -> list[Requirement]:
    """Return the project's requirements, always needed ones first, without its build requirements and itself."""
    document = toml(content)
    project, tool = table(document.get("project")), table(document.get("tool"))
    found = chain(
        _requirements_in(project.get("dependencies"), ""),
        _poetry(table(table(tool.get("poetry")).get("dependencies")), ""),
        _groups(table(project.get("optional-dependencies"))),
        # An included group is a group itself, and every group is read.
        _groups(table(document.get("dependency-groups"))),
        _groups(table(table(tool.get("pdm")).get("dev-dependencies"))),
        _requirements_in(table(tool.get("uv")).get("dev-dependencies"), "dev"),
        _poetry_groups(table(tool.get("poetry"))),
    )
    own = {_normal(name) for name in (project.get("name"), table(tool.get("poetry")).get("name"))}
    return [requirement for requirement in found if requirement.name not in own]


def members(content: bytes) -> list[str]:
    """Return the patterns of the folders of a uv workspace's members."""
    uv = table(table(toml(content).get("tool")).get("uv"))
    return texts(table(uv.get("workspace")).get("members"))


def own_name(content: bytes) -> str:
    """Return the project's own name, "" if it has none."""
    document = toml(content)
    named = (table(document.get("project")), table(table(document.get("tool")).get("poetry")))
    return next((_normal(project["name"]) for project in named if isinstance(project.get("name"), str)), "")


def _normal(name: object) -> str:
    return canonicalize_name(name) if isinstance(name, str) else ""


def _requirements_in(value: object, group: str) -> Iterator[Requirement]:
    for text in texts(value):
        found = python_requirement(text, group)
        if found:
            yield found


def _groups(groups: Table) -> Iterator[Requirement]:
    for group, value in groups.items():
        yield from _requirements_in(value, group)


def _poetry_groups(poetry: Table) -> Iterator[Requirement]:
    yield from _poetry(table(poetry.get("dev-dependencies")), "dev")
    for group, value in table(poetry.get("group")).items():
        yield from _poetry(table(table(value).get("dependencies")), group)


def _poetry(dependencies: Table, group: str) -> Iterator[Requirement]:
    for name, entry in dependencies.items():
        if name.lower() == "python":
            continue
        # Of several constraints for several environments, the first that holds here counts.
        constraints = entry if isinstance(entry, list) else [entry]
        constraint = next((item for item in constraints if _holds(item)), None)
        if constraint is None:
            continue
        version = table(constraint).get("version", "") if isinstance(constraint, dict) else constraint
        found = requirement_of(Ecosystem.PYTHON, name, version, group)
        if found:
            yield found


def _holds(constraint: object) -> bool:
    marker = table(constraint).get("markers")
    return holds(marker) if isinstance(marker, str) else True
