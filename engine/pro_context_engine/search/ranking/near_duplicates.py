"""Text that says again what was shown already: the same section on another page, or in another version."""

from __future__ import annotations

import re
from functools import lru_cache

SHINGLE = 5
"""So many words in a row make texts alike."""

MOST_REPEATED = 0.8
"""A text of which this share or more was shown already adds nothing, but perhaps a number or a name."""

_WORD = re.compile(r"\w+")
# The same for ASCII alone, in a third of the time: all else becomes spaces.
_ASCII_WORDS = {code: chr(code).lower() if _WORD.match(chr(code)) else " " for code in range(128)}

Shingle = tuple[str, ...]


class Shown:
    """The texts of an answer so far, as all their runs of five words; time and space are linear."""

    def __init__(self) -> None:
        self._shingles: set[Shingle] = set()

    def repeats(self, text: str) -> bool:
        """Tell whether most of a text was shown already."""
        shingles = _shingles(text)
        return len(shingles & self._shingles) >= MOST_REPEATED * len(shingles)

    def add(self, text: str) -> None:
        """Note that a text is shown."""
        self._shingles |= _shingles(text)


@lru_cache(maxsize=128)
def _shingles(text: str) -> frozenset[Shingle]:
    """Return the runs of words; of a text with fewer words than a run, all of them."""
    words = text.translate(_ASCII_WORDS).split() if text.isascii() else _WORD.findall(text.lower())
    if len(words) < SHINGLE:
        return frozenset([tuple(words)])
    return frozenset(zip(*(words[start:] for start in range(SHINGLE)), strict=False))
