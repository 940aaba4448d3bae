"""The words of messages: foreign texts, and numbers with their nouns. It imports nothing, so every room can use it."""

from __future__ import annotations

MAX_SHOWN = 60
"""The most characters of a foreign text that a message repeats."""


def shorten(text: str, most: int = MAX_SHOWN) -> str:
    """Return a foreign text cut to a length, on one line, without control characters."""
    cleaned = "".join(char if char.isprintable() else "?" for char in text[: most + 1])
    return cleaned if len(text) <= most else cleaned[:most] + "…"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 page`, `2 pages`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
