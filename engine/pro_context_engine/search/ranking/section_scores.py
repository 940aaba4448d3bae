"""The order of a package's sections for a question, by the words of names, summaries and parameters.

A search by words finds the chunks. Which of their sections is meant depends on where the words stand, on whether they
stand together, and on how public the documented name is. The weights are fitted
(docs/decisions/0054-sections-of-packages.md, 0067-related-words.md); that of `mentioned` is that of decision 170.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.index.dotted_names import endings
from pro_context_engine.search.index.related_words import OPPOSITES
from pro_context_engine.search.index.stop_words import STOP_WORDS, WEAK_WORDS
from pro_context_engine.search.ranking.expanded_terms import ExpandedTerms
from pro_context_engine.search.ranking.relevance import term_weights
from pro_context_engine.search.ranking.section_reading import ReadSection

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
    "mentioned": 3.0,
}
"""The weight of each feature, in the order of `SectionScorer._features`."""

_COVERED, _NAMED, _NAME = map([*FEATURES].index, ("covered", "named", "exact"))

# The usual numbers of words of a name, a summary and a declaration.
_LENGTHS = (1.0, 7.0, 9.0)
_SATURATION, _SHORTEST = 1.2, 0.25
_WEAK = 0.5
_RANKS = 10
_SHORT_SUMMARY = 3
# The share of the asked words in the message of an error from which the question is about it.
_MESSAGE = 0.5
# The share of a message that is asked words from which the question quotes it, and so names the function.
_QUOTED = 0.5
_QUOTED_TERMS = 3


class _FoundTerms(NamedTuple):
    """The counts of each asked term in the summary, the declaration and each item of a text; see `ExpandedTerms.count`.

    `focus` is what the terms of the summary count together, without stop words. `quoted` is the share of what was asked
    that a message has which the question quotes.
    """

    summary: Mapping[str, float]
    declaration: Mapping[str, float]
    items: Sequence[Mapping[str, float]]
    focus: float
    quoted: float


class AskedShares(NamedTuple):
    """Shares, 0..1, that tell how well a section fits a question.

    Attributes:
        covered: the weighted share of the asked words that the section has.
        named: the same of those that are its asked name.
        name: the share of the words in its name that were asked.
    """

    covered: float
    named: float
    name: float


class SectionScorer:
    """The scores of sections for one wording of a question.

    Args:
        terms: output of `analysis.query_terms`.
        hits: the hits for the question, best first.
        ranks: the rank of each documented symbol by its URL, see docs/symbols.md.
        names: output of `dotted_names.asked_names`.
        named: the URLs of the symbols that the question names.
        expanded: the terms with the related ones, if other parts of the answer look for them too.
        mentioned: output of `prose_mentions.mentions`.
    """

    def __init__(
        self,
        terms: Sequence[str],
        hits: Sequence[Hit],
        ranks: Mapping[str, int],
        names: Sequence[str] = (),
        named: Collection[str] = (),
        expanded: ExpandedTerms | None = None,
        mentioned: Mapping[str, float] | None = None,
    ) -> None:
        self._names, self._named = frozenset(names), frozenset(named)
        self._mentioned = mentioned or {}
        weights = term_weights(terms, hits)
        self._weight_of = {term: value * (_WEAK if term in WEAK_WORDS else 1) for term, value in weights.items()}
        self._expanded = expanded or ExpandedTerms(terms)
        self._weight_of |= dict.fromkeys(sorted(self._expanded.telling), _WEAK)
        self._weights = list(self._weight_of.items())
        self._total = sum(self._weight_of.values()) or 1.0
        self._ranks = ranks
        self._best = max((hit.score for hit in hits), default=0.0) or 1.0
        self._best_own = max((hit.own_score for hit in hits), default=0.0) or 1.0
        # The words by which a name says that a thing lacks the property that was asked for.
        asked = self._expanded.asked
        self._opposites = {word for word, others in OPPOSITES.items() if word not in asked and asked & others}

    def scores(self, sections: Sequence[ReadSection]) -> list[float]:
        """Return the scores of sections: the difference of two is the logarithm of how much likelier the one is."""
        weights = FEATURES.values()
        return [sum(map(mul, weights, self._features(section))) for section in sections]

    def shares(self, section: ReadSection) -> AskedShares:
        """Return how much of the question a section has, and how much of its name was asked."""
        features = self._features(section)
        return AskedShares(features[_COVERED], features[_NAMED], features[_NAME])

    def _features(self, read: ReadSection) -> Sequence[float]:
        """Return the features of a section, in the order of `FEATURES`."""
        hit, pieces, expanded = read.section.hit, read.text.pieces, self._expanded
        named = expanded.count(read.name.terms)
        found = self._found(read)
        rank = self._ranks.get(read.url)
        usual_name, usual_summary, usual_declaration = _LENGTHS
        return (
            hit.score / self._best,
            hit.own_score / self._best_own,
            self._share(_most([expanded.count(read.around), named, found.summary, found.declaration, *found.items])),
            self._saturated(named, read.name.words / usual_name),
            self._saturated(found.summary, pieces.summary_words / usual_summary),
            self._saturated(found.declaration, pieces.declared_words / usual_declaration),
            max(map(self._share, found.items), default=0.0),
            expanded.share(read.name.terms) if named else 0.0,
            found.focus / max(_SHORT_SUMMARY, pieces.telling),
            (rank or 0) / _RANKS,
            float(rank is None),
            read.length,
            float(pieces.is_class),
            float(pieces.is_function),
            read.is_error,
            read.is_deprecated,
            max(self._share(named) if self._is_named(read) else 0.0, found.quoted),
            float(bool(self._opposites) and not self._opposites.isdisjoint(read.name.terms)),
            read.is_listing,
            self._mentioned.get(read.symbol, 0.0),
        )

    def _found(self, read: ReadSection) -> _FoundTerms:
        """Return the asked terms in the parts of a section's text; a message counts only if it is asked with."""
        text, pieces, expanded = read.text, read.text.pieces, self._expanded
        rest = text.start + pieces.declaration
        places = expanded.places(text.padded, text.start, rest + sum(pieces.items))
        summary: dict[str, float] = {}
        declaration: dict[str, float] = {}
        items: dict[int, dict[str, float]] = {}
        rooms: dict[int, int] = {}
        focus = 0.0
        starts = list(accumulate(pieces.items, initial=rest)) if places and places[-1][0] >= rest else []
        for place, term in places:
            if place < rest:
                expanded.add(term, declaration)
                continue
            number = bisect_right(starts, place)
            expanded.add(term, items.setdefault(number, {}))
            rooms[number] = rooms.get(number, 0) + len(term) + 2
            if number <= pieces.summary:
                expanded.add(term, summary)
                focus += expanded.weight(term) if term not in STOP_WORDS else 0.0
        described = len(pieces.items) - read.messages
        shares = {number: self._share(one) for number, one in items.items() if number > described}
        counted = [one for number, one in items.items() if shares.get(number, 1.0) >= _MESSAGE]
        quoted = (
            share
            for number, share in shares.items()
            if len(items[number]) >= _QUOTED_TERMS and rooms[number] >= _QUOTED * pieces.items[number - 1]
        )
        return _FoundTerms(summary, declaration, counted, focus, max(filter(_MESSAGE.__le__, quoted), default=0.0))

    def _is_named(self, read: ReadSection) -> bool:
        """Tell whether the question has the name that the section documents."""
        if read.url in self._named:
            return True
        if not self._names:
            return False
        section = read.section
        title = section.path[-1].strip("`") if section.path else ""
        return not self._names.isdisjoint(endings(f"{section.hit.chunk.page_title}.{title}"))

    def _share(self, counts: Mapping[str, float]) -> float:
        """Return the weighted share of the asked terms that are counted, a related word counting less."""
        # Summed in the order of the question, since the order of a set changes.
        return sum([weight * min(1.0, counts[term]) for term, weight in self._weights if term in counts]) / self._total

    def _saturated(self, counts: Mapping[str, float], length: float) -> float:
        """Return the weighted counts of the terms, as BM25 counts them in a text of this relative length."""
        if not counts:
            return 0.0
        damping = _SATURATION * (_SHORTEST + (1 - _SHORTEST) * length)
        weights = self._weight_of
        return sum([weights[term] * (_SATURATION + 1) * n / (n + damping) for term, n in counts.items()]) / self._total


def _most(texts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the largest count of each term in one of several texts."""
    most: dict[str, float] = {}
    for counts in texts:
        for term, count in counts.items():
            if count > most.get(term, 0.0):
                most[term] = count
    return most
