"""The order of a package's sections for a question, by the words of names, summaries and parameters.

A search by words finds the chunks. Which of their sections is meant depends on where the words stand, on whether they
stand together, and on how public the documented name is. The weights are fitted
(docs/decisions/0054-sections-of-packages.md).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import log

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.index.analysis import TermFinder, analyse
from pro_context_engine.search.index.dotted_names import endings
from pro_context_engine.search.index.stop_words import WEAK_WORDS
from pro_context_engine.search.ranking.hit_sections import HitSection, section_text
from pro_context_engine.search.ranking.relevance import term_weights

FEATURES = {
    "hit": 1.97,
    "own": 1.97,
    "covered": 2.16,
    "name": 0.7,
    "summary": 1.8,
    "declaration": 1.01,
    "rest": 0.72,
    "item": 0.59,
    "exact": 1.0,
    "rank": -1.16,
    "unranked": -0.88,
    "length": 0.55,
    "error": -0.29,
    "deprecated": -0.83,
    "named": 1.47,
    "listing": -1.27,
}
"""The weight of each feature, by `features`."""

# The usual numbers of words of a name, a summary, a declaration, and of all behind it.
_LENGTHS = {"name": 1.0, "summary": 7.0, "declaration": 9.0, "rest": 35.0}
_SATURATION, _SHORTEST = 1.2, 0.25
_WEAK = 0.5
_RANKS = 10
_DEPRECATED_WITHIN = 600

_ITEM = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
# The headings of our own above lists of names.
_LISTINGS = ("Also importable from", "Also exported from", "Module attributes")
_ERROR = re.compile(r"(?:Error|Exception|Warning)$")


class SectionScorer:
    """The scores of sections for one wording of a question.

    Args:
        terms: output of `analysis.query_terms`.
        hits: the hits for the question, best first.
        ranks: the rank of each documented symbol by its URL, see docs/symbols.md.
        names: output of `dotted_names.asked_names`.
        named: the URLs of the symbols that the question names.
    """

    def __init__(
        self,
        terms: Sequence[str],
        hits: Sequence[Hit],
        ranks: Mapping[str, int],
        names: Sequence[str] = (),
        named: Collection[str] = (),
    ) -> None:
        self._names, self._named = frozenset(names), frozenset(named)
        weights = term_weights(terms, hits)
        self._weights = {term: value * (_WEAK if term in WEAK_WORDS else 1) for term, value in weights.items()}
        self._total = sum(self._weights.values()) or 1.0
        self._finder = TermFinder(terms)
        self._ranks = ranks
        self._best = max((hit.score for hit in hits), default=0.0) or 1.0
        self._best_own = max((hit.own_score for hit in hits), default=0.0) or 1.0

    def score(self, section: HitSection) -> float:
        """Return the score of a section: the difference of two is the logarithm of how much likelier the one is."""
        return sum(FEATURES[name] * value for name, value in self.features(section).items())

    def features(self, section: HitSection) -> dict[str, float]:
        """Return the features of a section."""
        text = section.text
        parts = section_text(text)
        title = section.path[-1] if section.path else section.hit.chunk.page_title
        name = title.strip("`").rpartition(".")[2]
        fields = {"name": name, "summary": parts.summary, "declaration": parts.declaration, "rest": parts.rest}
        found = {field: self._finder.find(content) for field, content in fields.items()}
        around = self._finder.find(" ".join([section.hit.chunk.page_title, *section.path]))[0]
        all_terms = {term for terms, _ in found.values() for term in terms}.union(around)
        rank = self._ranks.get(section.url)
        words = analyse(name)
        return {
            "hit": section.hit.score / self._best,
            "own": section.hit.own_score / self._best_own,
            "covered": self._share(all_terms),
            **{field: self._saturated(terms, size / _LENGTHS[field]) for field, (terms, size) in found.items()},
            "item": max((self._share(set(terms)) for terms in self._items(parts.rest)), default=0.0),
            "exact": sum(word in self._weights for word in words) / max(1, len(words)),
            "rank": (rank or 0) / _RANKS,
            "unranked": float(rank is None),
            "length": log(1 + len(text)),
            "error": float(bool(_ERROR.search(name))),
            "deprecated": float("eprecated" in text[:_DEPRECATED_WITHIN]),
            "named": float(self._is_named(section)),
            "listing": float(title.startswith(_LISTINGS)),
        }

    def _is_named(self, section: HitSection) -> bool:
        """Tell whether the question has the name that the section documents."""
        if section.url in self._named:
            return True
        title = section.path[-1].strip("`") if section.path else ""
        return not self._names.isdisjoint(endings(f"{section.hit.chunk.page_title}.{title}"))

    def _items(self, text: str) -> Iterator[list[str]]:
        """Yield the asked terms of each paragraph and list item."""
        for item in _ITEM.split(text):
            yield self._finder.find(item)[0]

    def _share(self, terms: set[str]) -> float:
        # Summed in the order of the question, since the order of a set changes.
        return sum(weight for term, weight in self._weights.items() if term in terms) / self._total

    def _saturated(self, terms: Sequence[str], length: float) -> float:
        """Return the weighted counts of the terms, as BM25 counts them in a text of this relative length."""
        damping = _SATURATION * (_SHORTEST + (1 - _SHORTEST) * length)
        counts = Counter(terms)
        gains = (self._weights[term] * (_SATURATION + 1) * n / (n + damping) for term, n in counts.items())
        return sum(gains) / self._total
