"""`deno.json`: the packages of npm that its import map names, and the members of its workspace."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.manifest_documents import Table, commented_json, table, texts
from pro_context_engine.libraries.project.requirements import Ecosystem, Requirement, package_name, requirement_of

_SPECIFIER = re.compile(r"npm:/?((?:@[^/@]+/)?[^/@]+)(?:@([^/]*))?(?:/.*)?")


@value_class
class DenoJson:
    """One `deno.json` or `deno.jsonc`.

    Attributes:
        document: its content.
        file: its name.
    """

    document: Table
    file: str

    @classmethod
    def read(cls, content: bytes, file: str) -> DenoJson:
        """Return the content of a file; one that is malformed is empty."""
        return cls(commented_json(content), file)

    def requirements(self) -> Iterator[Requirement]:
        """Yield the requirements of packages of npm, each as often as the import map names it."""
        for specifier in table(self.document.get("imports")).values():
            name, written = npm_specifier(specifier)
            found = requirement_of(Ecosystem.NPM, name, written)
            if found:
                yield found

    def own_name(self) -> str:
        """Return the package's own name, "" if it has none."""
        return package_name(Ecosystem.NPM, self.document.get("name")) or ""

    def members(self) -> list[str]:
        """Return the patterns of the folders of a workspace's members."""
        workspace = self.document.get("workspace")
        return texts(table(workspace).get("members") if isinstance(workspace, dict) else workspace)


def npm_specifier(specifier: object) -> tuple[str, str]:
    """Return the name and the range in `npm:name@range/path`, both "" for anything else."""
    found = _SPECIFIER.fullmatch(specifier) if isinstance(specifier, str) else None
    return (found[1], found[2] or "") if found else ("", "")
