"""Asked words in bold, in Markdown that means the same otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from pro_context_engine.index.analysis import analyse

# Each alternative stops at the next character of its own kind, so that the time is linear.
_TARGET = r"\((?:[^()\n]|\([^()\n]*\))*\)"
_PROTECTED = re.compile(
    rf"(?:!?\[[^\[\]\n]*)?\](?:{_TARGET}|\[[^\[\]\n]*\])?"  # links and pictures, also the end of one begun above
    r"|<[^<>\n]*>"
    r"|\b[a-z]{2,10}://[^\s<>]+"
    r"|\*\*[^*\n]+\*\*|__[^_\n]+__"
)
_DEFINITION = re.compile(r"\s*\[[^\[\]\n]+\]:")
_TICKS = re.compile("`+")
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+|\w+(?:[.-]\w+)*")
_PAIRED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
# Beside these a word may be part of markup or of an entity.
_MARKS = frozenset("*_\\&~")

Span = tuple[int, int]


def words_with(line: str, terms: Collection[str]) -> list[tuple[Span, frozenset[str]]]:
    """Return where in a line terms occur, in order, and which.

    Args:
        line: of Markdown.
        terms: of `index.query_terms`.
    """
    wanted = frozenset(terms)
    found = []
    for word in _WORD.finditer(line):
        if _PAIRED.match(word[0]):
            found += list(_pairs(word[0], word.start(), wanted))
        elif inside := wanted & _terms_of(word[0]):
            found.append((word.span(), inside))
    return found


@lru_cache(maxsize=65_536)
def _terms_of(word: str) -> frozenset[str]:
    """Return the terms of a word; the same words are in most lines."""
    return frozenset(analyse(word))


def telling_words(text: str, terms: Collection[str]) -> list[str]:
    """Return the words of a text that have terms, each once: a line without any of them need not be looked at.

    Args:
        text: Markdown.
        terms: of `index.query_terms`.
    """
    wanted = frozenset(terms)
    return [word for word in set(_WORD.findall(text)) if _PAIRED.match(word) or not wanted.isdisjoint(_terms_of(word))]


def highlighted(line: str, spans: Collection[Span]) -> str:
    """Return a line of Markdown with some words in bold, but for those in code, links, tags, addresses and emphasis.

    Args:
        line: one line outside of code blocks.
        spans: of the words, in order, apart from each other.
    """
    if not spans or _DEFINITION.match(line):
        return line
    protected = sorted([*_code(line), *(found.span() for found in _PROTECTED.finditer(line))])
    parts, end, position = [], 0, 0
    for start, stop in spans:
        while position < len(protected) and protected[position][1] <= start:
            position += 1
        inside = position < len(protected) and protected[position][0] < stop
        if inside or {line[start - 1 : start], line[start], line[stop - 1], line[stop : stop + 1]} & _MARKS:
            continue
        parts += [line[end:start], f"**{line[start:stop]}**"]
        end = stop
    return "".join([*parts, line[end:]])


def _pairs(run: str, offset: int, wanted: Collection[str]) -> Iterator[tuple[Span, frozenset[str]]]:
    """Give where pairs of characters that were asked for stand in a run without spaces, overlapping ones joined."""
    inside: set[str] = set()
    start = stop = 0
    for position in range(max(1, len(run) - 1)):
        pair = run[position : position + 2]
        if pair not in wanted:
            continue
        if inside and position > stop:
            yield (offset + start, offset + stop), frozenset(inside)
            inside = set()
        start = start if inside else position
        stop = position + len(pair)
        inside.add(pair)
    if inside:
        yield (offset + start, offset + stop), frozenset(inside)


def _code(line: str) -> list[Span]:
    """Return where a line has code; all from the first mark to the last where their pairs are not plain to see."""
    runs = list(_TICKS.finditer(line))
    if len(runs) % 2:
        return [(0, len(line))]
    if any(len(run[0]) > 1 for run in runs):
        return [(runs[0].start(), runs[-1].end())]
    return [(first.start(), second.end()) for first, second in zip(runs[::2], runs[1::2], strict=True)]
