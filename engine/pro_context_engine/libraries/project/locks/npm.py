"""npm's `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.libraries.project.manifest_documents import Table, json_object, table
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, pin_of

_FOLDER = "node_modules/"


def npm(content: bytes) -> list[Pin]:
    """Return the pins, those nearest to the project's folder first, in the order in which an import searches."""
    document = json_object(content)
    packages = table(document.get("packages"))
    found = list(_by_path(packages) if packages else _nested(table(document.get("dependencies"))))
    return [pin for _, pin in sorted(found, key=lambda at: at[0])]


def _by_path(packages: Table) -> Iterator[tuple[int, Pin]]:
    """Yield the pins of versions 2 and 3, whose keys are paths of folders, each with its depth."""
    for path, entry in packages.items():
        head, found, name = path.rpartition(_FOLDER)
        if not found or not isinstance(entry, dict) or entry.get("link"):
            continue
        package = entry.get("name", name)
        member = path.partition(_FOLDER)[0].rstrip("/")
        pin = _pin(package, entry.get("version"), "" if package == name else name, member)
        if pin:
            yield head.count(_FOLDER), pin


def _nested(dependencies: Table) -> Iterator[tuple[int, Pin]]:
    """Yield the pins of version 1, whose packages are nested, each with its depth."""
    level = [(0, dependencies)]
    while level:
        depth, packages = level.pop()
        for name, entry in packages.items():
            version = str(table(entry).get("version", ""))
            aliased = version.startswith("npm:")
            package, _, exact = version.removeprefix("npm:").rpartition("@") if aliased else (name, "", version)
            pin = _pin(package, exact, name if aliased else "", "")
            if pin:
                yield depth, pin
            if inner := table(table(entry).get("dependencies")):
                level.append((depth + 1, inner))


def _pin(name: object, version: object, alias: str, member: str) -> Pin | None:
    return pin_of(Ecosystem.NPM, name, version, alias=alias, member=member)
