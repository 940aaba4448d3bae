"""The words of phrases and of registry entries, each in one form, and the meaning of the words around a subject."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from pro_context_engine.libraries import name_keys

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 24

ECOSYSTEM_LANGUAGES = frozenset(("python", "javascript", "typescript"))
"""The languages of packages; in a phrase they say which libraries are wanted, as others say what they are about."""

_ASKING = frozenset(
    re.findall(r"\w+", "doc docs documentation example examples guide help how reference tutorial usage using")
)
_SEEKING = frozenset(("alternative", "alternatives", "framework", "lib", "libraries", "library", "package", "packages"))
FILLERS = (
    frozenset(
        re.findall(
            r"\w+",
            """
            a about all an and any api are as at be best between by can code could define do does exist exists for from
            get getting good has have i if in into is it its latest like made make me my need not of official on one or
            our please popular sdk show simple some started that the their them there this to tool tools up use used v
            want way we what when where which will with without work working would write written you your
            """,
        )
    )
    | _ASKING
    | (_SEEKING - {"framework"})
)

_PREPOSITIONS = frozenset(("for", "in", "inside", "into", "on", "with"))
_FUNCTION_WORDS = _PREPOSITIONS | {"a", "an", "and", "by", "from", "of", "official", "the", "to"}
_COMPARISON = re.compile(
    r"\b(?:alternatives? (?:to|for)|instead of|replacement (?:for|of)|successor (?:of|to)|similar to|like|\w+er than)"
    r" (\S+)|^(?:a )?(?:better|faster|lighter|modern|simpler|smaller) (\S+)$|^(\S+) but "
)
_IMPERATIVES = frozenset(
    re.findall(
        r"\w+",
        """
        add ask build call change check compare compress convert create debug detect download draw extract find format
        generate merge mock move open parse play print process read remove render request retry run save schedule send
        show sign sort split store stream test update upload validate wait watch
        """,
    )
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
_LONG_BEGINNINGS = frozenset(long.partition(" ")[0] for long in _SHORT_FORMS)
_SAME = {
    "app": "application",
    "apps": "application",
    "auth": "authentication",
    "db": "database",
    "k8s": "kubernetes",
    "llms": "llm",
    "connector": "client",
    "driver": "client",
    "drivers": "client",
    "flag": "argument",
    "flags": "argument",
    "hints": "annotations",
    "option": "argument",
    "options": "argument",
    "picture": "image",
    "pictures": "image",
    "postgres": "postgresql",
}
# What stays has at least three letters before the short endings, four before those that also end other words.
_ENDINGS = re.compile(
    r"(?:(?<=\w{3})(?:ings?|ers?|ables?|ed|es|s|e|ly)"
    r"|(?<=\w{4})(?:ors?|ions?|ments?|ics)"
    r"|(?<=\w{3})(?:isations?|izations?|ations?|ators?|ating|ated|ates?)|(?<=\w{5})ical)$"
)


@lru_cache(maxsize=16_384)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, in one spelling for each term."""
    lower = text.lower()
    if lower.isalnum():  # most texts are names of one word
        return (_normalize(lower),)
    found = _WORD.findall(lower)
    if not _LONG_BEGINNINGS.isdisjoint(found):
        found = _WORD.findall(_LONG.sub(_short_form, lower))
    return tuple(map(_normalize, found[:_MOST_WORDS]))


def content_words(phrase: str) -> list[str]:
    """Return the words that characterize a library, in order; names such as `js-yaml` stay in one piece."""
    return [_normalize(word) for word in _parts(phrase) if word not in FILLERS]


def without_question(phrase: str) -> str:
    """Return a phrase without the words that ask for documentation: `how to use X`, `X docs`."""
    return " ".join(word for word in _parts(phrase) if word not in _ASKING and word not in ("to", "use"))


def asks_about_use(phrase: str) -> bool:
    """Tell whether a phrase asks how to use a library, which it then names."""
    return not _ASKING.isdisjoint(_parts(phrase))


def seeks_library(phrase: str) -> bool:
    """Tell whether a phrase asks for a kind of library; a name in it is then one that the library should work with."""
    return not asks_about_use(phrase) and not _SEEKING.isdisjoint(_parts(phrase))


def compared(phrase: str) -> frozenset[str]:
    """Return the words that name something to compare with: `moment` of `alternative to moment`."""
    return frozenset(match[match.lastindex or 0] for match in _COMPARISON.finditer(" ".join(_parts(phrase))))


def is_command(phrase: str) -> bool:
    """Tell whether a phrase begins with a verb of a task, which is then no name (`build a menu`)."""
    first, *rest = [*_parts(phrase), ""]
    return first in _IMPERATIVES and len(rest) > 2


def companions(phrase: str) -> frozenset[str]:
    """Return the words after a preposition, such as `vue` of `state management for vue`.

    A library of this name is one that the wanted library works with; in a phrase that seeks a kind of library each name
    is.
    """
    parts = _parts(phrase)
    if seeks_library(phrase):
        return frozenset(map(_normalize, parts))
    return frozenset(_normalize(word) for before, word in pairwise(parts) if before in _PREPOSITIONS)


def bag(text: str) -> frozenset[str]:
    """Return the stems of a text's words in no order, without articles and prepositions."""
    return frozenset(stem(word) for word in words(text) if word not in _FUNCTION_WORDS)


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
