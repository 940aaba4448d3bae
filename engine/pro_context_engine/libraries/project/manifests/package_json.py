"""`package.json`: requirements, members of the workspace, overrides and resolutions."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.npm_versions import npm_range
from pro_context_engine.libraries.project.manifest_documents import Table, json_object, table, texts
from pro_context_engine.libraries.project.manifests.catalogs import Catalogs
from pro_context_engine.libraries.project.requirements import Ecosystem, Requirement, package_name, requirement_of

_GROUPS = {"dependencies": "", "optionalDependencies": "optional", "peerDependencies": "peer", "devDependencies": "dev"}
_ELSEWHERE = ("file:", "link:", "portal:", "git", "http:", "https:", "github:", "gitlab:", "bitbucket:", "patch:", "/")
_EVERYWHERE = "**/"


@value_class
class PackageJson:
    """One `package.json`.

    Attributes:
        document: its content.
    """

    document: Table

    @classmethod
    def read(cls, content: bytes) -> PackageJson:
        """Return the content of a file; one that is malformed is empty."""
        return cls(json_object(content))

    def requirements(self, catalogs: Catalogs) -> list[Requirement]:
        """Return the package's requirements, those that are always needed first, without members of its workspace.

        Args:
            catalogs: the ranges that `catalog:` stands for.
        """
        found = (_requirement(name, catalogs.resolve(name, written), group) for name, written, group in self._needs())
        # Where a package is also installed under other names, the one of its own name comes first.
        return sorted((requirement for requirement in found if requirement), key=lambda one: one.alias != "")

    def overrides(self, catalogs: Catalogs) -> list[Requirement]:
        """Return the requirements that replace all others of a package, by the formats of npm, yarn and pnpm."""
        written = (
            table(self.document.get("overrides")),
            table(table(self.document.get("pnpm")).get("overrides")),
            table(self.document.get("resolutions")),
        )
        return [found for packages in written for found in self.override_requirements(packages, catalogs)]

    def override_requirements(self, packages: Table, catalogs: Catalogs) -> Iterator[Requirement]:
        """Yield the requirements in a table of overrides, without those for a part of the dependents or versions.

        Args:
            packages: specifiers by package. `$name` stands for the package's own requirement of that name.
            catalogs: see `requirements`.
        """
        own = {name: written for name, written, _ in reversed([*self._needs()])}
        for key, value in packages.items():
            name = key.removeprefix(_EVERYWHERE)
            written = table(value).get(".") if isinstance(value, dict) else value
            if isinstance(written, str) and written.startswith("$"):
                written = own.get(written[1:])
            if not isinstance(written, str) or not written or written == "-":
                continue
            found = _requirement(name, catalogs.resolve(name, written), "")
            if found:
                # In place of an alias stands another package, whose versions do not bound this one.
                yield found if not found.alias else Requirement(Ecosystem.NPM, name)

    def own_name(self) -> str:
        """Return the package's own name, "" if it has none."""
        return package_name(Ecosystem.NPM, self.document.get("name")) or ""

    def members(self) -> list[str]:
        """Return the patterns of the folders of a workspace's members, by the formats of npm and yarn."""
        workspaces = self.document.get("workspaces")
        return texts(table(workspaces).get("packages") if isinstance(workspaces, dict) else workspaces)

    def _needs(self) -> Iterator[tuple[str, object, str]]:
        """Yield name, specifier and group of each requirement."""
        for key, group in _GROUPS.items():
            for name, specifier in table(self.document.get(key)).items():
                yield name, specifier, group


def _requirement(name: str, specifier: object, group: str) -> Requirement | None:
    if not isinstance(specifier, str) or specifier.startswith("workspace:"):
        return None
    target = specifier.removeprefix("npm:")
    if target == specifier:
        return requirement_of(Ecosystem.NPM, name, "" if specifier.startswith(_ELSEWHERE) else specifier, group)
    if npm_range(target):
        # yarn writes plain ranges in this way too.
        return requirement_of(Ecosystem.NPM, name, target, group)
    # The first character may be the `@` of a scope.
    at = target.find("@", 1)
    return requirement_of(Ecosystem.NPM, target[:at] if at > 0 else target, specifier, group, alias=name)
