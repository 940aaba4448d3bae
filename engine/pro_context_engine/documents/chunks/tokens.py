"""The token counter: a deterministic estimate that every budget uses."""

from __future__ import annotations

from bisect import bisect_right

from pro_context_engine.documents.pages.blocks import closing_fence

# Fourteenths of a token. Vocabularies of today's models take 3.1 to 4 characters of Latin prose and code per token and
# one CJK character per token; scripts of two UTF-8 bytes (Cyrillic, Greek) lie in between. The numbers of characters
# and of bytes beyond ASCII tell these apart without a look at each character: Latin 4/14, two-byte 9/14, CJK 14/14.
_PER_CHARACTER = 4
_PER_EXTRA_BYTE = 5
_TOKEN = 14


def count(text: str) -> int:
    """Return the size of a text in tokens, estimated from its characters and their UTF-8 bytes.

    The counts of a text's parts add up to at least the count of the whole, and to at most one more per part.
    """
    characters = len(text)
    extra = 0 if text.isascii() else len(text.encode("utf-8", "surrogatepass")) - characters
    return -(-(_PER_CHARACTER * characters + _PER_EXTRA_BYTE * extra) // _TOKEN)


def cut(text: str, max_tokens: int) -> str:
    """Return the text, or the longest good beginning of it that fits.

    A good beginning ends with a line if that keeps at least half of the text that fits, else with a word. A fence that
    is left open is closed.

    Args:
        text: Markdown.
        max_tokens: the most tokens of the result.
    """
    if count(text) <= max_tokens:
        return text
    kept = _beginning(text, max_tokens)
    fence = closing_fence(kept.split("\n"))
    if not fence:
        return kept
    kept = _beginning(text, max_tokens - count(f"\n{fence}"))
    fence = closing_fence(kept.split("\n"))
    return f"{kept}\n{fence}" if fence else kept


def _beginning(text: str, max_tokens: int) -> str:
    room = text[: fitting(text, max_tokens)]
    line = room.rfind("\n")
    if line >= len(room) // 2:
        return room[:line].rstrip()
    word = room.rfind(" ")
    return room[: word if word >= len(room) // 2 else len(room)].rstrip()


def fitting(text: str, max_tokens: int) -> int:
    """Return the number of leading characters of a text that fit into so many tokens, 0 for less than one token."""
    if max_tokens < 1:
        return 0
    most = min(len(text), max_tokens * _TOKEN // _PER_CHARACTER)
    if text.isascii():
        return most
    return bisect_right(range(most + 1), max_tokens, key=lambda end: count(text[:end])) - 1
