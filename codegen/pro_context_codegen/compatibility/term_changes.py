"""The changes between two bundles of a contract outside its elements: identity, protocol, promises and examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pro_context_codegen.compatibility.changes import Change, differing_keys, old_and_new, same, text_changes

Json = Mapping[str, Any]


def changes(before: Json, after: Json) -> Iterator[Change]:
    """Yield the changes in identity, capabilities, protocol versions, behaviours, raised codes and examples."""
    yield from text_changes("contract", before, after, "instructions")
    yield from _server(before.get("server", {}), after.get("server", {}))
    if before.get("errorStyle") != after.get("errorStyle"):
        yield Change("contract", "error-style-changed", old_and_new(before, after, "errorStyle"))
    for key in ("eventsPath", "corpusFilters"):
        if before.get(key) != after.get(key):
            rule = "capability-removed" if key in before else "capability-added"
            yield Change(key, rule, old_and_new(before, after, key))
    yield from _protocol_versions(before.get("protocolVersions", []), after.get("protocolVersions", []))
    yield from _capabilities(before.get("capabilities", {}), after.get("capabilities", {}))
    for where, old, new in _in_both(before, after, "behaviors"):
        yield from _behaviors(where, old, new)
    for where, old, new in _in_both(before, after, "raises"):
        yield from _raised_codes(where, old, new)
    for where, old, new in _in_both(before, after, "examples"):
        if not same(old, new):
            yield Change(where, "examples-changed", "examples changed")


def _in_both(before: Json, after: Json, key: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield each element that both bundles have, with its earlier and its later entry under a key."""
    old, new = before.get(key, {}), after.get(key, {})
    for where in old:
        if where in new:
            yield where, old[where], new[where]


def _server(before: Json, after: Json) -> Iterator[Change]:
    yield from text_changes("server", before, after, "title", "description")
    if before.get("name") != after.get("name"):
        yield Change("server", "server-renamed", old_and_new(before, after, "name"))


def _protocol_versions(before: list[str], after: list[str]) -> Iterator[Change]:
    for version in before:
        if version not in after:
            yield Change("protocolVersions", "protocol-version-removed", f"{version} was removed")
    for version in after:
        if version not in before:
            yield Change("protocolVersions", "protocol-version-added", f"{version} was added")


def _capabilities(before: Json, after: Json) -> Iterator[Change]:
    """Yield the changes of capabilities and their flags; an absent flag is false."""
    for name in differing_keys(before, after):
        where = f"capabilities.{name}"
        if name not in after:
            yield Change(where, "capability-removed", "was removed")
        elif name not in before:
            yield Change(where, "capability-added", "was added")
        else:
            for flag in differing_keys(before[name], after[name]):
                was, now = bool(before[name].get(flag)), bool(after[name].get(flag))
                if was != now:
                    rule = "capability-added" if now else "capability-removed"
                    yield Change(where, rule, old_and_new({flag: was}, {flag: now}, flag))


def _behaviors(where: str, before: Json, after: Json) -> Iterator[Change]:
    for name in differing_keys(before, after):
        if name not in after:
            yield Change(where, "behavior-removed", f"{name} is no longer promised")
        elif name not in before:
            yield Change(where, "behavior-added", f"{name} is promised")
        else:
            yield Change(where, "text-changed", f"behavior {name} is worded differently")


def _raised_codes(where: str, before: list[str], after: list[str]) -> Iterator[Change]:
    for code in before:
        if code not in after:
            yield Change(where, "error-no-longer-raised", f"{code} is no longer raised")
    for code in after:
        if code not in before:
            yield Change(where, "error-raised", f"{code} may be raised")
