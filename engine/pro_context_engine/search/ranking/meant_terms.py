"""The asked terms in a text, also where the text has a related word in place of the asked one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from pro_context_engine.search.index.analysis import TermFinder
from pro_context_engine.search.index.related_words import RELATED

SHARE = 0.6
"""What a related word counts, relative to the asked one."""


class MeantTerms:
    """The asked terms of many texts, each counted with the words that mean about the same.

    Args:
        asked: output of `analysis.query_terms`.
    """

    def __init__(self, asked: Iterable[str]) -> None:
        self.asked = frozenset(asked)
        found: defaultdict[str, list[str]] = defaultdict(list)
        # Sorted, because sums of the same numbers in another order differ in the last digit.
        for term in sorted(self.asked):
            for other in RELATED.get(term, frozenset()) - self.asked:
                found[other].append(term)
        self._meant: Mapping[str, list[str]] = found
        self._finder = TermFinder([*self.asked, *found])

    @property
    def terms(self) -> list[str]:
        """Return the asked terms and the related ones."""
        return [*sorted(self.asked), *self._meant]

    def find(self, text: str) -> tuple[dict[str, float], int]:
        """Return how often a text has each asked term, a related word counting less, and the number of its words."""
        terms, words = self._finder.find(text)
        counts: defaultdict[str, float] = defaultdict(float)
        for term in terms:
            if term in self.asked:
                counts[term] += 1.0
            else:
                for asked in self._meant[term]:
                    counts[asked] += SHARE
        return counts, words

    def share(self, terms: Iterable[str], least: int = 1) -> float:
        """Return the share (0..1) of terms that are asked or related; of fewer terms as of `least`."""
        worth = [1.0 if term in self.asked else SHARE if term in self._meant else 0.0 for term in terms]
        return sum(worth) / max(least, len(worth))
