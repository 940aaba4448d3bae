"""The environments of conda (`environment.yml`), and the notation of its requirements.

Most Python packages have the same name in conda as in the index of Python packages; the others are read as unknown
packages, which does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.python_ranges import plain_range
from pro_context_engine.libraries.project.manifest_documents import Table, table, texts, yaml_mapping
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import (
    Ecosystem,
    Requirement,
    python_requirements,
    requirement_of,
)

_REQUIREMENT = re.compile(r"(?:[\w./-]+::)?([A-Za-z0-9][\w.-]*)(?:\[version=['\"]?([^'\"\]]*)['\"]?[^\]]*\])?\s*(.*)")
_FUZZY = re.compile(r"=\s*(\d[\w.]*?)(?:\.?\*)?")
_NOT_PACKAGES = ("python", "pip")


@value_class
class CondaEnvironment:
    """One `environment.yml`.

    Attributes:
        document: its content.
        group: the group of its requirements.
    """

    document: Table
    group: str = ""

    @classmethod
    def read(cls, content: bytes, group: str = "") -> CondaEnvironment:
        """Return the content of a file; one that is malformed is empty."""
        return cls(yaml_mapping(content.decode("utf-8-sig", "replace")) if content else {}, group)

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the requirements of the environment: conda's own, then those that pip installs."""
        written = self.document.get("dependencies")
        of_pip = (text for item in _items(written) for text in texts(table(item).get("pip")))
        split = (split_requirement(text) for text in texts(written))
        return [*conda_requirements(dict(split), self.group), *python_requirements(of_pip, python, self.group)]

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""
        split = (split_requirement(text) for text in texts(self.document.get("dependencies")))
        return conda_range(dict(split).get("python", ""))

    def own_name(self) -> str:
        """Return "": an environment's name is not that of a package."""
        return ""


def conda_requirements(packages: Table, group: str) -> Iterator[Requirement]:
    """Yield the requirements of Python packages in a table of ranges by name."""
    for name, written in packages.items():
        entry = table(written).get("version", "") if isinstance(written, dict) else written
        found = requirement_of(Ecosystem.PYTHON, name, conda_range(entry), group)
        if found and name not in _NOT_PACKAGES:
            yield found


def conda_range(written: object) -> str:
    """Return a range of conda in the notation of PEP 440, "" for any version and for one that is malformed.

    Args:
        written: `>=1,<2`, `1.4.*`, `==1.4.2`, or `=1.4`, which means any release of 1.4; a build may follow.
    """
    if not isinstance(written, str):
        return ""
    version = re.split(r"(?<=[\w*])(?:\s+|=)(?![\s<>=!~])", written.strip())[0]
    fuzzy = _FUZZY.fullmatch(version)
    return plain_range(f"{fuzzy[1]}.*" if fuzzy else version) or ""


def split_requirement(text: str) -> tuple[str, str]:
    """Return name and range in a requirement of conda (`channel::name=1.4`, `name >=1,<2`), both "" if malformed."""
    found = _REQUIREMENT.fullmatch(text.strip())
    return (found[1].lower(), found[2] or found[3]) if found else ("", "")


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else []
