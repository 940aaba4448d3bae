"""A few lines of a chunk around what was asked, as Markdown with the asked words in bold."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pro_context_engine.chunks.tokens import count, cut
from pro_context_engine.model import Chunk
from pro_context_engine.pages.blocks import Kind, scan
from pro_context_engine.ranking.highlighting import highlighted, telling_words, words_with

_LINE_WIDTH = 200
_TICKS = re.compile("`+")
_FENCE_LINE = re.compile(r"[>\s]*(`{3,}|~{3,})")
_MARKUP = re.compile(r"^#{1,6}\s+|^>\s?")
_ANCHOR = re.compile(r" +\{#[\w.:-]+\}$")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as the snippet shows it, with the terms in it; `size` in tokens."""

    text: str
    code: bool
    terms: frozenset[str]
    size: int


def snippet(chunk: Chunk, terms: Sequence[str], max_tokens: int = 100) -> str:
    """Return the neighbouring lines of the chunk that together contain most of the terms.

    Args:
        chunk: where to look.
        terms: of `index.query_terms`.
        max_tokens: bound of the result, tokens.

    Returns:
        Markdown without heading marks: the match in the middle, the terms in bold outside of code, code in a fence;
        the beginning of the chunk when no term is in it.
    """
    lines = list(_lines(chunk.text, terms, max_tokens))
    first, last = _best_window(lines, max_tokens)
    first, last = _centred(lines, first, last, max_tokens)
    while count(shown := _markdown(lines[first : last + 1])) > max_tokens and first < last:
        last -= 1
    return shown if count(shown) <= max_tokens else cut("\n".join(line.text for line in lines[:1]), max_tokens)


def _lines(text: str, terms: Sequence[str], max_tokens: int) -> Iterator[_Line]:
    """Give the lines to choose from, long ones in parts."""
    raw = text.split("\n")
    # Without room for an indent there is no indented code to look for.
    blocks = scan(raw) if "    " in text or "\t" in text else ()
    indented = {number for block in blocks if block.kind is Kind.CODE for number in range(block.first, block.end)}
    telling = telling_words(text, terms)
    fence = ""
    for number, line in enumerate(raw):
        asked = terms if any(word in line for word in telling) else ()
        marked = _FENCE_LINE.match(line)
        if marked and (not fence or (marked[1].startswith(fence) and not line[marked.end() :].strip("`~ "))):
            fence = "" if fence else marked[1]
        elif fence or number in indented:
            yield from _code_lines(line, asked, max_tokens)
        else:
            yield from _prose_lines(line, asked, max_tokens)


def _code_lines(line: str, terms: Sequence[str], max_tokens: int) -> Iterator[_Line]:
    text = cut(line.rstrip()[:_LINE_WIDTH], max_tokens // 2)
    if text:
        found = frozenset(term for _, inside in words_with(text, terms) for term in inside) if terms else frozenset()
        yield _Line(text, True, found, count(f"{text}\n"))


def _prose_lines(line: str, terms: Sequence[str], max_tokens: int) -> Iterator[_Line]:
    plain = _ANCHOR.sub("", _MARKUP.sub("", line.strip()))
    words = words_with(plain, terms) if terms else []
    bold = highlighted(plain, [span for span, _ in words]) if words else plain
    if len(bold) <= _LINE_WIDTH and (size := count(f"{bold}\n")) <= max_tokens:
        if bold:
            yield _Line(bold, False, frozenset(term for _, inside in words for term in inside), size)
        return
    for part in textwrap.wrap(bold, _LINE_WIDTH, break_on_hyphens=False):
        text = part if count(part) <= max_tokens else cut(part.replace("**", ""), max_tokens)
        found = frozenset(term for _, inside in words_with(text, terms) for term in inside)
        yield _Line(text, False, found, count(f"{text}\n"))


def _best_window(lines: Sequence[_Line], max_tokens: int) -> tuple[int, int]:
    """Return first and last line of the window with most distinct terms, the earliest of equals."""
    inside: Counter[str] = Counter()
    best, most, size, first = (0, 0), 0, 0, 0
    for last, line in enumerate(lines):
        size += line.size
        if not line.terms:
            continue
        inside.update(line.terms)
        while first < last and (size > max_tokens or not lines[first].terms):
            size -= lines[first].size
            inside.subtract(lines[first].terms)
            first += 1
        distinct = sum(1 for times in inside.values() if times > 0)
        if distinct > most:
            best, most = (first, last), distinct
    return best


def _centred(lines: Sequence[_Line], first: int, last: int, max_tokens: int) -> tuple[int, int]:
    """Give the room that is left to the lines around the window, as many after it as before it."""
    size = sum(line.size for line in lines[first : last + 1])
    grown = True
    while grown:
        grown = False
        if last + 1 < len(lines) and size + lines[last + 1].size <= max_tokens:
            last, grown = last + 1, True
            size += lines[last].size
        if first > 0 and size + lines[first - 1].size <= max_tokens:
            first, grown = first - 1, True
            size += lines[first].size
    return first, last


def _markdown(lines: Sequence[_Line]) -> str:
    """Return the lines as they are, code between fences."""
    longest = max((len(run) for line in lines if line.code for run in _TICKS.findall(line.text)), default=0)
    fence = "`" * max(3, longest + 1)
    shown: list[str] = []
    for code, run in groupby(lines, key=lambda line: line.code):
        texts = [line.text for line in run]
        shown += [fence, *texts, fence] if code else texts
    return "\n".join(shown)
