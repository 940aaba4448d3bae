"""The asked terms in a text, also where the text has a related word in place of the asked one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from pro_context_engine.search.index.analysis import runs_of
from pro_context_engine.search.index.related_words import PHRASES, RELATED
from pro_context_engine.search.index.term_finder import TermFinder

SHARE = 0.6
"""What a related word counts, relative to the asked one."""


class MeantTerms:
    """The asked terms of many texts, each counted with the words that mean about the same.

    Args:
        asked: output of `analysis.query_terms`.
        pairs: output of `analysis.query_pairs`. A phrase among them ("give up") adds what it means to its first term.

    Attributes:
        asked: the asked terms.
        finder: finds the asked terms and the related ones.
    """

    def __init__(self, asked: Iterable[str], pairs: Iterable[str] = ()) -> None:
        self.asked = frozenset(asked)
        found: defaultdict[str, list[str]] = defaultdict(list)
        # Sorted, because sums of the same numbers in another order differ in the last digit.
        for term in sorted(self.asked):
            for other in sorted(RELATED.get(term, frozenset()) - self.asked):
                found[other].append(term)
        for pair in pairs:
            carrier = next(filter(self.asked.__contains__, pair.split()), "")
            for other in PHRASES.get(pair, ()) if carrier else ():
                if other not in self.asked and carrier not in found[other]:
                    found[other].append(carrier)
        self._meant: Mapping[str, list[str]] = found
        self.finder = TermFinder([*self.asked, *found])
        # For each word the asked terms that it counts for, with what it counts.
        self._worth: dict[str, list[tuple[str, float]]] = {}

    @property
    def terms(self) -> list[str]:
        """Return the asked terms and the related ones."""
        return [*sorted(self.asked), *self._meant]

    def find(self, text: str) -> tuple[dict[str, float], int]:
        """Return how often a text has each asked term, a related word counting less, and the number of its words."""
        words = text.split()
        self.look_at(frozenset(words))
        return self.count(words), len(runs_of(text))

    def look_at(self, words: AbstractSet[str]) -> None:
        """Look at the words of a text, which are parts without white space, before `count` is asked for them."""
        for word in self.finder.look_at(words):
            self._worth[word] = [one for term in self.finder.having[word] for one in self._worth_of(term)]

    def count(self, words: Sequence[str]) -> dict[str, float]:
        """Return how often each asked term is in words that were looked at, a related word counting less."""
        counts: dict[str, float] = {}
        for word in filter(self._worth.__contains__, words):
            for asked, worth in self._worth[word]:
                counts[asked] = counts.get(asked, 0.0) + worth
        return counts

    def share(self, terms: Iterable[str], least: int = 1) -> float:
        """Return the share (0..1) of terms that are asked or related; of fewer terms as of `least`."""
        worth = [1.0 if term in self.asked else SHARE if term in self._meant else 0.0 for term in terms]
        return sum(worth) / max(least, len(worth))

    def _worth_of(self, term: str) -> list[tuple[str, float]]:
        return [(term, 1.0)] if term in self.asked else [(asked, SHARE) for asked in self._meant[term]]
