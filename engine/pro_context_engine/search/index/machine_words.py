"""What a pasted error says of the asker's machine only: stack frames, paths, line numbers, addresses, times.

No documentation has these words but by accident, and then it is about something else: `~/tutorial/app.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Each of the patterns below needs one of these; most questions have none.
_SIGNS = re.compile(r"[\d:/\\]")

# All linear: each repetition is bounded, or excludes what ends it.
_FRAMES = re.compile(
    r"^[ \t]*(?:Traceback \(most recent call last\):"
    r"|File \"[^\"\n]{1,1000}\", line \d{1,9}[^\n]*(?:\n    [^\n]*)?"
    r"|at (?:[^\n(]{1,300} )?\(?[^\s()]{1,1000}:\d{1,9}:\d{1,9}\)?"
    r"|[~^]+)[ \t]*$",
    re.MULTILINE,
)
# An error of the language itself, where a message follows, which says what failed. A library's own has a longer name.
_KINDS = re.compile(
    r"^[ \t]*(?:Uncaught )?(?:(?:Assertion|Attribute|Index|Key|Name|OS|Range|Reference|Runtime|Syntax|Type|Value)?Error"
    r"|Exception): (?=\S)",
    re.MULTILINE,
)
_MOMENTS = re.compile(
    r"\b0x[0-9a-f]{6,16}\b|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?Z?\b"
    r"|\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b",
    re.IGNORECASE,
)
_FOLDERS = re.compile(
    r"(?<![\w./\\-])(?:file:///?|~/|[A-Za-z]:\\|/(?:home|Users|root|usr|opt|var|tmp)/)(?:[\w.@+-]{1,100}[\\/]){0,40}"
)
_LINES = re.compile(
    r"(?:(?<=\.py|\.js|\.ts)|(?<=\.tsx|\.jsx|\.mjs|\.vue))(?::\d{1,9}){1,2}\b"
    r"|(?:,|\bon|\bat) line \d{1,9}\b"
)


@lru_cache(maxsize=64)  # terms, pairs and names are made of it in turn
def without_machine_words(text: str) -> str:
    """Return what somebody asks without what it says of the machine; of a path its last part stays.

    Args:
        text: a question, keywords, an error message or code; time is linear in it.

    Returns:
        The rest; the text itself where no word is left.
    """
    if not _SIGNS.search(text):
        return text
    rest = text
    for words in (_FRAMES, _KINDS, _MOMENTS, _FOLDERS, _LINES):
        rest = words.sub(" ", rest)
    return rest if any(map(str.isalnum, rest)) else text
