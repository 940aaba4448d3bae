"""The words of messages: foreign texts, moments, numbers with their nouns."""

from __future__ import annotations

MAX_SHOWN = 60
"""The most characters of a foreign text that a message repeats."""


def shorten(text: str, most: int = MAX_SHOWN) -> str:
    """Return a foreign text cut to a length, on one line, without control characters."""
    cleaned = "".join(char if char.isprintable() else "?" for char in text[: most + 1])
    return cleaned if len(text) <= most else cleaned[:most] + "…"


def to_the_minute(moment: str | None) -> str:
    """Return a moment of ISO 8601 without its seconds, "never" for none."""
    return moment[:16].replace("T", " ") if moment else "never"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 page`, `2 pages`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
