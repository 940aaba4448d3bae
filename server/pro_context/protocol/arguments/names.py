"""The published name of an argument for the name that a call gives it (decisions 60 and 98).

A name counts in any case and with any signs, in the singular or the plural, and with words beside it that say nothing
of the argument: `library-name`, `user_question` and `searchTerms` are `library`, `question` and `searchTerm`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pro_context.protocol.arguments.wrapped_calls import folded

NEUTRAL = frozenset(
    (
        *("name", "id", "identifier", "text", "string", "value", "input", "param", "parameter", "arg", "argument"),
        *("list", "array", "number", "filter"),
    )
)
"""The words, in the singular, that may stand before or behind the name of an argument."""

QUALIFIERS = NEUTRAL | frozenset(
    (
        *("optional", "user", "my", "the", "target", "requested", "desired", "specific", "wanted", "preferred"),
        *("search", "query", "doc", "documentation", "library", "package", "code", "programming", "line", "result"),
        *("alternative", "additional", "extra", "section", "symbol", "page", "toc", "in"),
    )
)
"""The words that may stand before it."""

_OF_NUMBERS = frozenset(("max", "maximum", "number", "of", "total", "count", "limit", "size"))
"""Further such words of arguments that are numbers; `max_version` is not the version."""

_ABBREVIATIONS = {
    "ver": "version",
    "lib": "library",
    "libs": "libraries",
    "pkg": "package",
    "lang": "language",
    "num": "number",
    "str": "string",
    "fn": "function",
    "func": "function",
    "src": "source",
    "docs": "documentation",
}

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MOST_CHARACTERS = 60


class ArgumentNames:
    """The names of the members of one object.

    Args:
        published: the schema of each member by its published name.
        others: the published name of each other name.
    """

    def __init__(self, published: Mapping[str, Mapping[str, Any]], others: Iterable[tuple[str, str]]) -> None:
        self._published = published
        self._folded = {folded(name): name for name in published}
        for other, name in others:
            self._folded.setdefault(folded(other), name)
        self._singular: dict[str, list[str]] = {}
        for known in self._folded:
            self._singular.setdefault(_singular(known), []).append(known)

    def of(self, name: str) -> str | None:
        """Return the published name that a name stands for, None where there is none, or more than one."""
        if name in self._published:
            return name
        known = self.known(name)
        return None if known is None else self._folded[known]

    def known(self, name: str) -> str | None:
        """Return the published or other name, folded, that a name is written for; None for an unknown name."""
        if folded(name) in self._folded:
            return folded(name)
        if len(name) > _MOST_CHARACTERS:
            return None
        words = [word.lower() for word in _WORD.findall(name)]
        whole = [_ABBREVIATIONS.get(word, word) for word in words]
        return next((found for one in (words, whole) for found in self._by_words(one) if found), None)

    def _by_words(self, words: list[str]) -> Iterator[str | None]:
        """Yield the known names that the words of a name may mean, the likeliest first."""
        before = next((at for at, word in enumerate(words) if _singular(word) not in QUALIFIERS), len(words))
        after = next((at for at in range(len(words), 0, -1) if _singular(words[at - 1]) not in NEUTRAL), 0)
        for start in range(before + 1):
            yield self._either("".join(words[start:]))
        for end in range(len(words) - 1, max(after, 1) - 1, -1):
            yield self._either("".join(words[:end]))
        yield self._either("".join(words[before:after]))
        means = [self._either(word) for word in words[before:after]]
        yield means[0] if len({found and self._folded[found] for found in means}) == 1 else None
        for found in self._of_numbers(words):
            yield found if found and self._published[self._folded[found]].get("type") in ("number", "integer") else None

    def _of_numbers(self, words: list[str]) -> Iterator[str | None]:
        """Yield the known names that the words of a name may mean if the argument is a number."""
        yield self._either("".join(words[:-1] if words[-1:] and words[-1] in _OF_NUMBERS else words))
        own = [word for word in words if word not in _OF_NUMBERS]
        yield self._either("".join(own))
        yield self._either("".join(word for word in own if _singular(word) not in QUALIFIERS))

    def _either(self, name: str) -> str | None:
        """Return the known name that is a folded name, or the same name in the other number."""
        if name in self._folded:
            return name
        alike = self._singular.get(_singular(name), [])
        return alike[0] if len({self._folded[known] for known in alike}) == 1 else None


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 2 else word
