"""The asked terms with the words that mean about the same (query expansion), as they stand in texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pro_context_engine.search.index.related_words import PHRASES, RELATED
from pro_context_engine.search.index.term_finder import TermFinder

SHARE = 0.6
"""The weight of a related word, relative to the asked one."""


class ExpandedTerms:
    """The asked terms of many texts, each counted with the words that mean about the same.

    Args:
        asked: output of `analysis.query_terms`.
        pairs: output of `analysis.query_pairs`. A phrase among them ("give up") adds what it means to its first term.
        telling: output of `analysis.telling_stop_words`. They count in scores, and are not looked for elsewhere.

    Attributes:
        asked: the asked terms, the telling ones included.
        telling: those of them that are stop words.
        finder: finds the asked terms and the related ones.
    """

    def __init__(self, asked: Iterable[str], pairs: Iterable[str] = (), telling: Iterable[str] = ()) -> None:
        searched = frozenset(asked)
        self.telling = frozenset(telling) - searched
        self.asked = searched | self.telling
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
        self._related: Mapping[str, list[str]] = found
        self.finder = TermFinder([*searched, *found])
        self._weights: Mapping[str, Sequence[tuple[str, float]]] = {
            **{term: [(one, SHARE) for one in asked_for] for term, asked_for in found.items()},
            **{term: [(term, 1.0)] for term in self.asked},
        }

    @property
    def terms(self) -> list[str]:
        """Return the terms to search for: the asked ones without stop words, and the related ones."""
        return [*sorted(self.asked - self.telling), *self._related]

    @property
    def has_related(self) -> bool:
        """Tell whether some terms are related to asked ones."""
        return bool(self._related)

    def places(self, padded: str, start: int, end: int) -> list[tuple[int, str]]:
        """Return where asked and related terms stand, in order.

        Args:
            padded: the terms of a text, each with a space on either side.
            start: the first place that counts.
            end: the first place behind.
        """
        # Set operations look at all words without a loop in Python; few texts have more than some of the terms.
        present = self._weights.keys() & padded[start:end].split()
        return sorted([(place, term) for term in present for place in _places_of(f" {term} ", padded, start, end)])

    def count(self, terms: Iterable[str]) -> dict[str, float]:
        """Return how often each asked term is among the terms of a text, a related one counting less."""
        counts: dict[str, float] = {}
        for term in filter(self._weights.__contains__, terms):
            self.add(term, counts)
        return counts

    def add(self, term: str, counts: dict[str, float]) -> None:
        """Count an asked or related term."""
        for asked, weight in self._weights[term]:
            counts[asked] = counts.get(asked, 0.0) + weight

    def weight(self, term: str) -> float:
        """Return the weight of a term: 1 if it is asked, less if it is related, else 0."""
        return 1.0 if term in self.asked else SHARE if term in self._related else 0.0

    def share(self, terms: Iterable[str], least: int = 1) -> float:
        """Return the share (0..1) of terms that are asked or related; of fewer terms as of `least`."""
        weights = list(map(self.weight, terms))
        return sum(weights) / max(least, len(weights))


def _places_of(word: str, padded: str, start: int, end: int) -> Iterator[int]:
    """Yield the places between two others where a word stands with a space on either side."""
    place = padded.find(word, start, end)
    while place >= 0:
        yield place
        place = padded.find(word, place + len(word), end)
