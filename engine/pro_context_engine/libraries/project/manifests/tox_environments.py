"""`tox.ini`: the requirements of the environments of tox."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.manifest_documents import Sections, ini
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import Requirement, python_requirement

_ENVIRONMENT = re.compile(r"testenv(?::(.{1,40}))?")
_FOR_FACTORS = re.compile(r"[^\s:]+\s*:\s+(\S.*)")
_GROUP = "test"
"""The group of the environment that has no name."""


@value_class
class ToxEnvironments:
    """One `tox.ini`.

    Attributes:
        sections: its content.
    """

    sections: Sections

    @classmethod
    def read(cls, content: bytes) -> ToxEnvironments:
        """Return the content of a file; one that is malformed is empty."""
        return cls(ini(content.decode("utf-8-sig", "replace")))

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the requirements of all environments, those for some of them (`old: kit<2`) without their ranges.

        A project that is tested with several versions of a package says of none that it is the project's.
        """
        found: list[Requirement] = []
        for name, section in self.sections.items():
            if environment := _ENVIRONMENT.fullmatch(name):
                found += _requirements(section.get("deps", ""), python, environment[1] or _GROUP)
        return found

    def bounds(self, _python: Interpreter) -> list[Requirement]:
        """Return nothing: constraints stand in files of their own."""
        return []

    def overrides(self, _python: Interpreter) -> list[Requirement]:
        """Return nothing: tox has no overrides."""
        return []

    def requires_python(self) -> str:
        """Return "": the environments have several versions of Python."""
        return ""


def _requirements(text: str, python: Interpreter, group: str) -> Iterator[Requirement]:
    for line in text.splitlines():
        written = line.partition(" #")[0].strip()
        for_some = _FOR_FACTORS.fullmatch(written)
        found = python_requirement(for_some[1] if for_some else written, python, group)
        if found:
            yield replace(found, specifier="") if for_some else found
