"""The asked terms in a text, also where the text has a related word in place of the asked one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

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
        self._worth: Mapping[str, Sequence[tuple[str, float]]] = {
            **{term: [(one, SHARE) for one in asked_for] for term, asked_for in found.items()},
            **{term: [(term, 1.0)] for term in self.asked},
        }

    @property
    def terms(self) -> list[str]:
        """Return the asked terms and the related ones."""
        return [*sorted(self.asked), *self._meant]

    def isdisjoint(self, terms: Iterable[str]) -> bool:
        """Tell whether no asked or related term is among some terms."""
        return self._worth.keys().isdisjoint(terms)

    def count(self, terms: Iterable[str]) -> dict[str, float]:
        """Return how often each asked term is among the terms of a text, a related one counting less."""
        counts: dict[str, float] = {}
        for term in filter(self._worth.__contains__, terms):
            for asked, worth in self._worth[term]:
                counts[asked] = counts.get(asked, 0.0) + worth
        return counts

    def share(self, terms: Iterable[str], least: int = 1) -> float:
        """Return the share (0..1) of terms that are asked or related; of fewer terms as of `least`."""
        worth = [1.0 if term in self.asked else SHARE if term in self._meant else 0.0 for term in terms]
        return sum(worth) / max(least, len(worth))
