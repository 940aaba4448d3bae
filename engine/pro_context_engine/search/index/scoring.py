"""The scores of chunks for a question: BM25 over weighted fields, with adjustments.

The figures behind the constants are in docs/decisions/0026-scores-of-our-own.md and 0039-topics-verbs-and-headings.md;
small changes of a constant change little.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, chain
from math import fsum, log
from typing import NamedTuple

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.index.analysis import words_if_known
from pro_context_engine.search.index.change_history import asks_for_changes
from pro_context_engine.search.index.chunk_fields import FIELDS
from pro_context_engine.search.index.stop_words import WEAK_WORDS
from pro_context_engine.search.index.term_counts import FIELD_WEIGHTS, Candidate, TermCounts
from pro_context_engine.search.index.term_finder import starts_of, texts_that_may_have

PAIR_WEIGHT = 0.2
"""The weight of two terms that stand together as in the question, relative to a single term."""

LINK_WEIGHT = 0.35
"""The weight of a term in the texts of links to the page, relative to one in the chunk."""

WEAK_WEIGHT = 0.5
"""The weight of a weak word, relative to any other word; its frequency is ignored."""

TITLED_WEIGHT = 0.4
"""The weight of a section's heading that has only asked words, relative to the same words in the text."""

SATURATION, _LENGTH = 1.2, 0.75
"""The parameters k1 and b of BM25, at their usual values."""

_BODY = FIELDS.index("body")
_NAMES_WEIGHT = FIELD_WEIGHTS["names"]
_WEIGHTS = [FIELD_WEIGHTS.get(field, 0) for field in FIELDS]


@value_class
class CollectionStatistics:
    """The statistics of the searched chunks, since the rarity of a word differs between libraries.

    Attributes:
        chunks: number of chunks.
        length: mean length of a chunk in terms, all fields together.
        having: for each asked term the number of chunks that have it, 0 included.
        siblings: mean number of chunks of a page.
    """

    chunks: int
    length: float
    having: Mapping[str, int]
    siblings: float = 1.0

    def weight(self, term: str) -> float:
        """Return the weight of a term: its rarity, reduced for a weak word."""
        return self.rarity(self.having[term]) * (WEAK_WEIGHT if term in WEAK_WORDS else 1.0)

    def times(self, term: str, times: int) -> int:
        """Return how often a term counts that a chunk has so many times: a weak word once."""
        return min(times, 1) if term in WEAK_WORDS else times

    def asked_weight(self, terms: Iterable[str]) -> float:
        """Return the total weight of the asked words; dotted names and versions count only if a chunk has them.

        So a library that writes `Session` for the asked `orm.Session` does not score lower.
        """
        words = (term for term in terms if " " not in term and ("." not in term or self.having[term]))
        return sum(map(self.weight, words)) or 1.0

    def title_weights(self, titled: Sequence[Sequence[str]]) -> list[float]:
        """Return for the titles of each chunk the weight of the best that has only asked words: not `Cookies.set`."""
        found = [0.0] * len(titled)
        titles = list(chain.from_iterable(titled))
        ends = list(accumulate(map(len, titled)))
        for number in texts_that_may_have(titles, starts_of(self.having)):
            position = bisect_right(ends, number)
            # fsum is exact: a set yields its words in any order.
            weight = fsum(map(self.weight, words_if_known(titles[number], self.having)))
            found[position] = max(found[position], weight)
        return found

    def rarity(self, having: int) -> float:
        """Return the inverse document frequency, never below 0: in a small library every page may name its topic."""
        return log(1 + (self.chunks - having + 0.5) / (having + 0.5))


class Score(NamedTuple):
    """The score of a chunk for a question.

    Attributes:
        total: the score that ranks the chunk, unbounded.
        own: the part from its text and the names it documents, without the fields that all chunks of its page share.
        reach: the total divided by the sum of the weights of all asked words, 0 to about 3.
    """

    total: float
    own: float
    reach: float


def scores(
    terms: Sequence[str],
    statistics: CollectionStatistics,
    candidates: Sequence[Candidate],
    counts: TermCounts | None = None,
) -> list[Score]:
    """Return the scores of the candidates, in their order.

    Args:
        terms: outputs of `query_terms`, `asked_names` and `query_pairs`; `statistics.having` has all but the pairs.
        statistics: the figures of the searched libraries.
        candidates: chunks; the rarity of a pair is its rarity among these.
        counts: of the terms in the candidates; None to count them.
    """
    counts = counts or TermCounts(terms, candidates)
    totals = [TITLED_WEIGHT * weight for weight in statistics.title_weights([one.titles for one in candidates])]
    own = totals[:]
    dampings = [damping(one.length / statistics.length) for one in candidates]
    for term in terms:
        if statistics.having.get(term) == 0:
            continue
        found = counts.chunks[term]
        is_pair, is_weak, is_name = " " in term, term in WEAK_WORDS, "." in term
        weight = PAIR_WEIGHT * statistics.rarity(len(found)) if is_pair else statistics.weight(term)
        most = weight * (SATURATION + 1)
        if not is_pair:
            _add_links(
                totals, candidates, {key: one.links for key, one in counts.pages[term].items() if one.links}, most
            )
        for position, (inside, others, _, names) in found.items():
            times = inside + others
            if is_weak:
                times, inside = 1, min(inside, 1)
            elif is_name:
                inside += _NAMES_WEIGHT * names
            damped = dampings[position]
            totals[position] += most * times / (times + damped)
            if inside:
                own[position] += most * inside / (inside + damped)
    if not asks_for_changes(terms):
        totals = [total * one.share for total, one in zip(totals, candidates, strict=True)]
    asked = statistics.asked_weight(terms)
    return list(map(Score, totals, own, [total / asked for total in totals]))


def _add_links(
    totals: list[float], candidates: Sequence[Candidate], linked: Mapping[Hashable, int], most: float
) -> None:
    """Add to the totals the parts of a term in the links to their pages."""
    for position, one in enumerate(candidates) if linked else ():
        if one.page.key in linked:
            times = linked[one.page.key]
            totals[position] += LINK_WEIGHT * most * times / (times + SATURATION)


def impacts(fields: Sequence[str], links: str, length: float) -> dict[str, float]:
    """Return each term's part of a chunk's score, relative to the term's weight (`CollectionStatistics.weight`).

    The parts of pairs and titles and the reduction for change logs are not included.

    Args:
        fields: see `Candidate`.
        links: see `Candidate`.
        length: the mean length of all chunks, terms.
    """
    terms = [field.split() for field in fields]
    counts = Counter(terms[_BODY])
    for weight, others in zip(_WEIGHTS, terms, strict=True):
        for term in others if weight else ():
            counts[term] += weight
    for term in WEAK_WORDS & counts.keys():
        counts[term] = 1
    damped = damping(sum(map(len, terms)) / length)
    found = {term: (SATURATION + 1) * times / (times + damped) for term, times in counts.items()}
    for term, times in Counter(links.split()).items():
        if term in found:
            found[term] += LINK_WEIGHT * (SATURATION + 1) * times / (times + SATURATION)
    return found


def damping(length: float) -> float:
    """Return the damping of term counts in a chunk of this relative length (1: the mean)."""
    return SATURATION * (1 - _LENGTH + _LENGTH * length)
