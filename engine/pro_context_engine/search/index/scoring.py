"""How well chunks answer a question: BM25 over weighted fields, and what counts beside it.

The figures behind the constants are in docs/decisions/0026-scores-of-our-own.md and 0039-topics-verbs-and-headings.md;
none of them is sharp.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log
from typing import NamedTuple

from pro_context_engine.search.index.analysis import heading_words
from pro_context_engine.search.index.change_history import asks_for_changes, present_share
from pro_context_engine.search.index.chunk_fields import FIELDS
from pro_context_engine.search.index.stop_words import WEAK_WORDS

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
_NAMES_WEIGHT = FIELD_WEIGHTS["names"]
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
        joined = "\n".join(fields)
        spaced = _spaced(joined).replace("\n", " \n ").split("\n")
        self.body = spaced[_BODY]
        # Each field as often as it weighs: counting in one text is the fastest.
        self.others = "".join([f"{terms}\n" * weight for terms, weight in zip(spaced, _WEIGHTS, strict=True)])
        self.names = spaced[_NAMES]
        self.links = _spaced(links) if links else ""
        self.length = joined.count(" ") + len(fields) - fields.count("")
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
        # Exact sums: those of a set come in any order.
        return max((fsum(map(self.weight, one)) for one in words if one <= self.having.keys()), default=0.0)

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
    places: Mapping[str, frozenset[int]] | None = None,
) -> list[Score]:
    """Return the scores of the candidates, in their order.

    Args:
        terms: of `query_terms`, `asked_names` and `query_pairs`; `corpus.having` has every one but the pairs.
        corpus: where is searched.
        candidates: chunks; pairs are as rare as they are among these.
        places: the positions of the candidates that have a term; of what is not in it, all are looked at.
    """
    totals = [TITLED_WEIGHT * corpus.titled(one.titles) for one in candidates]
    own = totals[:]
    dampings = [_damping(one.length / corpus.length) for one in candidates]
    linked = [(position, one.links) for position, one in enumerate(candidates) if one.links]
    called = "".join(text for _, text in linked)
    for term in terms:
        if corpus.having.get(term) == 0:
            continue
        found = _found(term, candidates, _having(term, places or {}, len(candidates)))
        is_pair = " " in term
        weight = PAIR_WEIGHT * corpus.rarity(len(found)) if is_pair else corpus.weight(term)
        most = weight * (_SATURATION + 1)
        sought = _spaced(term)
        if not is_pair and sought in called:
            for position, text in linked:
                if times := text.count(sought):
                    totals[position] += LINK_WEIGHT * most * times / (times + _SATURATION)
        for position, times, inside in found:
            damping = dampings[position]
            totals[position] += most * times / (times + damping)
            if inside:
                own[position] += most * inside / (inside + damping)
    if not asks_for_changes(terms):
        totals = [total * one.share for total, one in zip(totals, candidates, strict=True)]
    asked = _asked(terms, corpus)
    return [Score(total, inner, total / asked) for total, inner in zip(totals, own, strict=True)]


def impacts(fields: Sequence[str], links: str, length: float) -> dict[str, float]:
    """Return what each term of a chunk adds to its score, against what finding the term tells (`Corpus.weight`).

    Pairs and titles come on top, and the share of what is history is not taken off.

    Args:
        fields: see `Candidate`.
        links: see there.
        length: the mean of all chunks, terms.
    """
    terms = [field.split() for field in fields]
    counts = Counter(terms[_BODY])
    for weight, others in zip(_WEIGHTS, terms, strict=True):
        for term in others if weight else ():
            counts[term] += weight
    for term in WEAK_WORDS & counts.keys():
        counts[term] = 1
    damping = _damping(sum(map(len, terms)) / length)
    found = {term: (_SATURATION + 1) * times / (times + damping) for term, times in counts.items()}
    for term, times in Counter(links.split()).items():
        if term in found:
            found[term] += LINK_WEIGHT * (_SATURATION + 1) * times / (times + _SATURATION)
    return found


def _found(term: str, candidates: Sequence[Candidate], having: Iterable[int]) -> list[tuple[int, int, int]]:
    """Return the positions of the candidates that have a term; how often it counts in all fields, and of its own."""
    sought, named, weak = _spaced(term), "." in term, term in WEAK_WORDS
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


def _having(term: str, places: Mapping[str, frozenset[int]], candidates: int) -> Iterable[int]:
    """Return the positions of the candidates that may have a term, or both terms of a pair."""
    known = [places[word] for word in term.split(" ") if word in places]
    return known[0].intersection(*known[1:]) if known else range(candidates)


def _asked(terms: Sequence[str], corpus: Corpus) -> float:
    """Return what all asked words tell; dotted names and versions only where they are known.

    A library that writes `Session` of what somebody calls `orm.Session` is not punished for it.
    """
    words = (term for term in terms if " " not in term and ("." not in term or corpus.having[term]))
    return sum(map(corpus.weight, words)) or 1.0


def _damping(length: float) -> float:
    """Return how slowly the count of a term tells in a chunk of this length (1: the mean)."""
    return _SATURATION * (1 - _LENGTH + _LENGTH * length)


def _spaced(terms: str) -> str:
    """Return terms with spaces of their own on both sides: neighbours that share one would be counted once."""
    return f" {terms.replace(' ', '  ')} "
