"""The asked terms in many texts, without the analysis of every word of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from pro_context_engine.search.index.analysis import analyse
from pro_context_engine.search.index.stemming import start_of


class TermFinder:
    """The asked terms in many texts: only words that begin like an asked one are analysed, and each of them once.

    Args:
        asked: output of `analysis.query_terms`.
    """

    def __init__(self, asked: Iterable[str]) -> None:
        self._asked = frozenset(asked)
        self._starts = starts_of(self._asked)
        self._seen: set[str] = set()
        self._having: dict[str, list[str]] = {}

    @property
    def having(self) -> Mapping[str, list[str]]:
        """Return the words that have asked terms, among those that were looked at, each with these in order."""
        return self._having

    def look_at(self, words: AbstractSet[str]) -> list[str]:
        """Look at the words of a text, which are parts without white space; return the new ones with asked terms."""
        new = words - self._seen
        self._seen |= new
        found = []
        for word in words_that_may_have(new, self._starts):
            if terms := [term for term in analyse(word) if term in self._asked]:
                self._having[word] = terms
                found.append(word)
        return found

    def find(self, text: str) -> list[str]:
        """Return the asked terms of a text, in order, repetitions kept."""
        self.look_at(frozenset(text.split()))
        return self.find_known(text)

    def find_known(self, text: str) -> list[str]:
        """Return the same for a text whose words were looked at."""
        return [term for word in filter(self._having.__contains__, text.split()) for term in self._having[word]]


def starts_of(terms: Iterable[str]) -> frozenset[str]:
    """Return the beginnings of all words with some terms, for `words_that_may_have`."""
    return frozenset(map(start_of, terms))


def words_that_may_have(words: Collection[str], starts: Collection[str]) -> set[str]:
    """Return those of some distinct words that may have terms with these beginnings.

    Args:
        words: parts of a text without white space.
        starts: output of `starts_of`.
    """
    if not words:
        return set()
    ordered = list(words)
    joined = "\n".join(ordered)
    # In other scripts the lower case of a letter may depend on its neighbours.
    found = set() if joined.isascii() else {word for word in ordered if not word.isascii()}
    # The terms of a name are its parts and the parts joined.
    plain = joined.lower().replace("_", "").replace("-", "")
    for start in starts:
        number = counted = 0
        place = plain.find(start)
        while place >= 0:
            number, counted = number + plain.count("\n", counted, place), place
            if plain[place - 1 : place].isalnum() and _is_one(ordered[number]):
                # Within a word: only an identifier of several parts could have a part that begins here.
                place = plain.find(start, place + 1)
            else:
                found.add(ordered[number])
                place = _place_below(plain, start, place)
    return found


def _is_one(word: str) -> bool:
    """Tell whether a word has no parts that are written together."""
    return "_" not in word and "-" not in word and word.lower() == word


def _place_below(text: str, start: str, place: int) -> int:
    """Return the first place of a beginning in the lines below a place, -1 if there is none."""
    end = text.find("\n", place)
    return text.find(start, end + 1) if end >= 0 else -1


def texts_that_may_have(texts: Sequence[str], starts: Collection[str]) -> set[int]:
    """Return the positions of the texts that may have words with these beginnings; see `words_that_may_have`."""
    joined = "\n".join(texts)
    # In other scripts the lower case of a letter may depend on its neighbours.
    found = set() if joined.isascii() else {position for position, text in enumerate(texts) if not text.isascii()}
    if joined.count("\n") >= len(texts):
        # Some text has several lines, and a line is counted as a text below.
        joined = "\n".join([text.replace("\n", " ") for text in texts])
    joined = joined.lower()
    for start in starts if texts else ():
        number = counted = 0
        place = joined.find(start)
        while place >= 0:
            number, counted = number + joined.count("\n", counted, place), place
            found.add(number)
            place = _place_below(joined, start, place)
    return found
