"""The verdict on each kind of change: the part of the version that it must raise, and the reason (decision 10)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from packaging.version import Version


class Bump(IntEnum):
    """The part of a version that a change must raise."""

    PATCH = 1
    MINOR = 2
    MAJOR = 3

    @property
    def word(self) -> str:
        """Return the name of the part in Semantic Versioning."""
        return self.name.lower()

    def of(self, version: Version) -> Version:
        """Return the smallest later version that raises this part; 0.x is no exception (decision 10)."""
        raised = {
            Bump.PATCH: (version.major, version.minor, version.micro + 1),
            Bump.MINOR: (version.major, version.minor + 1, 0),
            Bump.MAJOR: (version.major + 1, 0, 0),
        }[self]
        return Version(".".join(map(str, raised)))


class CompatibilityVerdict(NamedTuple):
    """The verdict on one kind of change.

    Attributes:
        bump: the part of the version to raise; MAJOR means that the change breaks correct clients.
        why: the reason, as a clause that stands alone.
        removal: whether the change must be announced one minor release earlier.
    """

    bump: Bump
    why: str
    removal: bool = False


def _removal(why: str) -> CompatibilityVerdict:
    return CompatibilityVerdict(Bump.MAJOR, why, removal=True)


_BREAKING: Mapping[str, CompatibilityVerdict] = {
    "tool-removed": _removal("clients that call it get an error"),
    "tool-renamed": _removal("clients that call it by its old name get an error"),
    "resource-removed": _removal("clients that read it get an error"),
    "resource-renamed": _removal("clients that look for it by its old name do not find it"),
    "resource-address-changed": _removal("clients that read its old address get an error"),
    "prompt-removed": _removal("clients that offer it get an error"),
    "prompt-renamed": _removal("clients that offer it by its old name get an error"),
    "error-removed": _removal("clients that act on the code no longer meet it"),
    "error-renamed": _removal("clients that act on the old code no longer meet it"),
    "input-field-removed": _removal("calls with it are refused, or its value is ignored"),
    "output-field-removed": _removal("clients that read it find nothing"),
    "input-field-now-required": CompatibilityVerdict(Bump.MAJOR, "calls that leave it out are refused"),
    "input-required-field-added": CompatibilityVerdict(Bump.MAJOR, "calls that do not know it are refused"),
    "output-field-no-longer-required": CompatibilityVerdict(Bump.MAJOR, "clients that rely on it may find nothing"),
    "input-narrowed": CompatibilityVerdict(Bump.MAJOR, "accepted values are refused, or not provably still accepted"),
    "input-closed": CompatibilityVerdict(Bump.MAJOR, "calls with further fields, which were accepted, are refused"),
    "output-widened": CompatibilityVerdict(Bump.MAJOR, "clients may receive values that the earlier schema excluded"),
    "input-unproven": CompatibilityVerdict(Bump.MAJOR, "no proof shows that every accepted value is still accepted"),
    "output-unproven": CompatibilityVerdict(Bump.MAJOR, "no proof shows that answers stay within the published schema"),
    "default-changed": CompatibilityVerdict(Bump.MAJOR, "an absent value has another meaning"),
    "default-removed": CompatibilityVerdict(Bump.MAJOR, "the meaning of an absent value is no longer promised"),
    "media-type-changed": CompatibilityVerdict(Bump.MAJOR, "clients read the contents as another type"),
    "hint-withdrawn": CompatibilityVerdict(Bump.MAJOR, "hosts that call without asking, or call again, relied on it"),
    "recoverable-changed": CompatibilityVerdict(Bump.MAJOR, "clients decide by it whether to try again"),
    "behavior-removed": CompatibilityVerdict(Bump.MAJOR, "clients may rely on the promise"),
    "capability-removed": CompatibilityVerdict(Bump.MAJOR, "clients that use it get an error, or no answer"),
    "protocol-version-removed": CompatibilityVerdict(Bump.MAJOR, "clients that speak only this version are refused"),
    "error-style-changed": CompatibilityVerdict(Bump.MAJOR, "clients find errors in another shape"),
    "server-renamed": CompatibilityVerdict(Bump.MAJOR, "clients know the server by its name"),
    "unjudged": CompatibilityVerdict(Bump.MAJOR, "no rule tells whether it breaks clients"),
}

_ADDITIVE: Mapping[str, CompatibilityVerdict] = {
    "tool-added": CompatibilityVerdict(Bump.MINOR, "clients that do not know it never call it"),
    "resource-added": CompatibilityVerdict(Bump.MINOR, "clients that do not know it never read it"),
    "prompt-added": CompatibilityVerdict(Bump.MINOR, "clients that do not know it never ask for it"),
    "error-added": CompatibilityVerdict(Bump.MINOR, "clients treat codes they do not know like any error"),
    "error-raised": CompatibilityVerdict(Bump.MINOR, "clients treat codes they do not expect like any error"),
    "error-no-longer-raised": CompatibilityVerdict(Bump.MINOR, "clients that act on it have less to do"),
    "input-field-added": CompatibilityVerdict(Bump.MINOR, "calls without it keep their meaning"),
    "input-field-now-optional": CompatibilityVerdict(Bump.MINOR, "calls with it keep their meaning"),
    "input-widened": CompatibilityVerdict(Bump.MINOR, "every accepted value is still accepted"),
    "input-opened": CompatibilityVerdict(Bump.MINOR, "every accepted value is still accepted"),
    "output-field-added": CompatibilityVerdict(Bump.MINOR, "clients ignore fields they do not know"),
    "output-field-now-required": CompatibilityVerdict(Bump.MINOR, "clients that do not rely on it are not affected"),
    "output-narrowed": CompatibilityVerdict(Bump.MINOR, "answers stay within the published schema"),
    "output-closed": CompatibilityVerdict(Bump.MINOR, "answers stay within the published schema"),
    "output-opened": CompatibilityVerdict(Bump.MINOR, "clients ignore fields they do not know"),
    "default-added": CompatibilityVerdict(Bump.MINOR, "the meaning of an absent value was not promised before"),
    "hint-given": CompatibilityVerdict(Bump.MINOR, "hosts may ask less than before"),
    "behavior-added": CompatibilityVerdict(Bump.MINOR, "a further promise changes none of the others"),
    "capability-added": CompatibilityVerdict(Bump.MINOR, "clients that do not know it never use it"),
    "protocol-version-added": CompatibilityVerdict(Bump.MINOR, "clients go on with the version they speak"),
    "deprecation-announced": CompatibilityVerdict(Bump.MINOR, "it works as before until it is removed"),
    "deprecation-changed": CompatibilityVerdict(Bump.MINOR, "it works as before until it is removed"),
}

_EDITORIAL: Mapping[str, CompatibilityVerdict] = {
    "text-changed": CompatibilityVerdict(Bump.PATCH, "only people and models read it"),
    "examples-changed": CompatibilityVerdict(Bump.PATCH, "examples show what the schemas say"),
    "restated": CompatibilityVerdict(Bump.PATCH, "it admits exactly the same values"),
    "deprecation-withdrawn": CompatibilityVerdict(Bump.PATCH, "it stays as it is"),
    "record-changed": CompatibilityVerdict(
        Bump.PATCH, "clients do not rely on it, but a released bundle never changes"
    ),
}

VERDICTS: Mapping[str, CompatibilityVerdict] = {**_BREAKING, **_ADDITIVE, **_EDITORIAL}
"""The verdict on every kind of change, by the name of its rule."""
