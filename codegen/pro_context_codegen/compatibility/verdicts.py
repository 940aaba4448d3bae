"""What each kind of change asks of the version, and why: the policy of seed 000 sections 8.2 to 8.5 as one table."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from packaging.version import Version


class Bump(IntEnum):
    """Which part of a version a change must raise."""

    PATCH = 1
    MINOR = 2
    MAJOR = 3

    @property
    def word(self) -> str:
        """Return its name as Semantic Versioning writes it."""
        return self.name.lower()

    def of(self, version: Version) -> Version:
        """Return the smallest version that raises this part of another; 0.x is no exception (decision 0010)."""
        raised = {
            Bump.PATCH: (version.major, version.minor, version.micro + 1),
            Bump.MINOR: (version.major, version.minor + 1, 0),
            Bump.MAJOR: (version.major + 1, 0, 0),
        }[self]
        return Version(".".join(map(str, raised)))


class Verdict(NamedTuple):
    """The judgement of one kind of change.

    Attributes:
        bump: what it asks of the version; MAJOR means that it breaks correct clients.
        why: the reason, as a clause that stands alone.
        removal: whether the deprecation policy asks for a notice one minor release earlier.
    """

    bump: Bump
    why: str
    removal: bool = False


def _removal(why: str) -> Verdict:
    return Verdict(Bump.MAJOR, why, removal=True)


_BREAKING: Mapping[str, Verdict] = {
    "tool-removed": _removal("clients that call it get an error"),
    "tool-renamed": _removal("clients that call it by its old name get an error"),
    "resource-removed": _removal("clients that read it get an error"),
    "resource-renamed": _removal("clients that look for it by its old name do not find it"),
    "resource-address-changed": _removal("clients that read its old address get an error"),
    "prompt-removed": _removal("clients that offer it get an error"),
    "prompt-renamed": _removal("clients that offer it by its old name get an error"),
    "error-removed": _removal("clients that act on the code no longer meet it"),
    "error-renamed": _removal("clients that act on the old code no longer meet it"),
    "input-field-removed": _removal("clients that send it are refused, or no longer heard"),
    "output-field-removed": _removal("clients that read it find nothing"),
    "input-field-now-required": Verdict(Bump.MAJOR, "calls that leave it out are refused"),
    "input-required-field-added": Verdict(Bump.MAJOR, "calls that do not know it are refused"),
    "output-field-no-longer-required": Verdict(Bump.MAJOR, "clients that rely on it may find nothing"),
    "input-narrowed": Verdict(Bump.MAJOR, "values that were accepted are refused, or not provably accepted still"),
    "input-closed": Verdict(Bump.MAJOR, "calls with further fields, which were accepted, are refused"),
    "output-widened": Verdict(Bump.MAJOR, "clients may meet values they were told not to expect"),
    "input-unproven": Verdict(Bump.MAJOR, "what was accepted cannot be proven to be accepted still"),
    "output-unproven": Verdict(Bump.MAJOR, "answers cannot be proven to stay within what was published"),
    "default-changed": Verdict(Bump.MAJOR, "leaving the value out means something else"),
    "default-removed": Verdict(Bump.MAJOR, "what leaving the value out means is no longer promised"),
    "media-type-changed": Verdict(Bump.MAJOR, "clients read the contents as another type"),
    "hint-withdrawn": Verdict(Bump.MAJOR, "hosts that call without asking, or call again, relied on it"),
    "recoverable-changed": Verdict(Bump.MAJOR, "clients decide by it whether to try again"),
    "behavior-removed": Verdict(Bump.MAJOR, "clients may rely on what was promised"),
    "capability-removed": Verdict(Bump.MAJOR, "clients that use it get an error, or wait in vain"),
    "protocol-version-removed": Verdict(Bump.MAJOR, "clients that speak only this version are refused"),
    "error-style-changed": Verdict(Bump.MAJOR, "clients find errors in another shape"),
    "server-renamed": Verdict(Bump.MAJOR, "clients know the server by its name"),
    "unjudged": Verdict(Bump.MAJOR, "no rule tells whether clients can bear it"),
}

_ADDITIVE: Mapping[str, Verdict] = {
    "tool-added": Verdict(Bump.MINOR, "clients that do not know it never call it"),
    "resource-added": Verdict(Bump.MINOR, "clients that do not know it never read it"),
    "prompt-added": Verdict(Bump.MINOR, "clients that do not know it never ask for it"),
    "error-added": Verdict(Bump.MINOR, "clients treat codes they do not know like any error"),
    "error-raised": Verdict(Bump.MINOR, "clients treat codes they do not expect like any error"),
    "error-no-longer-raised": Verdict(Bump.MINOR, "clients that act on it have less to do"),
    "input-field-added": Verdict(Bump.MINOR, "calls without it mean what they meant"),
    "input-field-now-optional": Verdict(Bump.MINOR, "calls with it mean what they meant"),
    "input-widened": Verdict(Bump.MINOR, "all that was accepted is accepted still"),
    "input-opened": Verdict(Bump.MINOR, "all that was accepted is accepted still"),
    "output-field-added": Verdict(Bump.MINOR, "clients ignore fields they do not know"),
    "output-field-now-required": Verdict(Bump.MINOR, "clients that can do without it can do with it"),
    "output-narrowed": Verdict(Bump.MINOR, "answers stay within what was published"),
    "output-closed": Verdict(Bump.MINOR, "answers stay within what was published"),
    "output-opened": Verdict(Bump.MINOR, "clients ignore fields they do not know"),
    "default-added": Verdict(Bump.MINOR, "what leaving the value out means was not promised before"),
    "hint-given": Verdict(Bump.MINOR, "hosts may ask less than before"),
    "behavior-added": Verdict(Bump.MINOR, "one more promise takes nothing away"),
    "capability-added": Verdict(Bump.MINOR, "clients that do not know it never use it"),
    "protocol-version-added": Verdict(Bump.MINOR, "clients go on with the version they speak"),
    "deprecation-announced": Verdict(Bump.MINOR, "it works as before until it is removed"),
    "deprecation-changed": Verdict(Bump.MINOR, "it works as before until it is removed"),
}

_EDITORIAL: Mapping[str, Verdict] = {
    "text-changed": Verdict(Bump.PATCH, "only people and models read it"),
    "examples-changed": Verdict(Bump.PATCH, "examples show what the schemas say"),
    "restated": Verdict(Bump.PATCH, "it admits exactly the same values"),
    "deprecation-withdrawn": Verdict(Bump.PATCH, "it stays as it is"),
    "record-changed": Verdict(Bump.PATCH, "clients rely on none of it, but what is released never changes"),
}

VERDICTS: Mapping[str, Verdict] = {**_BREAKING, **_ADDITIVE, **_EDITORIAL}
"""Every kind of change by its rule."""
