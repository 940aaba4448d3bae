"""bun's `bun.lock`."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from pro_context_engine.libraries.project.manifest_documents import commented_json, table
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, pin_of


def bun(content: bytes) -> list[Pin]:
    """Return the pins, those nearest to the project's folder first, in the order in which an import searches.

    The key of a package is the path of names under which an import finds it: `debug/ms`. A member of the workspace
    stands in such a path by its name.
    """
    document = commented_json(content)
    members = {table(member).get("name"): folder for folder, member in table(document.get("workspaces")).items()}
    found: list[tuple[int, Pin]] = []
    for key, entry in table(document.get("packages")).items():
        path = list(_names(key))
        parents = path[1:] if path[0] in members else path
        member = members[path[0]] if len(parents) < len(path) and parents else ""
        identifier = entry[0] if isinstance(entry, list) and entry else ""
        package, _, version = identifier.rpartition("@") if isinstance(identifier, str) else ("", "", "")
        pin = pin_of(Ecosystem.NPM, package, version, alias="" if package == path[-1] else path[-1], member=member)
        if pin:
            found.append((len(parents), pin))
    return [pin for _, pin in sorted(found, key=itemgetter(0))]


def _names(key: str) -> Iterator[str]:
    """Yield the names in a path of names, of which those with a scope have a slash."""
    parts = iter(key.split("/"))
    for part in parts:
        name = next(parts, None) if part.startswith("@") else None
        yield part if name is None else f"{part}/{name}"
