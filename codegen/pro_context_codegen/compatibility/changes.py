"""One difference between two releases of a contract."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pro_context_codegen.compatibility.verdicts import VERDICTS, Bump

ABSENT = "none"
"""How a value that is not there reads."""


@dataclass(frozen=True, slots=True)
class Change:
    """What changed, where.

    Attributes:
        where: the element, written as in `deprecations` (`tool:get-docs.output.content`), or a key of contract.yaml.
        rule: the kind of change, a key of `VERDICTS`.
        what: the change itself, in a few plain words.
    """

    where: str
    rule: str
    what: str

    @property
    def bump(self) -> Bump:
        """Return what it asks of the version."""
        return VERDICTS[self.rule].bump

    @property
    def breaking(self) -> bool:
        """Return whether it breaks an existing, correct client."""
        return self.bump is Bump.MAJOR

    @property
    def why(self) -> str:
        """Return the reason of that judgement."""
        return VERDICTS[self.rule].why

    @property
    def removal(self) -> bool:
        """Return whether it had to be announced."""
        return VERDICTS[self.rule].removal


def differing(before: Mapping[str, Any], after: Mapping[str, Any], *keys: str) -> Iterator[str]:
    """Give the keys whose values differ, sorted, of some or of all; a missing key differs from every value."""
    for key in sorted(keys or before.keys() | after.keys()):
        if (key in before) != (key in after) or not same(before.get(key), after.get(key)):
            yield key


def same(before: Any, after: Any) -> bool:
    """Tell whether two JSON values are the same; unlike Python's ==, true is not 1."""
    return _written(before) == _written(after)


def shown(values: Mapping[str, Any], key: str) -> str:
    """Return a value as JSON."""
    return _written(values[key]) if key in values else ABSENT


def step(before: Mapping[str, Any], after: Mapping[str, Any], key: str) -> str:
    """Return `key old → new`."""
    return f"{key} {shown(before, key)} → {shown(after, key)}"


def texts(where: str, before: Mapping[str, Any], after: Mapping[str, Any], *keys: str) -> Iterator[Change]:
    """Give one change when any of these texts differs."""
    changed = ", ".join(differing(before, after, *keys))
    if changed:
        yield Change(where, "text-changed", f"{changed} changed")


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
