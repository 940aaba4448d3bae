"""The catalogs of a workspace: ranges that its packages share by name (`catalog:`), of pnpm, yarn and bun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.manifest_documents import Table, table, texts, yaml_mapping

_DEFAULT = "default"
_PROTOCOL = "catalog:"


@value_class
class Catalogs:
    """The ranges of all catalogs.

    Attributes:
        ranges: specifiers by catalog and package.
    """

    ranges: Mapping[str, Table] = field(default_factory=dict)

    @classmethod
    def of(cls, *documents: Table) -> Catalogs:
        """Return the catalogs in documents, the most important first."""
        found: dict[str, dict[str, object]] = {}
        for document in documents:
            for name, packages in ((_DEFAULT, document.get("catalog")), *table(document.get("catalogs")).items()):
                known = found.setdefault(name, {})
                known.update((package, one) for package, one in table(packages).items() if package not in known)
        return cls(found)

    def resolve(self, package: str, specifier: object) -> object:
        """Return the specifier that `catalog:` or `catalog:NAME` stands for, "" if there is none; others unchanged."""
        if not isinstance(specifier, str) or not specifier.startswith(_PROTOCOL):
            return specifier
        found = self.ranges.get(specifier.removeprefix(_PROTOCOL) or _DEFAULT, {}).get(package)
        return found if isinstance(found, str) else ""


@value_class
class PnpmWorkspace:
    """One `pnpm-workspace.yaml`.

    Attributes:
        document: its content.
    """

    document: Table

    @classmethod
    def read(cls, content: bytes) -> PnpmWorkspace:
        """Return the content of a file; one that is malformed is empty."""
        return cls(yaml_mapping(content.decode("utf-8-sig", "replace")) if content else {})

    def members(self) -> list[str]:
        """Return the patterns of the folders of the workspace's members."""
        return texts(self.document.get("packages"))

    def overrides(self) -> Table:
        """Return the specifiers that replace all others, by package."""
        return table(self.document.get("overrides"))
