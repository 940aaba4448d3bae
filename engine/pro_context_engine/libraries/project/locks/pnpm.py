"""pnpm's `pnpm-lock.yaml`, versions 5 to 9."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pro_context_engine.libraries.project.manifest_documents import Table, table, yaml_mapping
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, pin_of

_KEPT = ("importers:", "dependencies:", "devDependencies:", "optionalDependencies:", "specifiers:", "lockfileVersion:")
_GROUPS = ("dependencies", "devDependencies", "optionalDependencies")
_PACKAGE_KEY = re.compile(r"""  ['"]?/?([^\s'"].*?)['"]?:(?: \{\})?$""")
_SLASHED = re.compile(r"(.+)/(\d[^/_@]*)(?:_.*)?")
_AT = re.compile(r"(.+)@(\d.*)")


def pnpm(content: bytes) -> list[Pin]:
    """Return the pins: direct dependencies of the project and its members first, then all others."""
    head, keys = _cut(content.decode("utf-8-sig", "replace"))
    document = yaml_mapping(head)
    # A lock of a single package has its importer at the top level.
    importers = table(document.get("importers")) or {".": document}
    pins: list[Pin] = []
    for member, importer in importers.items():
        for group in _GROUPS:
            pins += _own(table(table(importer).get(group)), _member(str(member)))
    return pins + [pin for key in keys if (pin := _pin(*_split(key), "", ""))]


def _cut(text: str) -> tuple[str, list[str]]:
    """Return the sections with dependencies, as YAML, and the keys of `packages`; about a hundredth of the text."""
    kept: list[str] = []
    keys: list[str] = []
    section = ""
    for line in text.splitlines():
        if line and not line.startswith((" ", "#")):
            section = line.partition(":")[0] + ":"
        if section in _KEPT:
            kept.append(line)
        elif section == "packages:" and (found := _PACKAGE_KEY.fullmatch(line)) and not line.startswith("   "):
            keys.append(found[1])
    return "\n".join(kept), keys


def _member(path: str) -> str:
    """Return the folder of a member, "" for the project; the lock of rush has paths from a folder of its own."""
    return re.sub(r"(?:\.\./)*\.?/?", "", path, count=1) if path.startswith(".") else path


def _own(dependencies: Table, member: str) -> Iterator[Pin]:
    """Yield the pins of an importer; since version 6 each also has its specifier."""
    for name, entry in dependencies.items():
        version = entry.get("version") if isinstance(entry, dict) else entry
        if not isinstance(version, str):
            continue
        package, exact = _split(version) if not version[:1].isdigit() else (name, _plain(version))
        pin = _pin(package, exact, "" if package == name else name, member)
        if pin:
            yield pin


def _split(key: str) -> tuple[str, str]:
    """Return name and version of `name@1.0.0(peer@2)`, `/name@1.0.0` or `/name/1.0.0_peer@2`; ("", "") for others."""
    text = key.lstrip("/").partition("(")[0]
    found = _SLASHED.fullmatch(text) or _AT.fullmatch(text)
    return (found[1], found[2]) if found else ("", "")


def _plain(version: str) -> str:
    """Return a version without the peers it was resolved with."""
    return re.split(r"[(_]", version, maxsplit=1)[0]


def _pin(name: str, version: str, alias: str, member: str) -> Pin | None:
    return pin_of(Ecosystem.NPM, name, version, alias=alias, member=member)
