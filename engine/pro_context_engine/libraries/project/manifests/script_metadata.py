"""The metadata that a single Python script carries in its comments (PEP 723)."""

from __future__ import annotations

from itertools import takewhile

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.manifest_documents import table, toml
from pro_context_engine.libraries.project.manifests.pyproject import Pyproject
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import Requirement

_BEGIN, _END = "# /// script", "# ///"


@value_class
class ScriptMetadata:
    """The metadata of one script.

    Attributes:
        content: its keys `dependencies` and `requires-python`, as the table `project` of a `pyproject.toml`, and its
            tables of tools.
    """

    content: Pyproject

    @classmethod
    def read(cls, content: bytes) -> ScriptMetadata | None:
        """Return the metadata in a script, None if it has none; malformed metadata is empty."""
        # Most scripts have none, and are not decoded.
        if _BEGIN.encode() not in content:
            return None
        lines = content.decode("utf-8-sig", "replace").splitlines()
        if _BEGIN not in lines:
            return None
        comment = list(takewhile(lambda line: line.startswith("#"), lines[lines.index(_BEGIN) + 1 :]))
        if _END not in comment:
            return None
        # The last such line ends the block: a text in the metadata may have others.
        written = comment[: len(comment) - 1 - comment[::-1].index(_END)]
        text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in written)
        document = toml(text.encode())
        return cls(Pyproject({"project": document, "tool": {"uv": table(document.get("tool")).get("uv")}}))

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the script's requirements."""
        return self.content.requirements(python)

    def bounds(self, python: Interpreter) -> list[Requirement]:
        """Return the script's constraints."""
        return self.content.constraints(python)

    def overrides(self, python: Interpreter) -> list[Requirement]:
        """Return the requirements that replace all others of a package."""
        return self.content.overrides(python)

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""
        return self.content.requires_python()
