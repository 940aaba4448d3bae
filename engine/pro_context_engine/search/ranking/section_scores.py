"""The order of a package's sections for a question, by the words of names, summaries and parameters.

A search by words finds the chunks. Which of their sections is meant depends on where the words stand, on whether they
stand together, and on how public the documented name is. The weights are fitted
(docs/decisions/0054-sections-of-packages.md, 0067-related-words.md).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from math import log

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.index.analysis import analyse
from pro_context_engine.search.index.dotted_names import endings
from pro_context_engine.search.index.related_words import OPPOSITES
from pro_context_engine.search.index.stop_words import STOP_WORDS, WEAK_WORDS
from pro_context_engine.search.ranking.hit_sections import HitSection, section_text
from pro_context_engine.search.ranking.meant_terms import MeantTerms
from pro_context_engine.search.ranking.relevance import term_weights

FEATURES = {
    "hit": 1.88,
    "own": 0.84,
    "covered": 3.8,
    "name": 1.77,
    "summary": 3.7,
    "declaration": 1.29,
    "item": 0.57,
    "exact": 1.37,
    "focus": 0.97,
    "rank": -1.28,
    "unranked": -1.54,
    "length": 0.68,
    "class": -0.61,
    "function": 0.83,
    "error": -1.51,
    "deprecated": -0.49,
    "named": 16.5,
    "opposite": -1.0,
    "listing": -1.46,
}
"""The weight of each feature, by `features`."""

# The usual numbers of words of a name, a summary and a declaration.
_LENGTHS = {"name": 1.0, "summary": 7.0, "declaration": 9.0}
_SATURATION, _SHORTEST = 1.2, 0.25
_WEAK = 0.5
_RANKS = 10
_DEPRECATED_WITHIN = 600
_SHORT_SUMMARY = 3

_ITEM = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
# The headings of our own above lists of names.
_LISTINGS = ("Also importable from", "Also exported from", "Module attributes")
_CLASS = re.compile(r"^class ", re.MULTILINE)
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
        self._meant = MeantTerms(terms)
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
        fields = {"name": name, "summary": parts.summary, "declaration": parts.declaration}
        found = {field: self._meant.find(content) for field, content in fields.items()}
        items = [counts for item in _ITEM.split(parts.rest) if (counts := self._meant.find(item)[0])]
        around = self._meant.find(" ".join([section.hit.chunk.page_title, *section.path]))[0]
        rank = self._ranks.get(section.url)
        summary = [term for term in analyse(parts.summary) if term not in STOP_WORDS]
        return {
            "hit": section.hit.score / self._best,
            "own": section.hit.own_score / self._best_own,
            "covered": self._share(_most([around, *(counts for counts, _ in found.values()), *items])),
            **{field: self._saturated(terms, size / _LENGTHS[field]) for field, (terms, size) in found.items()},
            "item": max(map(self._share, items), default=0.0),
            "exact": self._meant.share(analyse(name)),
            "focus": self._meant.share(summary, _SHORT_SUMMARY),
            "rank": (rank or 0) / _RANKS,
            "unranked": float(rank is None),
            "length": log(1 + len(text)),
            "class": float(bool(_CLASS.search(parts.declaration))),
            "function": float("def " in parts.declaration),
            "error": float(bool(_ERROR.search(name))),
            "deprecated": float("eprecated" in text[:_DEPRECATED_WITHIN]),
            "named": self._share(found["name"][0]) if self._is_named(section) else 0.0,
            "opposite": float(self._is_opposite(analyse(name))),
            "listing": float(title.startswith(_LISTINGS)),
        }

    def _is_named(self, section: HitSection) -> bool:
        """Tell whether the question has the name that the section documents."""
        if section.url in self._named:
            return True
        title = section.path[-1].strip("`") if section.path else ""
        return not self._names.isdisjoint(endings(f"{section.hit.chunk.page_title}.{title}"))

    def covered(self, section: HitSection) -> float:
        """Return the weighted share (0..1) of the asked words that a section has, related words counting less."""
        return self.features(section)["covered"]

    def _is_opposite(self, words: Sequence[str]) -> bool:
        """Tell whether a name says that a thing lacks the property that was asked for."""
        asked = self._meant.asked
        return any(word not in asked and not asked.isdisjoint(OPPOSITES.get(word, ())) for word in words)

    def _share(self, counts: Mapping[str, float]) -> float:
        """Return the weighted share of the asked terms that are counted, a related word counting less."""
        # Summed in the order of the question, since the order of a set changes.
        counted = (weight * min(1.0, counts[term]) for term, weight in self._weights.items() if term in counts)
        return sum(counted) / self._total

    def _saturated(self, counts: Mapping[str, float], length: float) -> float:
        """Return the weighted counts of the terms, as BM25 counts them in a text of this relative length."""
        damping = _SATURATION * (_SHORTEST + (1 - _SHORTEST) * length)
        gains = (self._weights[term] * (_SATURATION + 1) * n / (n + damping) for term, n in counts.items())
        return sum(gains) / self._total


def _most(texts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the largest count of each term in one of several texts."""
    most: dict[str, float] = {}
    for counts in texts:
        for term, count in counts.items():
            if count > most.get(term, 0.0):
                most[term] = count
    return most
