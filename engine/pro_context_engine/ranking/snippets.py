"""A few plain lines of a chunk, around what was asked."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Sequence

from pro_context_engine.chunks.tokens import count, cut
from pro_context_engine.index.analysis import analyse
from pro_context_engine.model import Chunk

_LINE_WIDTH = 200
_MARKUP = re.compile(r"^(?:`{3,}|~{3,}).*$|^#{1,6}\s+|^>\s?")


def snippet(chunk: Chunk, terms: Sequence[str], max_tokens: int = 100) -> str:
    """Return the neighbouring lines of the chunk that together contain most of the terms.

    Args:
        chunk: where to look.
        terms: of `index.query_terms`.
        max_tokens: bound of the result, tokens.

    Returns:
        Plain lines, without heading marks and fences; the beginning of the chunk when no term is in it.
    """
    lines = [line for raw in chunk.text.splitlines() for line in _plain(raw)]
    first, last = _best_window(lines, frozenset(terms), max_tokens)
    return cut("\n".join(lines[first : last + 1]), max_tokens)


def _plain(line: str) -> list[str]:
    return textwrap.wrap(_MARKUP.sub("", line.strip()), _LINE_WIDTH)


def _best_window(lines: Sequence[str], wanted: frozenset[str], max_tokens: int) -> tuple[int, int]:
    """Return first and last line of the window with most distinct terms; the earliest of equals."""
    found = [wanted.intersection(analyse(line)) for line in lines]
    sizes = [count(line + "\n") for line in lines]
    inside: Counter[str] = Counter()
    best, most, size, first = (0, len(lines) - 1), 0, 0, 0
    for last, line_terms in enumerate(found):
        inside.update(line_terms)
        size += sizes[last]
        while size > max_tokens and first < last:
            size -= sizes[first]
            inside.subtract(found[first])
            first += 1
        distinct = sum(1 for times in inside.values() if times > 0)
        if distinct > most:
            best, most = (first, last), distinct
    return _filled(best, sizes, max_tokens)


def _filled(window: tuple[int, int], sizes: Sequence[int], max_tokens: int) -> tuple[int, int]:
    """Give the room that is left to the lines after the window."""
    first, last = window
    size = sum(sizes[first : last + 1])
    while last + 1 < len(sizes) and size + sizes[last + 1] <= max_tokens:
        last += 1
        size += sizes[last]
    return first, last
