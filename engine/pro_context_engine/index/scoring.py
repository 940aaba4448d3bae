"""How well chunks answer a question: BM25 over weighted fields, and what counts beside it.

The figures behind the constants are in docs/decisions/0026-scores-of-our-own.md and 0039-topics-verbs-and-headings.md;
none of them is sharp.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from operator import add
from typing import NamedTuple

from pro_context_engine.index.analysis import heading_words
from pro_context_engine.index.fields import FIELDS
from pro_context_engine.index.history import asks_for_changes, present_share
from pro_context_engine.index.stop_words import WEAK_WORDS

FIELD_WEIGHTS = {"title": 4, "path": 2, "headings": 3, "summary": 1, "names": 8}
"""How much a term counts in a field, against one in the text."""

PAIR_WEIGHT = 0.2
"""What two terms count for standing together as in the question, against one term."""

LINK_WEIGHT = 0.35
"""What a term counts in the texts of links to the page, against one in the chunk."""

WEAK_WEIGHT = 0.5
"""What a weak word counts, against any other; how often it is there tells nothing."""

TITLED_WEIGHT = 0.4
"""What a section's heading counts that says nothing but what is asked, against the same words in the text."""

_SATURATION, _LENGTH = 1.2, 0.75
"""The usual k1 and b of BM25."""

_BODY, _NAMES = FIELDS.index("body"), FIELDS.index("names")
_WEIGHTS = [FIELD_WEIGHTS.get(field, 0) for field in FIELDS]


class Candidate:
    """A chunk that has some of the terms, made ready for counting them: once for many questions.

    Args:
        fields: the terms of each field, joined by spaces, in the order of `FIELDS`.
        links: the terms of the texts of links to its page, joined by spaces.
        titles: of the sections that begin in it.
    """

    __slots__ = ("body", "length", "links", "names", "others", "share", "titles")

    def __init__(self, fields: Sequence[str], links: str = "", titles: Sequence[str] = ()) -> None:
        spaced = [_spaced(terms) if terms else "" for terms in fields]
        self.body = spaced[_BODY]
        self.others = _weighted(spaced)
        self.names = spaced[_NAMES] * FIELD_WEIGHTS["names"]
        self.links = _spaced(links) if links else ""
        self.length = sum(terms.count(" ") + 1 for terms in fields if terms)
        self.titles = titles
        self.share = present_share(fields)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Where is searched, in figures: how common a word is differs from library to library.

    Attributes:
        chunks: how many there are.
        length: their mean length in terms, all fields together.
        having: in how many of them each asked term is, 0 included.
    """

    chunks: int
    length: float
    having: Mapping[str, int]

    def weight(self, term: str) -> float:
        """Return what finding a term tells: its rarity, less of a weak word."""
        return self.rarity(self.having[term]) * (WEAK_WEIGHT if term in WEAK_WORDS else 1.0)

    def titled(self, titles: Iterable[str]) -> float:
        """Return what the best of these headings tells that has none but asked words: `Timeout`, not `Cookies.set`."""
        words = (heading_words(title) for title in titles)
        return max((sum(map(self.weight, one)) for one in words if one <= self.having.keys()), default=0.0)

    def rarity(self, having: int) -> float:
        """Return the inverse document frequency, never below 0: a library of a few pages says its topic on each."""
        return log(1 + (self.chunks - having + 0.5) / (having + 0.5))


class Score(NamedTuple):
    """How well a chunk answers.

    Attributes:
        total: what ranks it, unbounded.
        own: by its text and the names it documents, without what the chunks of its page share.
        reach: the total against what all asked words tell, 0 to about 3.
    """

    total: float
    own: float
    reach: float


def scores(
    terms: Sequence[str],
    corpus: Corpus,
    candidates: Sequence[Candidate],
    places: Mapping[str, Collection[int]] | None = None,
) -> list[Score]:
    """Return the scores of the candidates, in their order.

    Args:
        terms: of `query_terms`, `asked_names` and `query_pairs`; `corpus.having` has every one but the pairs.
        corpus: where is searched.
        candidates: chunks; pairs are as rare as they are among these.
        places: the positions of the candidates that have a term; of what is not in it, all are looked at.
    """
    bodies, others = [one.body for one in candidates], [one.others for one in candidates]
    names, links = [one.names for one in candidates], [one.links for one in candidates]
    linked = [position for position, text in enumerate(links) if text]
    dampings = [_damping(one.length / corpus.length) for one in candidates]
    even = [_SATURATION] * len(candidates)
    totals, own = [0.0] * len(candidates), [0.0] * len(candidates)
    for term in terms:
        if corpus.having.get(term) == 0:
            continue
        sought = _spaced(term)
        having = _having(term, places or {}, len(candidates))
        inside = _counts(bodies, sought, having)
        times = list(map(add, inside, _counts(others, sought, having)))
        if term in WEAK_WORDS:
            inside, times = _presence(inside), _presence(times)
        if " " in term:
            weight = PAIR_WEIGHT * corpus.rarity(sum(map(bool, times)))
        else:
            weight = corpus.weight(term)
            _add(totals, LINK_WEIGHT * weight, _counts(links, sought, linked), even)
        _add(totals, weight, times, dampings)
        named = _counts(names, sought, having if "." in term else ())
        _add(own, weight, list(map(add, inside, named)), dampings)
    titled = [TITLED_WEIGHT * corpus.titled(one.titles) for one in candidates]
    totals, own = list(map(add, totals, titled)), list(map(add, own, titled))
    if not asks_for_changes(terms):
        totals = [total * one.share for total, one in zip(totals, candidates, strict=True)]
    asked = _asked(terms, corpus)
    return [Score(total, inner, total / asked) for total, inner in zip(totals, own, strict=True)]


def _having(term: str, places: Mapping[str, Collection[int]], candidates: int) -> Collection[int]:
    """Return the positions of the candidates that may have a term, or both terms of a pair."""
    known = [places[word] for word in term.split(" ") if word in places]
    if not known:
        return range(candidates)
    return known[0] if len(known) == 1 else [position for position in known[0] if position in known[1]]


def _counts(texts: Sequence[str], sought: str, having: Iterable[int]) -> list[int]:
    """Return how often each text has something; only those that may have it are looked at."""
    counts = [0] * len(texts)
    for position in having:
        counts[position] = texts[position].count(sought)
    return counts


def _presence(counts: Iterable[int]) -> list[int]:
    """Return 1 for each count above 0."""
    return [int(count > 0) for count in counts]


def _asked(terms: Sequence[str], corpus: Corpus) -> float:
    """Return what all asked words tell; dotted names and versions only where they are known.

    A library that writes `Session` of what somebody calls `orm.Session` is not punished for it.
    """
    words = (term for term in terms if " " not in term and ("." not in term or corpus.having[term]))
    return sum(map(corpus.weight, words)) or 1.0


def _add(totals: list[float], weight: float, times: Sequence[int], dampings: Sequence[float]) -> None:
    """Add what a term tells to each total: the more often it is there, the more, up to a bound."""
    most = weight * (_SATURATION + 1)
    for position, count in enumerate(times):
        if count:
            totals[position] += most * count / (count + dampings[position])


def _damping(length: float) -> float:
    """Return how slowly the count of a term tells in a chunk of this length (1: the mean)."""
    return _SATURATION * (1 - _LENGTH + _LENGTH * length)


def _weighted(spaced: Sequence[str]) -> str:
    """Return the terms of all fields but the text, each as often as it weighs: counting in one text is the fastest."""
    return "".join(f"{terms}\n" * weight for terms, weight in zip(spaced, _WEIGHTS, strict=True) if terms and weight)


def _spaced(terms: str) -> str:
    """Return terms with spaces of their own on both sides: neighbours that share one would be counted once."""
    return f" {terms.replace(' ', '  ')} "
