"""The scores of chunks for a question: BM25 over weighted fields, with adjustments.

The figures behind the constants are in docs/decisions/0026-scores-of-our-own.md and 0039-topics-verbs-and-headings.md;
small changes of a constant change little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log
from typing import NamedTuple

from pro_context_engine.search.index.analysis import heading_words
from pro_context_engine.search.index.change_history import asks_for_changes, present_share
from pro_context_engine.search.index.chunk_fields import FIELDS
from pro_context_engine.search.index.stop_words import WEAK_WORDS

FIELD_WEIGHTS = {"title": 4, "path": 2, "headings": 3, "summary": 1, "names": 8}
"""The weight of a term in a field, relative to one in the text."""

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

_TITLE, _PATH, _HEADINGS, _NAMES, _BODY = map(FIELDS.index, ("title", "path", "headings", "names", "body"))
_NAMES_WEIGHT = FIELD_WEIGHTS["names"]
_WEIGHTS = [FIELD_WEIGHTS.get(field, 0) for field in FIELDS]


class Candidate:
    """A chunk that has some of the terms, prepared once so that many questions can count terms in it.

    Args:
        fields: the terms of each field, joined by spaces, in the order of `FIELDS`.
        links: the terms of the texts of links to its page, joined by spaces.
        titles: titles of the sections that begin in it.
        page: a key of its page.
        siblings: number of chunks of its page.
    """

    __slots__ = (
        "body", "headings", "length", "links", "names", "others",
        "page", "path", "share", "siblings", "title", "titles",
    )  # fmt: skip

    def __init__(
        self, fields: Sequence[str], links: str = "", titles: Sequence[str] = (), page: Hashable = 0, siblings: int = 1
    ) -> None:
        joined = "\n".join(fields)
        spaced = pad(joined).replace("\n", " \n ").split("\n")
        self.body = spaced[_BODY]
        # Each field is repeated as often as its weight says, because counting in one text is fastest.
        self.others = "".join([f"{terms}\n" * weight for terms, weight in zip(spaced, _WEIGHTS, strict=True)])
        self.names = spaced[_NAMES]
        self.title, self.path, self.headings = spaced[_TITLE], spaced[_PATH], spaced[_HEADINGS]
        self.page = page
        self.siblings = siblings
        self.links = pad(links) if links else ""
        self.length = joined.count(" ") + len(fields) - fields.count("")
        self.titles = titles
        self.share = present_share(fields)


@dataclass(frozen=True, slots=True)
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

    def title_weight(self, titles: Iterable[str]) -> float:
        """Return the weight of the best heading that has only asked words: `Timeout`, not `Cookies.set`."""
        words = (heading_words(title) for title in titles)
        # fsum is exact: a set yields its words in any order.
        return max((fsum(map(self.weight, one)) for one in words if one <= self.having.keys()), default=0.0)

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
    places: Mapping[str, frozenset[int]] | None = None,
) -> list[Score]:
    """Return the scores of the candidates, in their order.

    Args:
        terms: outputs of `query_terms`, `asked_names` and `query_pairs`; `statistics.having` has all but the pairs.
        statistics: the figures of the searched libraries.
        candidates: chunks; the rarity of a pair is its rarity among these.
        places: for a term the positions of the candidates that have it; for terms without an entry all are examined.
    """
    totals = [TITLED_WEIGHT * statistics.title_weight(one.titles) for one in candidates]
    own = totals[:]
    dampings = [damping(one.length / statistics.length) for one in candidates]
    linked = [(position, one.links) for position, one in enumerate(candidates) if one.links]
    all_links = "".join(text for _, text in linked)
    for term in terms:
        if statistics.having.get(term) == 0:
            continue
        found = _occurrences(term, candidates, _candidates_with(term, places or {}, len(candidates)))
        is_pair = " " in term
        weight = PAIR_WEIGHT * statistics.rarity(len(found)) if is_pair else statistics.weight(term)
        most = weight * (SATURATION + 1)
        sought = pad(term)
        if not is_pair and sought in all_links:
            for position, text in linked:
                if times := text.count(sought):
                    totals[position] += LINK_WEIGHT * most * times / (times + SATURATION)
        for position, times, inside in found:
            damped = dampings[position]
            totals[position] += most * times / (times + damped)
            if inside:
                own[position] += most * inside / (inside + damped)
    if not asks_for_changes(terms):
        totals = [total * one.share for total, one in zip(totals, candidates, strict=True)]
    asked = statistics.asked_weight(terms)
    return [Score(total, inner, total / asked) for total, inner in zip(totals, own, strict=True)]


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


def _occurrences(term: str, candidates: Sequence[Candidate], having: Iterable[int]) -> list[tuple[int, int, int]]:
    """Return the position of each candidate that has the term, its weighted count, and its count in the text alone."""
    sought, named, weak = pad(term), "." in term, term in WEAK_WORDS
    found: list[tuple[int, int, int]] = []
    for position in having:
        one = candidates[position]
        inside = one.body.count(sought)
        times = inside + one.others.count(sought)
        if times and weak:
            found.append((position, 1, min(inside, 1)))
        elif times:
            found.append((position, times, inside + _NAMES_WEIGHT * one.names.count(sought) if named else inside))
    return found


def _candidates_with(term: str, places: Mapping[str, frozenset[int]], candidates: int) -> Iterable[int]:
    """Return the positions of the candidates that may have a term, or both terms of a pair."""
    known = [places[word] for word in term.split(" ") if word in places]
    return known[0].intersection(*known[1:]) if known else range(candidates)


def damping(length: float) -> float:
    """Return the damping of term counts in a chunk of this relative length (1: the mean)."""
    return SATURATION * (1 - _LENGTH + _LENGTH * length)


def pad(terms: str) -> str:
    """Return terms with two spaces between them: neighbours that shared one space would be counted once."""
    return f" {terms.replace(' ', '  ')} "
