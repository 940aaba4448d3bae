"""The libraries that fit a description such as "task queue python".

This is a separate ranking, because a registry entry is a line and not a document: the score of a library is the share
of the query's weight in its name, categories and description. A word weighs more the fewer libraries have it, and most
if none has it, so that a query about something unknown scores low everywhere.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry import name_keys

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 24
_MOST_PACKAGES = 6

# The share of a word's weight that a library gets for having it in this field.
_FIRST, _LATER, _CATEGORY, _LANGUAGE, _OTHER_PACKAGE = 0.85, 0.75, 0.7, 0.7, 0.5
_RELATED = 0.9
"""The factor on that share for a related word (`logs` for `logging`)."""
_FIRST_WORDS = 4
"""The first words of a description define the library; words after them are less specific."""

_ASKING = frozenset(
    ("doc", "docs", "documentation", "example", "examples", "guide", "how", "reference", "tutorial", "usage", "using")
)
_SEEKING = frozenset(("alternative", "alternatives", "framework", "lib", "libraries", "library", "package", "packages"))
_FILLERS = (
    frozenset(
        re.findall(
            r"\w+",
            """
            a about all an and any api are as at be best by can code could define do does exist exists for from get
            getting good have has i if in into is it its latest like made make me my need not of official on one or our
            please popular sdk show simple some started that the their them there this to tool tools up use used v want
            way we what when where which will with without work working would write written you your
            """,
        )
    )
    | _ASKING
    | (_SEEKING - {"framework"})
)

# Queries and entries are both reduced to these short forms.
_SHORT_FORMS = {
    "artificial intelligence": "ai",
    "command line": "cli",
    "end to end": "e2e",
    "language model": "llm",
    "machine learning": "ml",
    "natural language processing": "nlp",
    "object relational mapper": "orm",
    "object relational mapping": "orm",
    "regular expression": "regex",
    "user interface": "gui",
}
_LONG = re.compile(r"\b(" + "|".join(_SHORT_FORMS).replace(" ", "[- ]") + r")s?\b")
_SAME = {
    "app": "application",
    "apps": "application",
    "auth": "authentication",
    "db": "database",
    "k8s": "kubernetes",
    "llms": "llm",
    "postgres": "postgresql",
}
_ENDINGS = re.compile(
    r"(?:isations?|izations?|ations?|ators?|ating|ated|ates?|ings?|ers?|ors?|ions?|ments?|ical|ics|able|ed|es|s|e|ly)$"
)


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, in one spelling for each term."""
    short = _LONG.sub(_short_form, text.lower())
    return [_normalize(word) for word in _WORD.findall(short)[:_MOST_WORDS]]


def content_words(phrase: str) -> list[str]:
    """Return the words that characterize a library, in order; names such as `js-yaml` stay in one piece."""
    return [_normalize(word) for word in _parts(phrase) if word not in _FILLERS]


def without_question(phrase: str) -> str:
    """Return a phrase without the words that ask for documentation: `how to use X`, `X docs`."""
    return " ".join(word for word in _parts(phrase) if word not in _ASKING and word not in ("to", "use"))


def asks_about_use(phrase: str) -> bool:
    """Tell whether a phrase asks how to use a library, which it then names."""
    return not _ASKING.isdisjoint(_parts(phrase))


def seeks_library(phrase: str) -> bool:
    """Tell whether a phrase asks for a kind of library; a name in it is then one that the library should work with."""
    return not asks_about_use(phrase) and not _SEEKING.isdisjoint(_parts(phrase))


def _parts(phrase: str) -> list[str]:
    stripped = (part.strip("?!.,:;()\"'`") for part in _LONG.sub(_short_form, phrase.lower()).split()[:_MOST_WORDS])
    return [part for part in stripped if part]


def _short_form(match: re.Match[str]) -> str:
    return _SHORT_FORMS[match[1].replace("-", " ")]


def _normalize(word: str) -> str:
    return _SAME.get(word) or name_keys.LANGUAGE_SPELLINGS.get(word, word)


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Return the common stem of related words: `validator`, `validation` and `validates` give `valid`."""
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    short = _ENDINGS.sub("", word)
    short = short if len(short) >= 3 else word
    return short[:-1] if len(short) > 3 and short[-1] == short[-2] else short


class DescriptionIndex:
    """The libraries by the words of their entries."""

    def __init__(self, libraries: Sequence[Library]) -> None:
        self._libraries = libraries
        self.languages = frozenset(language for library in libraries for language in library.languages)

    def scores(self, query: Sequence[str]) -> dict[int, float]:
        """Return the share of the query that each library has.

        Args:
            query: content words.

        Returns:
            Share 0..1 by position, only of libraries with at least one of the words.
        """
        terms = _terms(query)
        total = sum(map(self._weight, terms.values()))
        languages = self.languages.intersection(terms)
        scores: defaultdict[int, float] = defaultdict(float)
        for word, term in terms.items():
            weight = self._weight(term) / total
            most = _LANGUAGE if word in languages else 1.0
            literal = self._places.get(word, {})
            for position, share in self._index.get(term, {}).items():
                exactness = 1.0 if position in literal else _RELATED
                scores[position] += weight * min(most, share) * exactness
        return dict(scores)

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
        return frozenset(word for library in self._libraries for word in _WORD.findall(library.description.lower()))

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
    def _places(self) -> dict[str, dict[int, float]]:
        """Return the share by position by word."""
        places: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for position, library in enumerate(self._libraries):
            for share, found in _fields(library):
                for word in found + _join_neighbours(found):
                    # The largest share comes first, so that a word keeps the share of its best field.
                    places[word].setdefault(position, share)
        return dict(places)


def _fields(library: Library) -> Iterator[tuple[float, list[str]]]:
    """Yield (share, words) for the fields of a library's entry, the largest share first."""
    packages = [*library.python_packages[:_MOST_PACKAGES], *library.npm_packages[:_MOST_PACKAGES]]
    for name in dict.fromkeys((library.name.lower(), library.slug, *library.aliases, *packages[:1])):
        yield _FIRST, words(name)
    description = [word for word in words(library.description) if word not in _FILLERS]
    yield _FIRST, description[:_FIRST_WORDS]
    yield _LATER, description[_FIRST_WORDS - 1 :]
    yield _CATEGORY, words(" ".join(library.categories))
    yield _LANGUAGE, list(library.languages)
    yield _OTHER_PACKAGE, words(" ".join(packages[1:]))


def _join_neighbours(words: Sequence[str]) -> list[str]:
    """Return neighbouring words joined, so that `data frame` matches `dataframe`."""
    return [first + second for first, second in pairwise(words)]


def _terms(query: Sequence[str]) -> dict[str, str]:
    """Return the stem of each word that is not a filler."""
    return {word: stem(word) for part in query for word in words(part) if word not in _FILLERS}
