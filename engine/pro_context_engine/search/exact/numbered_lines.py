"""Matching lines as results: grouped, in order of relevance, and shown with their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pro_context_engine.search.exact.line_matching import LineMatch
from pro_context_engine.search.ranking.token_estimate import estimated_tokens

MOST_AROUND = 3
"""The lines that a result shows on each side of a match at most."""

ROW_TOKENS = 260
"""The size of the lines of one result; one line may exceed it."""

# The lines before and after a match, by the number of matches of the whole search.
_AROUND = ((3, 1, MOST_AROUND), (10, 0, 1))
_BEFORE, _AFTER = 60, 140
_LONGEST_MATCH = 300

_DEFINING = re.compile(
    r"\s*(?:(?:export|default|declare|abstract|public|private|protected|static|readonly|async)\s+)*"
    r"(?:def|class|function\*?|interface|type|enum|const|let|var|namespace)\s+"
)
_ASSIGNED = re.compile(r"\s*(?::(?!:)|=(?!=))")
_HEADING = re.compile(r"\s*#{1,6}\s")
_DEFINITION, _DEFINED_PART, _WORD, _PART = 1.0, 0.9, 0.8, 0.6
_OF_TESTS = 0.3


@dataclass(frozen=True, slots=True)
class MatchedText:
    """A page or file with the lines of it that match.

    Attributes:
        matches: in the order of the lines.
        near: the lines within `MOST_AROUND` of a match by their 1-based numbers, long ones cut.
        ranks: the relevance of each match, 0..1.
    """

    matches: tuple[LineMatch, ...]
    near: Mapping[int, str]
    ranks: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MatchedLines:
    """Some matching lines of one text, as one result.

    Attributes:
        lines: their 1-based numbers, in order.
        relevance: the highest of a line, 0..1.
    """

    lines: tuple[int, ...]
    relevance: float


def matched_text(text: str, matches: Sequence[LineMatch], *, is_source: bool, is_test: bool = False) -> MatchedText:
    r"""Return a text's matching lines with those around them.

    Args:
        text: lines that end with `\n`.
        matches: output of `LineMatcher.matches` for the text.
        is_source: whether `#` begins a comment instead of a heading.
        is_test: whether it is a file of tests, which ranks after others.
    """
    lines = text.split("\n")
    near: dict[int, str] = {}
    ranks = []
    for match in matches:
        first, end = max(1, match.line - MOST_AROUND), min(len(lines), match.line + MOST_AROUND)
        for number in range(first, end + 1):
            near.setdefault(number, _cut(lines[number - 1], 0, 0))
    for match in matches:
        near[match.line] = _cut(lines[match.line - 1], match.start, match.end)
        ranks.append(_rank(lines[match.line - 1], match, is_source) - (_OF_TESTS if is_test else 0.0))
    return MatchedText(tuple(matches), near, tuple(ranks))


def results_of(text: MatchedText) -> Iterator[MatchedLines]:
    """Yield the matching lines in groups that fit into one result each: definitions and headings apart from others."""
    for rank in sorted(set(text.ranks), reverse=True):
        group: list[int] = []
        size = 0
        for match, own in zip(text.matches, text.ranks, strict=True):
            if own != rank:
                continue
            tokens = estimated_tokens(f"{match.line}: {text.near[match.line]}\n")
            if group and size + tokens > ROW_TOKENS:
                yield MatchedLines(tuple(group), rank)
                group, size = [], 0
            group.append(match.line)
            size += tokens
        if group:
            yield MatchedLines(tuple(group), rank)


def numbered(text: MatchedText, shown: MatchedLines, found: int) -> str:
    """Return the lines of a result, `12: …` for one that matches and `11- …` for one around it.

    Args:
        text: the page or file.
        shown: the result.
        found: the number of matching lines of the whole search: the fewer, the more lines around each, of those after
            it more, since a signature or the text of a heading follows.
    """
    before, after = next(((before, after) for most, before, after in _AROUND if found <= most), (0, 0))
    matching = {match.line for match in text.matches}
    numbers = {near for line in shown.lines for near in range(line - before, line + after + 1) if near in text.near}
    shown_lines = [one for one in sorted(numbers) if one in matching or text.near[one].strip()]
    return "\n".join(f"{one}{':' if one in matching else '-'} {text.near[one]}".rstrip() for one in shown_lines)


def _rank(line: str, match: LineMatch, is_source: bool) -> float:
    beside = line[max(0, match.start - 1) : match.start] + line[match.end : match.end + 1]
    is_part = any(one.isalnum() or one == "_" for one in beside)
    if _defines(line, match, is_source):
        return _DEFINED_PART if is_part else _DEFINITION
    return _PART if is_part else _WORD


def _defines(line: str, match: LineMatch, is_source: bool) -> bool:
    """Tell whether a match is the name in a definition, or in a heading."""
    if not is_source and _HEADING.match(line):
        return True
    defining = _DEFINING.match(line)
    if defining and match.start <= defining.end() < match.end:
        return True
    return is_source and match.start == 0 and _ASSIGNED.match(line, match.end) is not None


def _cut(line: str, start: int, end: int) -> str:
    """Return a line without the ends that are far from its match."""
    first = start - _BEFORE if start > _BEFORE + _AFTER else 0
    last = max(min(end, start + _LONGEST_MATCH), first) + _AFTER
    return ("…" if first else "") + line[first:last] + ("…" if last < len(line) else "")
