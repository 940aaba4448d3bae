"""Searches in texts that are fast, since each begins with a fixed text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator


def places_of(text: str, part: str) -> Iterator[int]:
    """Yield the places at which a part stands in a text."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def words_at(text: str, word: str) -> Iterator[int]:
    """Yield the places at which a word stands in a text, and not only within a longer word."""
    return (at for at in places_of(text, word) if not is_part(text, at - 1) and not is_part(text, at + len(word)))


def is_part(text: str, at: int) -> bool:
    """Tell whether a text has a letter, a digit or an underscore at a place; False outside of the text."""
    return 0 <= at < len(text) and (text[at] == "_" or text[at].isalnum())


def matches(pattern: re.Pattern[str], text: str, is_allowed: Callable[[str, int], bool]) -> Iterator[re.Match[str]]:
    """Yield the matches of an expression at places that are allowed by the text before them.

    This gives what the expression gives with the condition in front of it, but an expression is fast only where it
    begins with a fixed text.

    Args:
        pattern: begins with a fixed text.
        text: is searched.
        is_allowed: tells of the text and a place whether a match may begin there.
    """
    at = 0
    while found := pattern.search(text, at):
        if is_allowed(text, found.start()):
            yield found
            at = found.end()
        else:
            at = found.start() + 1


def is_at_line_start(text: str, at: int) -> bool:
    """Tell whether nothing but blanks and tabs stand before a place in its line."""
    # No further back than the blanks: a line may be as long as a file.
    while at and text[at - 1] in " \t":
        at -= 1
    return not at or text[at - 1] == "\n"


def is_apart(text: str, at: int) -> bool:
    """Tell whether neither a word nor a dot stands right before a place."""
    return not is_part(text, at - 1) and text[max(0, at - 1) : at] != "."
