"""yarn's `yarn.lock`, of the classic releases and of those since 2.

The newer format is YAML, the classic one only resembles it. Both have a line with the requested specifiers, and below
it the version found, so both are read line by line, much faster than by a parser.
"""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, pin_of

_ELSEWHERE = ("workspace:", "file:", "link:", "portal:", "git", "http:", "https:", "exec:")


def yarn(content: bytes) -> list[Pin]:
    """Return the pins, one for each specifier."""
    pins: list[Pin] = []
    specifiers: list[str] = []
    for line in content.decode("utf-8-sig", "replace").splitlines():
        if line and not line.startswith((" ", "#", ":")):
            specifiers = _descriptors(line)
        elif line.startswith("  version") and not line.startswith("   "):
            version = line.removeprefix("  version").strip(" :\"'")
            pins.extend(_pins(specifiers, version))
            specifiers = []
    return pins


def _descriptors(line: str) -> list[str]:
    """Return the specifiers in a line: `a@^1, b@^2:`, quoted separately or together, or `? "…"` if it is long."""
    return line.removeprefix("? ").rstrip(":").replace('"', "").split(", ")


def _pins(specifiers: list[str], version: str) -> Iterator[Pin]:
    for descriptor in specifiers:
        # The first character may be the `@` of a scope.
        at = descriptor.find("@", 1)
        name, specifier = descriptor[:at], descriptor[at + 1 :]
        if at < 0 or specifier.startswith(_ELSEWHERE):
            continue
        package, alias = _package(name, specifier)
        written = specifier if alias else specifier.removeprefix("npm:")
        pin = pin_of(Ecosystem.NPM, package, version, alias=alias, specifier=written)
        if pin:
            yield pin


def _package(name: str, specifier: str) -> tuple[str, str]:
    """Return the package's name and the alias under which it is installed, "" if that is its name."""
    target = specifier.removeprefix("npm:")
    at = target.find("@", 1)
    return (target[:at], name) if specifier.startswith("npm:") and at > 0 else (name, "")
