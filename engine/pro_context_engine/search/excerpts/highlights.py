"""Bold marks around asked words, in Markdown that otherwise keeps its meaning."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from pro_context_engine.search.index.analysis import CJK, analyse
from pro_context_engine.search.index.term_finder import starts_of, words_that_may_have

# Each alternative stops at the next character of its own kind, so the time is linear.
_TARGET = r"\((?:[^()\n]|\([^()\n]*\))*\)"
_PROTECTED = re.compile(
    rf"(?:!?\[[^\[\]\n]*)?\](?:{_TARGET}|\[[^\[\]\n]*\])?"  # links and pictures, also the end of one begun above
    r"|<[^<>\n]*>"
    r"|\b[a-z]{2,10}://[^\s<>]+"
    r"|\*\*[^*\n]+\*\*|__[^_\n]+__"
)
_SIGNS = ("]", "<", "://", "**", "__")
_DEFINITION = re.compile(r"\s*\[[^\[\]\n]+\]:")
_TICKS = re.compile("`+")
_WORD = re.compile(rf"[{CJK}]+|\w+(?:[.-]\w+)*")
# The same for ASCII texts, several times as fast.
_ASCII_WORD = re.compile(r"[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*")
_BEGINNING, _END = re.compile(r"(?<!\w)(?<!\w[.-])"), re.compile(r"(?!\w|[.-]\w)")
_PAIRED = re.compile(f"[{CJK}]")
# A word next to one of these may be part of markup or of an entity.
_MARKS = frozenset("*_\\&~")

Span = tuple[int, int]

TermsByWord = Mapping[str, frozenset[str]]
"""Words of a text that have asked terms, each with these terms."""


class SoughtTerms:
    """The terms of a question, prepared for finding them in texts without analysing every word.

    Attributes:
        terms: output of `analysis.query_terms`.
    """

    def __init__(self, terms: Sequence[str]) -> None:
        self.terms = terms
        self._distinct = frozenset(terms)
        self._starts = starts_of(terms)

    def terms_by_word(self, text: str) -> TermsByWord:
        """Return the words of a text that have asked terms, each with these; a run without spaces with all terms."""
        if text.isascii():
            return self._with_terms(
                {
                    word
                    for run in words_that_may_have(set(text.split()), self._starts)
                    for word in _ASCII_WORD.findall(run)
                }
            )
        words = set(_WORD.findall(text))
        runs = {word for word in words if _PAIRED.match(word)}
        return self._with_terms(words - runs) | dict.fromkeys(runs, self._distinct)

    def _with_terms(self, words: Collection[str]) -> dict[str, frozenset[str]]:
        return {word: inside for word in words if (inside := self._distinct & _terms_of(word))}


@lru_cache(maxsize=16_384)
def _terms_of(word: str) -> frozenset[str]:
    return frozenset(analyse(word))


def words_with(line: str, terms_by_word: TermsByWord) -> list[tuple[Span, frozenset[str]]]:
    """Return the positions of asked terms in a line of Markdown, in order, with the terms.

    Args:
        line: a line of the text, or some words of such a line.
        terms_by_word: output of `SoughtTerms.terms_by_word` for the text.
    """
    here = [word for word in terms_by_word if word in line]
    if line.isascii() or not here:
        found = [(span, terms_by_word[word]) for word in here for span in _places(line, word)]
        return sorted(found, key=itemgetter(0)) if len(found) > 1 else found
    found = []
    for word in _WORD.finditer(line):
        if _PAIRED.match(word[0]):
            found += list(_pairs(word[0], word.start(), terms_by_word.get(word[0], ())))
        elif word[0] in terms_by_word:
            found.append((word.span(), terms_by_word[word[0]]))
    return found


def highlight(line: str, spans: Collection[Span]) -> str:
    """Return a line of Markdown with words in bold, except in code, links, tags, addresses and emphasis.

    Args:
        line: one line outside of code blocks.
        spans: positions of the words, in order, without overlaps.
    """
    if not spans or ("]:" in line and _DEFINITION.match(line)):
        return line
    protected = sorted([*_code(line), *_markup(line)])
    parts, end, position = [], 0, 0
    for start, stop in spans:
        while position < len(protected) and protected[position][1] <= start:
            position += 1
        inside = position < len(protected) and protected[position][0] < stop
        beside = (line[start - 1 : start], line[start], line[stop - 1], line[stop : stop + 1])
        if inside or not _MARKS.isdisjoint(beside):
            continue
        parts += [line[end:start], f"**{line[start:stop]}**"]
        end = stop
    return "".join([*parts, line[end:]])


def _markup(line: str) -> list[Span]:
    """Return the positions of links, tags, addresses and emphasis in a line."""
    return [found.span() for found in _PROTECTED.finditer(line)] if any(sign in line for sign in _SIGNS) else []


def _places(line: str, word: str) -> Iterator[Span]:
    """Yield the positions of an ASCII word in a line, except as part of a longer word."""
    place = line.find(word)
    while place >= 0:
        end = place + len(word)
        # Most words stand between spaces, which is the fastest check.
        if (line[place - 1 : place] == " " or _BEGINNING.match(line, place)) and (
            line[end : end + 1] == " " or _END.match(line, end)
        ):
            yield place, end
        place = line.find(word, end)


def _pairs(run: str, offset: int, wanted: Collection[str]) -> Iterator[tuple[Span, frozenset[str]]]:
    """Yield the positions of asked pairs of characters in a run without spaces, overlapping ones merged."""
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
    """Return the positions of code in a line; from the first backtick to the last if the pairs are ambiguous."""
    if "`" not in line:
        return []
    runs = list(_TICKS.finditer(line))
    if len(runs) % 2:
        return [(0, len(line))]
    if any(len(run[0]) > 1 for run in runs):
        return [(runs[0].start(), runs[-1].end())]
    return [(first.start(), second.end()) for first, second in zip(runs[::2], runs[1::2], strict=True)]
