"""yarn's `yarn.lock`, of the classic releases and of those since 2.

The second kind is YAML, the first only looks like it. Both have a line that names what was asked for, and under it the
version that was found, so both are read line by line, in a small part of the time a parser takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, pinned

_ELSEWHERE = ("workspace:", "file:", "link:", "portal:", "git", "http:", "https:", "exec:")


def yarn(content: bytes) -> list[Pin]:
    """Return the pins, one for each specifier they answer."""
    pins: list[Pin] = []
    asked: list[str] = []
    for line in content.decode("utf-8-sig", "replace").splitlines():
        if line and not line.startswith((" ", "#", ":")):
            asked = _descriptors(line)
        elif line.startswith("  version") and not line.startswith("   "):
            version = line.removeprefix("  version").strip(" :\"'")
            pins.extend(_pins(asked, version))
            asked = []
    return pins


def _descriptors(line: str) -> list[str]:
    """Return what a line asks for: `a@^1, b@^2:`, quoted one by one or together, or `? "…"` where it is long."""
    return line.removeprefix("? ").rstrip(":").replace('"', "").split(", ")


def _pins(asked: list[str], version: str) -> Iterator[Pin]:
    for descriptor in asked:
        # The first character may be the mark of a scope.
        at = descriptor.find("@", 1)
        name, specifier = descriptor[:at], descriptor[at + 1 :]
        if at < 0 or specifier.startswith(_ELSEWHERE):
            continue
        package, alias = _package(name, specifier)
        written = specifier if alias else specifier.removeprefix("npm:")
        pin = pinned(Ecosystem.NPM, package, version, alias=alias, specifier=written)
        if pin:
            yield pin


def _package(name: str, specifier: str) -> tuple[str, str]:
    """Return the package's name and the alias it is installed under, "" if that is its name."""
    target = specifier.removeprefix("npm:")
    at = target.find("@", 1)
    return (target[:at], name) if specifier.startswith("npm:") and at > 0 else (name, "")
