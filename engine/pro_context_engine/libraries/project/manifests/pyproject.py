"""`pyproject.toml`: PEP 621, dependency groups (PEP 735), and the tables of poetry, PDM, uv, hatch and pixi."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from packaging.utils import canonicalize_name

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.python_ranges import plain_range
from pro_context_engine.libraries.project.manifest_documents import Table, table, tables, texts, toml
from pro_context_engine.libraries.project.manifests.pixi import PixiManifest
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import (
    Ecosystem,
    Requirement,
    python_requirements,
    requirement_of,
)

_NO_INDEX = frozenset({"git", "url", "path"})
"""Keys of a source of uv that is no index."""


@value_class
class Pyproject:
    """One `pyproject.toml`.

    Attributes:
        document: its content.
    """

    document: Table

    @classmethod
    def read(cls, content: bytes) -> Pyproject:
        """Return the content of a file; one that is malformed is empty."""
        return cls(toml(content) if content else {})

    @classmethod
    def read_hatch(cls, content: bytes) -> Pyproject:
        """Return the content of a `hatch.toml`, which has the table of hatch alone."""
        return cls({"tool": {"hatch": toml(content)}} if content else {})

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the project's requirements, always needed ones first, without its build requirements and itself."""
        project, poetry = self._project, self._tool("poetry")
        found = chain(
            _requirements_in(project.get("dependencies"), python, ""),
            _poetry(table(poetry.get("dependencies")), python, ""),
            _groups(table(project.get("optional-dependencies")), python),
            _requirements_in(table(self._tool("flit").get("metadata")).get("requires"), python, ""),
            # An included group is a group itself, and every group is read.
            _groups(table(self.document.get("dependency-groups")), python),
            _groups(table(self._tool("pdm").get("dev-dependencies")), python),
            _requirements_in(self._tool("uv").get("dev-dependencies"), python, "dev"),
            _poetry_groups(poetry, python),
            _environments(table(self._tool("hatch").get("envs")), python),
            self._pixi.requirements(python),
        )
        own = {_normal(named.get("name")) for named in (project, poetry)}
        elsewhere = self._not_from_indexes()
        return [
            replace(requirement, specifier="") if requirement.name in elsewhere else requirement
            for requirement in found
            if requirement.name not in own
        ]

    def requirements_files(self) -> Iterator[tuple[str, str]]:
        """Yield the paths of the requirements files from which setuptools or hatch takes requirements, with groups."""
        dynamic = table(self._tool("setuptools").get("dynamic"))
        hooks = table(table(self._tool("hatch").get("metadata")).get("hooks"))
        always = (table(dynamic.get("dependencies")).get("file"), table(hooks.get("requirements_txt")).get("files"))
        extras = table(dynamic.get("optional-dependencies")).items()
        for group, paths in (
            *(("", paths) for paths in always),
            *((name, table(one).get("file")) for name, one in extras),
        ):
            yield from ((path, group) for path in texts([paths] if isinstance(paths, str) else paths))

    def constraints(self, python: Interpreter) -> list[Requirement]:
        """Return the requirements that bound packages and do not make them needed."""
        return list(_requirements_in(self._tool("uv").get("constraint-dependencies"), python, ""))

    def overrides(self, python: Interpreter) -> list[Requirement]:
        """Return the requirements that replace all others of a package."""
        of_pdm = table(table(self._tool("pdm").get("resolution")).get("overrides"))
        written = (requirement_of(Ecosystem.PYTHON, name, version) for name, version in of_pdm.items())
        of_uv = _requirements_in(self._tool("uv").get("override-dependencies"), python, "")
        return [*of_uv, *(requirement for requirement in written if requirement)]

    def members(self) -> list[str]:
        """Return the patterns of the folders of a uv workspace's members; `!` stands before an excluded one."""
        workspace = table(self._tool("uv").get("workspace"))
        return [*texts(workspace.get("members")), *(f"!{pattern}" for pattern in texts(workspace.get("exclude")))]

    def own_name(self) -> str:
        """Return the project's own name, "" if it has none."""
        names = (_normal(named.get("name")) for named in (self._project, self._tool("poetry")))
        return next((name for name in names if name), "")

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""
        of_poetry = table(self._tool("poetry").get("dependencies"))
        asked = (self._project.get("requires-python"), of_poetry.get("python"))
        meant = (plain_range(text) for text in asked if isinstance(text, str))
        return next((found for found in meant if found), "") or self._pixi.requires_python()

    def _not_from_indexes(self) -> set[str]:
        """Return the names of the packages that uv takes from repositories, addresses and folders.

        Their written ranges say nothing about the releases of an index.
        """
        found = table(self._tool("uv").get("sources")).items()
        sources = ((name, tables(one) if isinstance(one, list) else [table(one)]) for name, one in found)
        return {_normal(name) for name, kinds in sources if any(_NO_INDEX & kind.keys() for kind in kinds)}

    @property
    def _pixi(self) -> PixiManifest:
        return PixiManifest(self._tool("pixi"))

    @property
    def _project(self) -> Table:
        return table(self.document.get("project"))

    def _tool(self, name: str) -> Table:
        return table(table(self.document.get("tool")).get(name))


def _normal(name: object) -> str:
    return canonicalize_name(name) if isinstance(name, str) else ""


def _requirements_in(value: object, python: Interpreter, group: str) -> Iterator[Requirement]:
    return python_requirements(texts(value), python, group)


def _groups(groups: Table, python: Interpreter) -> Iterator[Requirement]:
    for group, value in groups.items():
        yield from _requirements_in(value, python, group)


def _environments(environments: Table, python: Interpreter) -> Iterator[Requirement]:
    """Yield the requirements of the environments of hatch, which stand beside those of the project."""
    for name, environment in environments.items():
        for key in ("dependencies", "extra-dependencies"):
            yield from _requirements_in(table(environment).get(key), python, name)


def _poetry_groups(poetry: Table, python: Interpreter) -> Iterator[Requirement]:
    yield from _poetry(table(poetry.get("dev-dependencies")), python, "dev")
    for group, value in table(poetry.get("group")).items():
        yield from _poetry(table(table(value).get("dependencies")), python, group)


def _poetry(dependencies: Table, python: Interpreter, group: str) -> Iterator[Requirement]:
    for name, entry in dependencies.items():
        if name.lower() == "python":
            continue
        # Of several constraints for several environments, the first that holds here counts.
        constraints = entry if isinstance(entry, list) else [entry]
        constraint = next((item for item in constraints if _holds(table(item), python)), None)
        if constraint is None:
            continue
        version = table(constraint).get("version", "") if isinstance(constraint, dict) else constraint
        found = requirement_of(Ecosystem.PYTHON, name, version, group)
        if found:
            yield found


def _holds(constraint: Table, python: Interpreter) -> bool:
    return python.holds(constraint.get("markers")) and python.is_in(constraint.get("python"))
