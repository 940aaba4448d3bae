"""Words of a pasted error message that concern the asker's machine: stack frames, paths, line numbers, times.

Documentation contains these words only by accident, in text about something else: `~/tutorial/app.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Each of the patterns below requires one of these characters; most questions contain none.
_SIGNS = re.compile(r"[\d:/\\]")

# All linear: each repetition is bounded, or excludes its terminator.
_FRAMES = re.compile(
    r"^[ \t]*(?:Traceback \(most recent call last\):"
    r"|File \"[^\"\n]{1,1000}\", line \d{1,9}[^\n]*(?:\n    [^\n]*)?"
    r"|at (?:[^\n(]{1,300} )?\(?[^\s()]{1,1000}:\d{1,9}:\d{1,9}\)?"
    r"|[~^]+)[ \t]*$",
    re.MULTILINE,
)
# A built-in error type before a message that names the failure. A library's own error types have longer names.
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


@lru_cache(maxsize=64)  # the terms, pairs and names of a question are all made from it
def without_machine_words(text: str) -> str:
    """Return a question without the words that concern the asker's machine; the last part of a path stays.

    Args:
        text: a question, keywords, an error message or code; time is linear in it.

    Returns:
        The rest of the text; the whole text if no word is left.
    """
    if not _SIGNS.search(text):
        return text
    rest = text
    for words in (_FRAMES, _KINDS, _MOMENTS, _FOLDERS, _LINES):
        rest = words.sub(" ", rest)
    return rest if any(map(str.isalnum, rest)) else text
