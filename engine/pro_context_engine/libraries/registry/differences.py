"""The differences between two lists of libraries."""

from __future__ import annotations

from collections.abc import Iterable

from pro_context_engine.domain.model import Library
from pro_context_engine.domain.value_class import value_class


@value_class
class Differences:
    """The ids of libraries that differ, sorted.

    Attributes:
        added: libraries only in the new list.
        removed: libraries only in the old list.
        moved: libraries whose documentation has another address: site, repository or llms.txt.
        changed: libraries that differ in anything else.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def any(self) -> bool:
        """Tell whether the lists differ."""
        return bool(self.added or self.removed or self.moved or self.changed)


def compare(old: Iterable[Library], new: Iterable[Library]) -> Differences:
    """Return the differences from one list to the next."""
    before = {library.library_id: library for library in old}
    after = {library.library_id: library for library in new}
    both = sorted(before.keys() & after.keys())
    moved = [one for one in both if _addresses(before[one]) != _addresses(after[one])]
    return Differences(
        tuple(sorted(after.keys() - before.keys())),
        tuple(sorted(before.keys() - after.keys())),
        tuple(moved),
        tuple(one for one in both if one not in moved and before[one] != after[one]),
    )


def _addresses(library: Library) -> tuple[str | None, ...]:
    return (library.docs_url, library.repo_url, library.docs_path, library.llms_txt_url, library.llms_full_txt_url)
