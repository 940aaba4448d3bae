"""Announced removals: changes in the announcements, and removals that were announced too late (decision 10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from packaging.version import Version

from pro_context_codegen.compatibility.changes import Change, differing_keys

Json = Mapping[str, Any]


def changes(before: Json, after: Json, found: Sequence[Change]) -> Iterator[Change]:
    """Yield the announcements that were added, withdrawn or changed.

    Args:
        before: the released bundle.
        after: the current bundle.
        found: the other changes; the announcement of a removed element disappears with it, which is no change.
    """
    old, new = _by_element(before), _by_element(after)
    removed = [change.where for change in found if change.removal]
    for element, entry in new.items():
        notice = f"to be removed in {entry['removeIn']}: {entry['reason']} Use {entry['use']} instead."
        if element not in old:
            yield Change(element, "deprecation-announced", notice)
        elif any(differing_keys(old[element], entry)):
            yield Change(element, "deprecation-changed", notice)
    for element in old:
        if element not in new and not any(_within(element, gone) for gone in removed):
            yield Change(element, "deprecation-withdrawn", "is no longer to be removed")


def objection(change: Change, released: Json, version: Version) -> str:
    """Return the reason why a removal is too early, "" when it is not.

    Args:
        change: the removal.
        released: the bundle of the latest release, which must hold the announcement.
        version: the version that lacks the element.
    """
    entries = [entry for element, entry in _by_element(released).items() if _within(change.where, element)]
    if not entries:
        return f"release {released['version']} does not announce it; deprecate it for one minor release first"
    entry = max(entries, key=lambda announced: len(announced["element"]))
    since, remove_in = Version(entry["since"]), Version(entry["removeIn"])
    if version < remove_in:
        return f"it is announced for {remove_in}, not for {version}"
    if (since.major, since.minor) >= (version.major, version.minor):
        return f"it is announced since {since}, less than one minor release before {version}"
    return ""


def _by_element(bundle: Json) -> dict[str, Json]:
    return {entry["element"]: entry for entry in bundle.get("deprecations", [])}


def _within(element: str, outer: str) -> bool:
    return element == outer or element.startswith(f"{outer}.")
