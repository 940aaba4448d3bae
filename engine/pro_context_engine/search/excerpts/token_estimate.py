"""The size of a text as a model counts it: the estimate that answers state.

Budgets hold for every text, so they are kept by an upper bound (`token_cost`), which is 30 % above the true size in the
median. What an answer says of itself is the nearest estimate instead (decisions 71 and 117).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

from pro_context_engine.search.excerpts import token_weights

# The classes list the signs of ASCII, since one that excludes all other characters takes milliseconds to compile.
PIECE = re.compile(
    r"[\x00-\x09\x0b\x0c\x0e-/:-@\[-`{-\x7f]?(?:[A-Z]*[a-z]+|[A-Z]+)"
    r"(?:'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))?"
    r"|[0-9]{1,3}"
    r"| ?[\x00-\x08\x0e-\x1b!-/:-@\[-`{-\x7f]+[\r\n/]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    r"|[^\x00-\x7f]+"
)
"""Where o200k divides a text before it looks at letters, other scripts than the Latin one apart."""

# The random marks around quoted text (decision 9) count as an average one, so that equal answers state equal sizes.
_MARK, _MARK_SIZE = re.compile(r"\[[0-9a-f]{8}\]"), 7.8
_LETTER_OF_TWO_BYTES, _LETTER_OF_MORE = 0.3, 0.7
_FIRST_OF_THREE_BYTES = "\u0800"
_LONGEST = 64
# Most pieces are one token, so that an estimate just above one errs upwards more often than not.
_ONE = 1.25
_RUNS = (2, 3, 4)

LARGEST_ERROR = 0.17
"""The share by which an answer may exceed its estimate: 14 % at most among 2,005 answers of 300 tokens and more, about
packages whose texts the weights were not fitted on; made answers of other scripts exceed it by more."""


def estimated_tokens(text: str) -> int:
    """Return the size of a text in tokens, as near as can be said without a vocabulary."""
    rest, marks = _MARK.subn("", text)
    return round(_size_of_text(rest) + marks * _MARK_SIZE)


def estimated_tokens_of_json(value: object) -> int:
    """Return the size of a value in tokens, in the compact JSON of an answer."""
    return estimated_tokens(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def most_tokens_of_json(value: object) -> int:
    """Return the size that a value has at most in an answer: its estimate and the largest error of that."""
    return round(estimated_tokens_of_json(value) * (1 + LARGEST_ERROR))


def is_weighed(piece: str) -> bool:
    """Tell whether the weights say the size of a piece: words and signs of ASCII."""
    return piece[-1] < "\x80" and not piece[-1].isdigit() and not piece.isspace()


def parts(piece: str) -> list[int]:
    """Return the numbers of the weights of a piece."""
    marked = f"^{piece[:_LONGEST]}$".encode("ascii", "replace")
    return [
        crc32(marked[first : first + length]) % token_weights.COUNT
        for length in _RUNS
        for first in range(len(marked) - length + 1)
    ]


def size_by(piece: str, weights: Sequence[int], of_piece: float, of_character: float) -> float:
    """Return the tokens of a piece by weights, those of a long one in the proportion of its beginning."""
    if not is_weighed(piece):
        return _size_of_others(piece)
    told = of_piece + of_character * min(len(piece), _LONGEST)
    told += sum(map(weights.__getitem__, parts(piece))) / token_weights.SCALE
    return (1.0 if told < _ONE else told) * max(1.0, len(piece) / _LONGEST)


def _size_of_others(piece: str) -> float:
    """Return the tokens of digits, white space and other scripts."""
    if piece[-1] < "\x80":
        return 1.0
    return max(1.0, sum(_LETTER_OF_MORE if one >= _FIRST_OF_THREE_BYTES else _LETTER_OF_TWO_BYTES for one in piece))


# The answer to a question that is asked again is the same text.
@lru_cache(maxsize=128)
def _size_of_text(text: str) -> float:
    return sum(map(_size, PIECE.findall(text)))


@lru_cache(maxsize=16_384)
def _size(piece: str) -> float:
    return size_by(piece, token_weights.PARTS, token_weights.OF_PIECE, token_weights.OF_CHARACTER)
