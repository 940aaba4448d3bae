"""The features of a chunk for a question, by which the fitted weights rank it.

All of them are relative to the weight of the asked words, or do not depend on it, so that one set of weights serves
every question (docs/decisions/0056-fitted-weights.md).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import log
from typing import NamedTuple

from pro_context_engine.search.index.scoring import SATURATION, CollectionStatistics, damping
from pro_context_engine.search.index.term_counts import Candidate, ChunkCount, TermCounts, grams, pad

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


def features(
    terms: Sequence[str],
    statistics: CollectionStatistics,
    candidates: Sequence[Candidate],
    totals: Mapping[int, float],
    counts: TermCounts,
) -> list[Features]:
    """Return the features of the candidates with a total, in the order of the totals.

    Args:
        terms: see `scoring.scores`.
        statistics: see `scoring.scores`.
        candidates: see `scoring.scores`.
        totals: the best scores, by the position of the candidate.
        counts: see `scoring.scores`.
    """
    words = {term: statistics.weight(term) for term in terms if " " not in term and statistics.having.get(term)}
    asked = statistics.asked_weight(terms)
    found = {
        word: {position: count for position, count in counts.chunks[word].items() if position in totals}
        for word in words
    }
    best = {position: candidates[position] for position in totals}
    pages = _page_scores(words, statistics, best, found, counts)
    repeated = _repeated(words, statistics, best, found)
    pairs = _pairs(terms, statistics, best, counts)
    spelt = grams(pad(" ".join(word for word in words if "." not in word)))
    facts = {page: page.facts for page in {one.page for one in best.values()}}
    shares = {page: len(one.grams & spelt) / len(one.grams) if one.grams else 0.0 for page, one in facts.items()}
    return [
        Features(
            totals[position] / asked,
            pairs[position] / asked,
            repeated[position] / asked,
            pages[one.page.key] / asked,
            shares[one.page],
            facts[one.page].title_words,
            facts[one.page].linked,
        )
        for position, one in best.items()
    ]


def _repeated(
    words: Mapping[str, float],
    statistics: CollectionStatistics,
    best: Mapping[int, Candidate],
    found: Mapping[str, Mapping[int, ChunkCount]],
) -> dict[int, float]:
    sums = dict.fromkeys(best, 0.0)
    dampings = {position: damping(one.length / statistics.length) for position, one in best.items()}
    for word, weight in words.items():
        times = [inside for inside, *_ in found[word].values() if inside]
        factor = weight * log(sum(times) / len(times)) if times else 0.0
        if factor:
            for position, (inside, others, *_) in found[word].items():
                sums[position] += factor * _saturated(statistics.times(word, inside + others), dampings[position])
    return sums


def _page_scores(
    words: Mapping[str, float],
    statistics: CollectionStatistics,
    best: Mapping[int, Candidate],
    found: Mapping[str, Mapping[int, ChunkCount]],
    counts: TermCounts,
) -> dict[Hashable, float]:
    """Return the score of each page."""
    dampings = {one.page.key: damping(one.page.chunks / statistics.siblings) for one in best.values()}
    scores: dict[Hashable, float] = dict.fromkeys(dampings, 0.0)
    for word, weight in words.items():
        times: dict[Hashable, float] = {
            key: TITLE_TIMES * one.title + PATH_TIMES * one.path + LINK_TIMES * one.links
            for key, one in counts.pages[word].items()
            if key in dampings
        }
        for position, (inside, _, headings, _) in found[word].items():
            key = best[position].page.key
            times[key] = times.get(key, 0) + inside + headings
        for key, count in times.items():
            if count:
                scores[key] += weight * _saturated(count, dampings[key])
    return scores


def _pairs(
    terms: Sequence[str], statistics: CollectionStatistics, best: Mapping[int, Candidate], counts: TermCounts
) -> dict[int, float]:
    sums = dict.fromkeys(best, 0.0)
    for pair in terms:
        if " " in pair:
            having = [position for position, (inside, *_) in counts.chunks[pair].items() if inside and position in best]
            rarity = statistics.rarity(1 + len(having))
            for position in having:
                sums[position] += rarity
    return sums


def _saturated(times: float, damped: float) -> float:
    return (SATURATION + 1) * times / (times + damped)
