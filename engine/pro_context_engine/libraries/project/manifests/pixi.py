"""`pixi.toml`, and the same tables in `pyproject.toml`: packages of conda and of the index of Python packages."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.manifest_documents import Table, table, toml
from pro_context_engine.libraries.project.manifests.conda import conda_range, conda_requirements
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import Ecosystem, Requirement, requirement_of


@value_class
class PixiManifest:
    """One manifest of pixi.

    Attributes:
        document: its content.
    """

    document: Table

    @classmethod
    def read(cls, content: bytes) -> PixiManifest:
        """Return the content of a file; one that is malformed is empty."""
        return cls(toml(content) if content else {})

    def requirements(self, _python: Interpreter) -> list[Requirement]:
        """Return the project's requirements, those that are always needed first."""
        features = table(self.document.get("feature")).items()
        return [*_packages(self.document, ""), *(one for name, tables in features for one in _packages(tables, name))]

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""
        return conda_range(table(self.document.get("dependencies")).get("python"))

    def own_name(self) -> str:
        """Return the project's own name as it is written, "" if it has none."""
        names = (table(self.document.get(key)).get("name") for key in ("workspace", "project", "package"))
        return next((name for name in names if isinstance(name, str)), "")


def _packages(tables: object, group: str) -> Iterator[Requirement]:
    yield from conda_requirements(table(table(tables).get("dependencies")), group)
    for name, entry in table(table(tables).get("pypi-dependencies")).items():
        version = entry.get("version", "") if isinstance(entry, dict) else entry
        found = requirement_of(Ecosystem.PYTHON, name, version, group)
        if found:
            yield found
