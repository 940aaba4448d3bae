"""The tokens of a text against a budget: more than the fast estimate for code and tables.

The fast estimate (`chunks.tokens.count`) goes by characters and is right on average; a page of short numbers and
brackets takes up to twice as much. A caller's budget must hold for every text, so answers are measured by pieces.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pro_context_engine.documents.chunks.tokens import count

# Sequences that are nearly always one token in today's vocabularies: a few letters with the space before them, three
# digits, two signs, a newline with its indent. Measured on 5,000 chunks of six libraries: real vocabularies take 0.75
# of this count in the median, 0.88 in the hundredth largest chunk.
_PIECE = re.compile(
    r" ?[A-Z]?[a-z]{1,5}| ?[A-Z]{1,2}|\d{1,3}| ?[!-/:-@\[-`{-~]{1,2}|\n+ {0,40}|[ \t]{1,40}|.", re.DOTALL
)
_BYTES_PER_FURTHER_TOKEN = 6

JOINT = 1
"""The tokens that may be added where two texts are joined."""


KEPT_LINES = 4_096
"""The number of lines whose piece counts are cached."""
LONGEST_LINE = 2_000
"""The maximum length of a cached line, characters."""


@lru_cache(maxsize=512)
def most_tokens(text: str) -> int:
    """Return the maximum number of tokens of a text.

    The parts of a text never sum to less than the whole, except for `JOINT` at each join.
    """
    # A chunk is measured alone, as a passage, and as a part of the answer, always with the same lines.
    first, *lines = text.split("\n")
    if max(map(len, lines), default=0) > LONGEST_LINE:
        return most_tokens_of_page(text)
    # A newline begins a piece unless it follows another newline.
    pieces = len(_PIECE.findall(first)) + sum(map(_pieces_of, filter(None, lines)))
    return _tokens(text, pieces + (text[-1:] == "\n"))


def most_tokens_of_page(text: str) -> int:
    """Return the same for a text whose lines are measured only once."""
    return _tokens(text, len(_PIECE.findall(text)))


def _tokens(text: str, pieces: int) -> int:
    if not text.isascii():
        pieces += (len(text.encode("utf-8", "surrogatepass")) - len(text)) // _BYTES_PER_FURTHER_TOKEN
    return max(count(text), pieces)


@lru_cache(maxsize=KEPT_LINES)
def _pieces_of(line: str) -> int:
    """Return the number of pieces of a line that is not blank, with the newlines before it."""
    return len(_PIECE.findall(f"\n{line}"))
