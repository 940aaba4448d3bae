"""A few lines of a chunk around the asked words, as Markdown with these words in bold."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pro_context_engine.documents.chunks.tokens import count, cut
from pro_context_engine.documents.pages.blocks import Kind, scan
from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.excerpts.highlights import SoughtTerms, Span, TermsByWord, highlight, words_with
from pro_context_engine.search.excerpts.windows import window

_LINE_WIDTH = 200
_TICKS = re.compile("`+")
_FENCE_LINE = re.compile(r"[>\s]*(`{3,}|~{3,})")
_MARKUP = re.compile(r"^#{1,6}\s+|^>\s?")
_ANCHOR = re.compile(r" +\{#[\w.:-]+\}$")


class _Line(NamedTuple):
    """A line of a snippet, with the terms in it; `size` in tokens."""

    text: str
    code: bool
    terms: frozenset[str]
    size: int


def snippet(chunk: Chunk, sought: SoughtTerms, max_tokens: int = 100) -> str:
    """Return the neighbouring lines of the chunk that together contain most of the terms.

    Args:
        chunk: the chunk to excerpt.
        sought: the terms of the question.
        max_tokens: bound of the result, tokens.

    Returns:
        Markdown without heading marks: the match in the middle, the terms in bold outside of code, code in a fence;
        the beginning of the chunk when no term is in it.
    """
    lines = list(_lines(window(chunk.text, sought.terms), sought, max_tokens))
    first, last = 0, len(lines) - 1
    if sum(line.size for line in lines) > max_tokens:
        first, last = _centre(lines, *_best_window(lines, max_tokens), max_tokens)
    while count(shown := _markdown(lines[first : last + 1])) > max_tokens and first < last:
        last -= 1
    return shown if count(shown) <= max_tokens else cut("\n".join(line.text for line in lines[:1]), max_tokens)


def shortest_snippet(shown: str, max_tokens: int) -> str:
    """Return the line of a snippet with most words in bold, or as much of it as fits, from the first such word on.

    Args:
        shown: output of `snippet`.
        max_tokens: bound of the result, tokens.
    """
    lines = [line for line in shown.split("\n") if not _FENCE_LINE.match(line)]
    line = max(lines, key=lambda one: one.count("**"), default="")
    if count(line) <= max_tokens:
        return line
    kept = cut(f"…{line[line.index('**') :]}" if line.find("**") > 0 else line, max_tokens)
    return kept if kept.count("**") % 2 == 0 else kept.rpartition("**")[0].rstrip()


def _lines(text: str, sought: SoughtTerms, max_tokens: int) -> Iterator[_Line]:
    """Yield the lines to choose from, long ones in parts."""
    raw = text.split("\n")
    # A text without indentation has no indented code.
    blocks = scan(raw) if "    " in text or "\t" in text else ()
    indented = {number for block in blocks if block.kind is Kind.CODE for number in range(block.first, block.end)}
    terms_by_word = sought.terms_by_word(text)
    is_fenced = "```" in text or "~~~" in text
    fence = ""
    for number, line in enumerate(raw):
        if not line or line.isspace():
            continue
        marked = _FENCE_LINE.match(line) if is_fenced else None
        if marked and (not fence or (marked[1].startswith(fence) and not line[marked.end() :].strip("`~ "))):
            fence = "" if fence else marked[1]
        elif fence or number in indented:
            yield from _code_lines(line, sought, terms_by_word, max_tokens)
        else:
            yield from _prose_lines(line, sought, terms_by_word, max_tokens)


def _code_lines(line: str, sought: SoughtTerms, terms_by_word: TermsByWord, max_tokens: int) -> Iterator[_Line]:
    whole = line.rstrip()
    text = cut(whole[:_LINE_WIDTH], max_tokens // 2)
    if text:
        inside = terms_by_word if text == whole else _terms_by_word_of_part(text, sought, line, terms_by_word)
        yield _Line(text, True, _all_terms(words_with(text, inside)), count(f"{text}\n"))


def _prose_lines(line: str, sought: SoughtTerms, terms_by_word: TermsByWord, max_tokens: int) -> Iterator[_Line]:
    plain = line.strip()
    plain = _MARKUP.sub("", plain) if plain[0] in "#>" else plain
    plain = _ANCHOR.sub("", plain) if plain.endswith("}") else plain
    words = words_with(plain, terms_by_word) if terms_by_word else []
    bold = highlight(plain, [span for span, _ in words]) if words else plain
    if len(bold) <= _LINE_WIDTH and (size := count(f"{bold}\n")) <= max_tokens:
        if bold:
            yield _Line(bold, False, _all_terms(words), size)
        return
    whole = max(map(len, bold.split())) <= _LINE_WIDTH
    for part in _wrap(bold):
        text = part if count(part) <= max_tokens else cut(part.replace("**", ""), max_tokens)
        inside = terms_by_word if whole and text == part else _terms_by_word_of_part(text, sought, line, terms_by_word)
        yield _Line(text, False, _all_terms(words_with(text, inside)), count(f"{text}\n"))


def _terms_by_word_of_part(part: str, sought: SoughtTerms, line: str, terms_by_word: TermsByWord) -> TermsByWord:
    """Return the telling words of a part of a line; a cut may have made new words."""
    return sought.terms_by_word(part) if any(word in line for word in terms_by_word) else {}


def _all_terms(words: Sequence[tuple[Span, frozenset[str]]]) -> frozenset[str]:
    return words[0][1].union(*[inside for _, inside in words]) if words else frozenset()


def _wrap(text: str) -> list[str]:
    """Return a long line as lines that are cut between words."""
    if "  " in text or not text.isprintable() or max(map(len, text.split(" "))) > _LINE_WIDTH:
        return textwrap.wrap(text, _LINE_WIDTH, break_on_hyphens=False)
    # The same for the usual line, because wrapping is most of the time that a snippet takes.
    lines, start = [], 0
    while len(text) - start > _LINE_WIDTH:
        end = text.rfind(" ", start, start + _LINE_WIDTH + 1)
        lines.append(text[start:end])
        start = end + 1
    return [*lines, text[start:]]


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


def _centre(lines: Sequence[_Line], first: int, last: int, max_tokens: int) -> tuple[int, int]:
    """Return a window extended up to the limit, with as many lines after it as before it."""
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
    if not any(line.code for line in lines):
        return "\n".join([line.text for line in lines])
    longest = max((len(run) for line in lines if line.code for run in _TICKS.findall(line.text)), default=0)
    fence = "`" * max(3, longest + 1)
    shown: list[str] = []
    for code, run in groupby(lines, key=lambda line: line.code):
        texts = [line.text for line in run]
        shown += [fence, *texts, fence] if code else texts
    return "\n".join(shown)
