"""`setup.cfg`: the requirements that setuptools reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.python_ranges import plain_range
from pro_context_engine.libraries.project.manifest_documents import Sections, ini
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import Requirement, python_requirements

_OPTIONS = "options"
_EXTRAS = "options.extras_require"
_FILE = "file:"


@value_class
class SetupCfg:
    """One `setup.cfg`.

    Attributes:
        sections: its content.
    """

    sections: Sections

    @classmethod
    def read(cls, content: bytes) -> SetupCfg:
        """Return the content of a file; one that is malformed is empty."""
        return cls(ini(content.decode("utf-8-sig", "replace")) if content else {})

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the project's requirements, those that are always needed first."""
        always = _requirements(self._option("install_requires"), python, "")
        extras = self.sections.get(_EXTRAS, {}).items()
        return [*always, *(found for group, text in extras for found in _requirements(text, python, group))]

    def requirements_files(self) -> Iterator[tuple[str, str]]:
        """Yield the paths of the requirements files from which setuptools takes requirements, with groups."""
        for group, text in (("", self._option("install_requires")), *self.sections.get(_EXTRAS, {}).items()):
            written = text.strip()
            if written.startswith(_FILE):
                yield from ((path.strip(), group) for path in re.split(r"[,\n]", written.removeprefix(_FILE)))

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""
        return plain_range(self._option("python_requires")) or ""

    def own_name(self) -> str:
        """Return the project's own name as it is written, "" if it has none."""
        return self.sections.get("metadata", {}).get("name", "")

    def _option(self, key: str) -> str:
        return self.sections.get(_OPTIONS, {}).get(key, "")


def _requirements(text: str, python: Interpreter, group: str) -> Iterator[Requirement]:
    return python_requirements((line.partition(" #")[0] for line in text.splitlines()), python, group)
