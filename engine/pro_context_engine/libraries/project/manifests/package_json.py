"""`package.json`, and the members of its workspace."""

from __future__ import annotations

from pro_context_engine.libraries.project.manifest_documents import Table, json_object, table, texts, yaml_mapping
from pro_context_engine.libraries.project.requirements import Ecosystem, Requirement, package_name, requirement_of

_GROUPS = {"dependencies": "", "optionalDependencies": "optional", "peerDependencies": "peer", "devDependencies": "dev"}
_ELSEWHERE = ("file:", "link:", "portal:", "git", "http:", "https:", "github:", "gitlab:", "bitbucket:", "patch:", "/")


def requirements(content: bytes) -> list[Requirement]:
    """Return the package's requirements, those that are always needed first, without members of its workspace."""
    document = json_object(content)
    found = [
        _requirement(name, specifier, group)
        for key, group in _GROUPS.items()
        for name, specifier in table(document.get(key)).items()
    ]
    return [requirement for requirement in found if requirement]


def own_name(content: bytes) -> str:
    """Return the package's own name, "" if it has none."""
    return package_name(Ecosystem.NPM, json_object(content).get("name")) or ""


def members(content: bytes) -> list[str]:
    """Return the patterns of the folders of a workspace's members, by the formats of npm and yarn."""
    workspaces = json_object(content).get("workspaces")
    return texts(table(workspaces).get("packages") if isinstance(workspaces, dict) else workspaces)


def pnpm_members(content: bytes) -> list[str]:
    """Return the patterns of the folders of a workspace's members in a `pnpm-workspace.yaml`."""
    workspace: Table = yaml_mapping(content.decode("utf-8-sig", "replace"))
    return texts(workspace.get("packages"))


def _requirement(name: str, specifier: object, group: str) -> Requirement | None:
    if not isinstance(specifier, str) or specifier.startswith("workspace:"):
        return None
    if specifier.startswith("npm:"):
        package, _, version = specifier.removeprefix("npm:").rpartition("@")
        if package:
            return requirement_of(Ecosystem.NPM, package, specifier, group, alias=name)
        return requirement_of(Ecosystem.NPM, version, specifier, group, alias=name)
    return requirement_of(Ecosystem.NPM, name, "" if specifier.startswith(_ELSEWHERE) else specifier, group)
