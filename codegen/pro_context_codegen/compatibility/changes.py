"""One difference between two releases of a contract."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pro_context_codegen.compatibility.verdicts import VERDICTS, Bump

ABSENT = "none"
"""The text that stands for an absent value."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference and its place.

    Attributes:
        where: the element, written as under `deprecations` (`tool:get-docs.output.content`), or a key of contract.yaml.
        rule: the kind of change, a key of `VERDICTS`.
        what: the difference, in a few plain words.
    """

    where: str
    rule: str
    what: str

    @property
    def bump(self) -> Bump:
        """Return the part of the version that the change must raise."""
        return VERDICTS[self.rule].bump

    @property
    def breaking(self) -> bool:
        """Tell whether the change breaks an existing, correct client."""
        return self.bump is Bump.MAJOR

    @property
    def why(self) -> str:
        """Return the reason of the verdict."""
        return VERDICTS[self.rule].why

    @property
    def removal(self) -> bool:
        """Tell whether the change is a removal, which must be announced first."""
        return VERDICTS[self.rule].removal


def differing_keys(before: Mapping[str, Any], after: Mapping[str, Any], *keys: str) -> Iterator[str]:
    """Yield the keys whose values differ, sorted; a missing key differs from every value.

    Args:
        before: the earlier values.
        after: the later values.
        keys: the keys to compare; all keys when none is given.
    """
    for key in sorted(keys or before.keys() | after.keys()):
        if (key in before) != (key in after) or not same(before.get(key), after.get(key)):
            yield key


def same(before: Any, after: Any) -> bool:
    """Tell whether two JSON values are equal; true does not equal 1, as it does in Python."""
    return _written(before) == _written(after)


def as_json(values: Mapping[str, Any], key: str) -> str:
    """Return a value as JSON."""
    return _written(values[key]) if key in values else ABSENT


def old_and_new(before: Mapping[str, Any], after: Mapping[str, Any], key: str) -> str:
    """Return `key old → new`."""
    return f"{key} {as_json(before, key)} → {as_json(after, key)}"


def text_changes(where: str, before: Mapping[str, Any], after: Mapping[str, Any], *keys: str) -> Iterator[Change]:
    """Yield one change when any of these texts differs."""
    changed = ", ".join(differing_keys(before, after, *keys))
    if changed:
        yield Change(where, "text-changed", f"{changed} changed")


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
