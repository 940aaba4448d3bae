"""The libraries that fit a description such as "task queue python".

This is a separate ranking, because a registry entry is a line and not a document: the score of a library is the share
of the query's weight in its name, description, purposes and categories. A word weighs more the fewer libraries have it,
and most if none has it, so that a query about something unknown scores low everywhere.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry.phrase_words import ECOSYSTEM_LANGUAGES, FILLERS, stem, words

_MOST_PACKAGES = 6
_MOST_OTHERS = 4_000

# The share of a word's weight that a library gets for having it in this field.
_FIRST, _LATER, _PURPOSE, _CATEGORY, _OTHER_PACKAGE = 0.85, 0.75, 0.75, 0.7, 0.5
_RELATED = 0.9
"""The factor on that share for a related word (`logs` for `logging`)."""
_ENOUGH_WORDS = 0.6
_FEW_WORDS = 0.75
"""The factor on the score of a library with less than `_ENOUGH_WORDS` of the words."""
_FIRST_WORDS = 4
"""The first words of a description define the library; words after them are less specific."""


class DescriptionIndex:
    """The libraries by the words of their entries."""

    def __init__(self, libraries: Sequence[Library]) -> None:
        self._libraries = libraries
        self._others: dict[tuple[str, str], dict[str, float]] = {}
        self.languages = frozenset(language for library in libraries for language in library.languages)

    def scores(self, query: Sequence[str]) -> dict[int, float]:
        """Return the share of the query that each library has.

        Args:
            query: content words.

        Returns:
            Share 0..1 by position, only of libraries with at least one of the words; lower for a library that has few
            of the words, however rare they are.
        """
        terms = _terms(query)
        weights = self._weights(terms)
        scores: defaultdict[int, float] = defaultdict(float)
        counts: defaultdict[int, int] = defaultdict(int)
        for word, term in terms.items():
            literal = self._places.get(word, {})
            for position, share in self._index.get(term, {}).items():
                scores[position] += weights[word] * share * (1.0 if position in literal else _RELATED)
                counts[position] += 1
        return {at: score * _coverage(counts[at], len(terms)) for at, score in scores.items()}

    def with_purpose(self, query: Sequence[str]) -> Sequence[int]:
        """Return the libraries with a purpose of just these content words, in this order; none without words."""
        # A purpose may have none but fillers ("documentation").
        terms = tuple(_terms(query).values())
        return self._purposes.get(terms, ()) if terms else ()

    def with_written_purpose(self, phrase: str) -> Sequence[int]:
        """Return the libraries with a purpose of just the words of a phrase, fillers included; none for one word."""
        written = words(phrase)
        return self._written_purposes.get(written, ()) if len(written) > 1 else ()

    def score_of(self, library: Library, query: Sequence[str]) -> float:
        """Return the share of the query that a library outside of the index has."""
        terms = _terms(query)
        weights = self._weights(terms)
        shares = self._shares(library)
        fitting = [weights[word] * shares.get(word, shares.get(f"{term} ", 0.0)) for word, term in terms.items()]
        return sum(fitting) * _coverage(sum(map(bool, fitting)), len(terms))

    def _shares(self, library: Library) -> dict[str, float]:
        """Return the share of each word of a library outside of the index, and of each stem with a blank after it."""
        key = (library.library_id, library.description)
        if key not in self._others:
            if len(self._others) >= _MOST_OTHERS:
                self._others.clear()
            shares = self._others.setdefault(key, {})
            for share, found in _fields(library):
                for word in found + _join_neighbours(found):
                    shares.setdefault(word, share)
                    shares.setdefault(f"{stem(word)} ", share * _RELATED)
        return self._others[key]

    def _weights(self, terms: Mapping[str, str]) -> dict[str, float]:
        """Return the weight of each word as a share of the weight of all."""
        weights = {word: self._weight(term) for word, term in terms.items()}
        total = sum(weights.values())
        return {word: weight / total for word, weight in weights.items()}

    def speakers(self, language: str) -> Collection[int]:
        """Return the libraries whose entry names this language in its texts."""
        return self._places.get(language, {})

    def join(self, query: Sequence[str]) -> list[str]:
        """Return the query with neighbours joined that descriptions write as one word: `real time` as `realtime`."""
        joined = list(query)
        for at in range(len(joined) - 1, 0, -1):
            whole = joined[at - 1] + joined[at]
            if whole in self._whole_words:
                joined[at - 1 : at + 1] = [whole]
        return joined

    def share(self, part: Sequence[str], query: Sequence[str]) -> float:
        """Return the weight of some of the query's words as a share (0..1) of all its words' weight."""
        total = sum(map(self._weight, _terms(query).values()))
        return sum(map(self._weight, _terms(part).values())) / total if total else 0.0

    def knows(self, word: str) -> bool:
        """Tell whether any library's entry has this word."""
        return all(term in self._index for term in _terms([word]).values())

    def describes(self, word: str) -> bool:
        """Tell whether any description has this word, which is then no misspelt name."""
        return word in self._vocabulary

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        """Return the words of all descriptions: without building the index, which takes twenty times as long."""
        return frozenset(word for library in self._libraries for word in words(library.description))

    def _weight(self, term: str) -> float:
        return math.log(1 + len(self._libraries) / max(1, len(self._index.get(term, ()))))

    @cached_property
    def _index(self) -> dict[str, dict[int, float]]:
        """Return the share by position by stem."""
        index: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for word, places in self._places.items():
            known = index[stem(word)]
            for position, share in places.items():
                known[position] = max(known.get(position, 0.0), share)
        return dict(index)

    @cached_property
    def _entries(self) -> list[list[tuple[float, tuple[str, ...]]]]:
        return [list(_fields(library)) for library in self._libraries]

    @cached_property
    def _purposes(self) -> dict[tuple[str, ...], list[int]]:
        purposes: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        for position, library in enumerate(self._libraries):
            for purpose in library.purposes:
                purposes[tuple(_terms([purpose]).values())].append(position)
        return dict(purposes)

    @cached_property
    def _written_purposes(self) -> dict[tuple[str, ...], list[int]]:
        purposes: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        for position, library in enumerate(self._libraries):
            for purpose in library.purposes:
                purposes[words(purpose)].append(position)
        return dict(purposes)

    @cached_property
    def _whole_words(self) -> frozenset[str]:
        """Return the words of all entries as they are written."""
        return frozenset(word for fields in self._entries for _, found in fields for word in found)

    @cached_property
    def _places(self) -> dict[str, dict[int, float]]:
        """Return the share by position by word."""
        places: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for position, fields in enumerate(self._entries):
            for share, found in fields:
                for word in found + _join_neighbours(found):
                    # The largest share comes first, so that a word keeps the share of its best field.
                    places[word].setdefault(position, share)
        return dict(places)


def _fields(library: Library) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield (share, words) for the fields of a library's entry, the largest share first."""
    packages = [*library.python_packages[:_MOST_PACKAGES], *library.npm_packages[:_MOST_PACKAGES]]
    repository = library.library_id.rpartition("/")[2]
    for name in dict.fromkeys((library.name.lower(), library.slug, *library.aliases, *packages[:1], repository)):
        yield _FIRST, words(name)
    description = tuple(word for word in words(library.description) if word not in FILLERS)
    yield _FIRST, description[:_FIRST_WORDS]
    yield _LATER, description[_FIRST_WORDS - 1 :]
    for purpose in library.purposes:
        yield _PURPOSE, tuple(word for word in words(purpose) if word not in FILLERS)
    yield _CATEGORY, words(" ".join(library.categories))
    yield _CATEGORY, tuple(language for language in library.languages if language not in ECOSYSTEM_LANGUAGES)
    yield _OTHER_PACKAGE, words(" ".join(packages[1:]))


def _join_neighbours(words: Sequence[str]) -> tuple[str, ...]:
    """Return neighbouring words joined, so that `data frame` matches `dataframe`."""
    return tuple(first + second for first, second in pairwise(words))


def _terms(query: Sequence[str]) -> dict[str, str]:
    """Return the stem of each word that is not a filler."""
    return {word: stem(word) for part in query for word in words(part) if word not in FILLERS}


def _coverage(found: int, asked: int) -> float:
    """Return the factor for a library with this many of the words."""
    return 1.0 if found >= _ENOUGH_WORDS * asked else _FEW_WORDS
