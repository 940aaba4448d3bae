"""The features of a chunk for a question, by which the fitted weights rank it.

All of them are relative to the weight of the asked words, or do not depend on it, so that one set of weights serves
every question (docs/decisions/0056-fitted-weights.md).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from pro_context_engine.search.index.scoring import SATURATION, Candidate, CollectionStatistics, damping, pad

TITLE_TIMES, PATH_TIMES, LINK_TIMES = 3, 2, 0.5
"""How often a term in the title, in the path and in a link counts for a page as a whole."""


class Features(NamedTuple):
    """The facts about a chunk for a question.

    Attributes:
        score: the total of `scoring.scores`.
        pairs: the rarity of the asked pairs in the text.
        repeated: the score of the asked words, each times the logarithm of its mean count in the texts that have it:
            the words of a topic are repeated where it is treated, others are not.
        page: the score of the page as if it were one chunk, by those of its chunks that are candidates.
        title: the share of the title that is asked, by groups of three letters.
        title_words: the logarithm of the number of words in the title.
        linked: the logarithm of the number of words in links to the page.
    """

    score: float
    pairs: float
    repeated: float
    page: float
    title: float
    title_words: float
    linked: float


class _WordCount(NamedTuple):
    """The counts of an asked word in a chunk: in its text, and in the other fields by their weights."""

    times: int
    others: int


_ChunkCounts = Mapping[str, _WordCount]
"""The asked words that a chunk has."""


def features(
    terms: Sequence[str],
    statistics: CollectionStatistics,
    candidates: Sequence[Candidate],
    totals: Sequence[float],
    places: Mapping[str, frozenset[int]],
) -> list[Features]:
    """Return the features of the candidates, in their order.

    Args:
        terms: see `scoring.scores`.
        statistics: see `scoring.scores`.
        candidates: the chunks with the best scores.
        totals: their scores.
        places: for each term except the pairs the positions of the candidates that have it.
    """
    words = {term: statistics.weight(term) for term in terms if " " not in term and statistics.having.get(term)}
    asked = statistics.asked_weight(terms)
    counts = [
        _counts(one, [word for word in words if position in places[word]]) for position, one in enumerate(candidates)
    ]
    pages = _page_scores(words, statistics, candidates, counts)
    spelt = _grams(pad(" ".join(word for word in words if "." not in word)))
    return [
        Features(
            score=total / asked,
            pairs=pairs / asked,
            repeated=repeated / asked,
            page=pages[one.page] / asked,
            title=_spelt_share(one.title, spelt),
            title_words=log(1 + len(set(one.title.split()))),
            linked=log(1 + one.links.count("  ")) if one.links else 0.0,
        )
        for one, total, found, pairs, repeated in zip(
            candidates,
            totals,
            counts,
            _pairs(terms, statistics, candidates, places),
            _repeated(words, statistics, candidates, counts),
            strict=True,
        )
    ]


def _counts(one: Candidate, words: Iterable[str]) -> _ChunkCounts:
    padded = [(word, pad(word)) for word in words]
    return {word: _WordCount(one.body.count(sought), one.others.count(sought)) for word, sought in padded}


def _repeated(
    words: Mapping[str, float],
    statistics: CollectionStatistics,
    candidates: Sequence[Candidate],
    counts: Sequence[_ChunkCounts],
) -> list[float]:
    factors: dict[str, float] = {}
    for word, weight in words.items():
        times = [one[word].times for one in counts if word in one and one[word].times]
        factors[word] = weight * log(sum(times) / len(times)) if times else 0.0
    sums: list[float] = []
    for one, found in zip(candidates, counts, strict=True):
        damped = damping(one.length / statistics.length)
        total = 0.0
        for word, where in found.items():
            if factors[word]:
                total += factors[word] * _saturated(statistics.times(word, where.times + where.others), damped)
        sums.append(total)
    return sums


def _page_scores(
    words: Mapping[str, float],
    statistics: CollectionStatistics,
    candidates: Sequence[Candidate],
    counts: Sequence[_ChunkCounts],
) -> dict[Hashable, float]:
    """Return the score of each page."""
    inside: dict[Hashable, defaultdict[str, int]] = {}
    for one, found in zip(candidates, counts, strict=True):
        here = inside.setdefault(one.page, defaultdict(int))
        for word, where in found.items():
            here[word] += where.times + (one.headings.count(pad(word)) if where.others else 0)
    scores: dict[Hashable, float] = {}
    for one in candidates:
        if one.page not in scores:
            damped, here = damping(one.siblings / statistics.siblings), inside[one.page]
            times = {word: here[word] + _times_of_page(one, pad(word)) for word in words}
            scores[one.page] = sum(words[word] * _saturated(count, damped) for word, count in times.items() if count)
    return scores


def _times_of_page(one: Candidate, sought: str) -> float:
    times = TITLE_TIMES * one.title.count(sought) + PATH_TIMES * one.path.count(sought)
    return times + LINK_TIMES * one.links.count(sought) if one.links else times


def _saturated(times: float, damped: float) -> float:
    return (SATURATION + 1) * times / (times + damped)


def _pairs(
    terms: Sequence[str],
    statistics: CollectionStatistics,
    candidates: Sequence[Candidate],
    places: Mapping[str, frozenset[int]],
) -> list[float]:
    sums = [0.0] * len(candidates)
    for pair in terms:
        if " " not in pair:
            continue
        sought = pad(pair)
        known = [places[word] for word in pair.split(" ") if word in places]
        around = sorted(known[0].intersection(*known[1:])) if known else range(len(candidates))
        having = [position for position in around if sought in candidates[position].body]
        rarity = statistics.rarity(1 + len(having))
        for position in having:
            sums[position] += rarity
    return sums


def _spelt_share(title: str, spelt: frozenset[str]) -> float:
    parts = _grams(title)
    return len(parts & spelt) / len(parts) if parts else 0.0


@lru_cache(maxsize=4096)
def _grams(text: str) -> frozenset[str]:
    """Return the groups of three letters in padded terms, the spaces between terms included."""
    single = text.replace("  ", " ")
    return frozenset(single[start : start + 3] for start in range(len(single) - 2))
