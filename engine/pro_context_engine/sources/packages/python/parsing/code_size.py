"""The size of a module's code in tokens, counted before it is parsed, since each token takes memory in its syntax."""

from __future__ import annotations

import re
from itertools import islice

MOST_TOKENS = 1_000_000
"""The tokens of the largest module that is parsed; generated modules of clients have up to 800,000."""

# A text without an end goes on to the end of the line or the file, so that no token is looked for twice.
_TOKEN = re.compile(
    r"""
    \"{3}(?:[^"\\]++|\\.|"(?!""))*+(?:\"{3}|\Z)
    | '{3}(?:[^'\\]++|\\.|'(?!''))*+(?:'{3}|\Z)
    | "(?:[^"\\\n]++|\\.)*+"?
    | '(?:[^'\\\n]++|\\.)*+'?
    | \#[^\n]*+
    | \w++ | [^\w\s] | \n++
    """,
    re.VERBOSE | re.DOTALL,
)


def may_be_parsed(code: str) -> bool:
    """Tell whether a module has at most a million tokens; each takes up to a kilobyte while it is parsed."""
    # No text has more tokens than characters.
    return len(code) <= MOST_TOKENS or next(islice(_TOKEN.finditer(code), MOST_TOKENS, None), None) is None
