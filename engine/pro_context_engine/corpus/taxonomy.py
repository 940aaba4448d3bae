"""The taxonomy of a corpus: every key of its pages' metadata, with its values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pro_context_engine.corpus.manifests import MAX_KEYS
from pro_context_engine.corpus.parsed_files import Unreadable
from pro_context_engine.corpus.values import CorpusProblem, Facet, Metadata

MAX_VALUES = 512
"""The maximum number of values of a key, because every agent that connects reads them."""

MAX_GROUPS = 1_000
"""The maximum number of combinations of values; a filter selects among these."""


class Taxonomy:
    """The keys and values found so far."""

    def __init__(self) -> None:
        self._values: dict[str, set[str]] = {}
        self._groups: set[frozenset[tuple[str, str]]] = set()

    @classmethod
    def of(cls, groups: Iterable[Metadata]) -> Taxonomy:
        """Return the taxonomy of some groups of values."""
        taxonomy = cls()
        for group in groups:
            taxonomy.add("", group)
        return taxonomy

    def add(self, file: str, metadata: Metadata) -> None:
        """Add the values of a page.

        Raises:
            Unreadable: the corpus exceeds a bound.
        """
        self._groups.add(frozenset(metadata.items()))
        if len(self._groups) > MAX_GROUPS:
            what = f"its metadata is one combination too many: the pages before have {MAX_GROUPS} different ones"
            raise Unreadable(CorpusProblem(file, 0, what))
        for key, value in metadata.items():
            values = self._values.setdefault(key, set())
            values.add(value)
            if len(values) > MAX_VALUES:
                raise Unreadable(CorpusProblem(file, 0, f"{key} has more than {MAX_VALUES} values in this corpus"))
        if len(self._values) > MAX_KEYS:
            raise Unreadable(CorpusProblem(file, 0, f"the metadata of this corpus has more than {MAX_KEYS} keys"))

    def facets(self, descriptions: Mapping[str, str]) -> dict[str, Facet]:
        """Return each key with its description and its values, both sorted."""
        return {
            key: Facet(descriptions.get(key, ""), tuple(sorted(values))) for key, values in sorted(self._values.items())
        }
