"""Repeated text in an answer: the same section on another page, or in another version."""

from __future__ import annotations

import re
from functools import lru_cache

SHINGLE = 5
"""The length of the word sequences by which texts are compared."""

MOST_REPEATED = 0.8
"""A text that shares at least this part of its word sequences with shown text is a repetition."""

_WORD = re.compile(r"\w+")
# The same for ASCII text, in a third of the time: all other characters become spaces.
_ASCII_WORDS = {code: chr(code).lower() if _WORD.match(chr(code)) else " " for code in range(128)}

Shingle = tuple[str, ...]


class ShownTexts:
    """The texts of an answer so far, as the set of their five-word sequences; time and space are linear."""

    def __init__(self) -> None:
        self._shingles: set[Shingle] = set()

    def repeats(self, text: str) -> bool:
        """Tell whether most of a text has been shown before."""
        shingles = _shingles(text)
        return len(shingles & self._shingles) >= MOST_REPEATED * len(shingles)

    def add(self, text: str) -> None:
        """Record that a text is shown."""
        self._shingles |= _shingles(text)


@lru_cache(maxsize=128)
def _shingles(text: str) -> frozenset[Shingle]:
    """Return the five-word sequences of a text; of a shorter text, one sequence of all its words."""
    words = text.translate(_ASCII_WORDS).split() if text.isascii() else _WORD.findall(text.lower())
    if len(words) < SHINGLE:
        return frozenset([tuple(words)])
    return frozenset(zip(*(words[start:] for start in range(SHINGLE)), strict=False))
