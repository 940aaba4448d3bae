"""The results of a comparison of two versions of a package: the changes of its public API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum

from pro_context_engine.domain.value_class import value_class


class ChangeKind(StrEnum):
    """The kind of a change, the most serious first."""

    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    SIGNATURE = "signature"
    DEFAULT = "default"
    DEPRECATED = "deprecated"
    ADDED = "added"


@value_class
class StatedChange:
    """A passage in which a package or its documentation tells of a change; it is data, written by others.

    Attributes:
        text: the passage.
        url: the page that has it.
        version: the version that the passage is about, "" for unknown.
    """

    text: str
    url: str
    version: str = ""


@value_class
class ApiChange:
    """One change of the API of a package.

    Attributes:
        kind: its kind.
        symbol: the public name of what changed, in the earlier version; of an addition in the later one.
        before: its name or signature in the earlier version, "" for an addition.
        after: its name or signature in the later version, "" where it is gone.
        breaking: whether code that was right may fail.
        rank: publicness, 0 for the names that the package offers first.
        detail: what changed in a signature, in words of ours, "" where the kind says it all.
        parameters: the names of the parameters that changed, those of the earlier version.
        needed: the names of the parameters that a call must give in the later version alone.
        replacement: the name that takes its place, "" for unknown.
        since: the version that made the change, "" for unknown.
        url: the page that documents it, or what takes its place; "" for unknown.
        stated: a passage that tells of it, None if none is known.
        lines: the 1-based lines of the caller's code that it affects.
    """

    kind: ChangeKind
    symbol: str
    before: str = ""
    after: str = ""
    breaking: bool = False
    rank: int = 0
    detail: str = ""
    parameters: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    replacement: str = ""
    since: str = ""
    url: str = ""
    stated: StatedChange | None = None
    lines: tuple[int, ...] = ()


@value_class
class Focus:
    """The part of a comparison that is asked for; everything where all is empty.

    Attributes:
        names: names of one or more parts; their changes alone count.
        code: code; the changes that affect it alone count.
        language: that of the code, None to tell it by the code.
        topic: words; the changes that have some of them alone count.
    """

    names: Sequence[str] = ()
    code: str = ""
    language: str | None = None
    topic: str = ""


@value_class
class ComparedVersion:
    """A compared version: its exact name, and how it was chosen, in words of ours."""

    version: str
    reason: str


@value_class
class VersionComparison:
    """The result of a comparison.

    Attributes:
        library_id: id of the library.
        package: name of the package.
        old: the earlier version, as the caller named it first.
        new: the other version.
        changes: those that were asked for, the most serious first.
        counts: how many there are of each kind, those left out included.
        documents: pages of the later version that tell of changes, each with its title and URL.
        not_compared: what could not be compared, each with the reason.
    """

    library_id: str
    package: str
    old: ComparedVersion
    new: ComparedVersion
    changes: tuple[ApiChange, ...]
    counts: Mapping[ChangeKind, int] = field(default_factory=dict)
    documents: tuple[tuple[str, str], ...] = ()
    not_compared: tuple[tuple[str, str], ...] = ()

    @property
    def total(self) -> int:
        """Return how many changes there are, those left out included."""
        return sum(self.counts.values())
