"""Matching lines as results: grouped, in order of relevance, and shown with their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.exact.line_matching import LineMatch
from pro_context_engine.search.excerpts.token_estimate import estimated_tokens

MOST_AROUND = 3
"""The lines that a result shows on each side of a match at most."""

_FEW = 5

# By the number of matches of the whole search: the lines before and after each, and the tokens of the lines of one
# result, which a single line may exceed.
_SHOWN = ((1, (1, MOST_AROUND, 260)), (_FEW, (0, 1, 260)), (20, (0, 0, 100)))
_OF_MANY = (0, 0, 60)
_BEFORE, _AFTER = 60, 140
_LONGEST_MATCH = 300

_DEFINING = re.compile(
    r"\s*(?:(?:export|default|declare|abstract|public|private|protected|static|readonly|async)\s+)*"
    r"(?:def|class|function\*?|interface|type|enum|const|let|var|namespace)\s+"
)
_ASSIGNED = re.compile(r"\s*(?::(?!:)|=(?!=))")
_TYPED = re.compile(r"\s*\??:(?!:)")
_HEADING = re.compile(r"\s*#{1,6}\s")
_DEFINITION, _DEFINED_PART, _DECLARATION, _WORD, _PART = 1.0, 0.9, 0.85, 0.8, 0.6
_OF_TESTS = 0.3


@value_class
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


@value_class
class MatchedLines:
    """Some matching lines of one text, as one result.

    Attributes:
        lines: their 1-based numbers, in order.
        best: the number of the most relevant of them.
        relevance: that line's, 0..1.
    """

    lines: tuple[int, ...]
    best: int
    relevance: float


def matched_text(text: str, matches: Sequence[LineMatch], *, is_source: bool, is_test: bool) -> MatchedText:
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
        ranks.append(_rank(lines[match.line - 1], match, is_source=is_source) - (_OF_TESTS if is_test else 0.0))
    return MatchedText(tuple(matches), near, tuple(ranks))


def results_of(text: MatchedText, found: int) -> Iterator[MatchedLines]:
    """Yield the matching lines in groups that fit into one result each: definitions and headings before others.

    Of many lines, those of a group are equally relevant, so that the definitions in all texts come before any use.

    Args:
        text: the page or file.
        found: the number of matching lines of the whole search: the more, the shorter is each result.
    """
    *_, most = _shown_of(found)
    ranked = sorted(zip(text.ranks, (match.line for match in text.matches), strict=True), key=lambda one: -one[0])
    group: list[int] = []
    size, relevance = 0, 0.0
    for rank, line in ranked:
        tokens = estimated_tokens(f"{line}: {text.near[line]}\n")
        is_less = found > _FEW and rank < relevance
        if group and (is_less or size + tokens > most):
            yield MatchedLines(tuple(sorted(group)), group[0], relevance)
            group, size = [], 0
        relevance = relevance if group else rank
        group.append(line)
        size += tokens
    if group:
        yield MatchedLines(tuple(sorted(group)), group[0], relevance)


def numbered(text: MatchedText, shown: MatchedLines, found: int) -> str:
    """Return the lines of a result, `12: …` for one that matches and `11- …` for one around it.

    Args:
        text: the page or file.
        shown: the result.
        found: the number of matching lines of the whole search: the fewer, the more lines around each, of those after
            it more, since a signature or the text of a heading follows.
    """
    before, after, _ = _shown_of(found)
    matching = {match.line for match in text.matches}
    numbers = {near for line in shown.lines for near in range(line - before, line + after + 1) if near in text.near}
    shown_lines = [one for one in sorted(numbers) if one in matching or text.near[one].strip()]
    return "\n".join(f"{one}{':' if one in matching else '-'} {text.near[one]}".rstrip() for one in shown_lines)


def _shown_of(found: int) -> tuple[int, int, int]:
    """Return how much is shown of one of so many matches; see `_SHOWN`."""
    return next((shown for most, shown in _SHOWN if found <= most), _OF_MANY)


def _rank(line: str, match: LineMatch, *, is_source: bool) -> float:
    beside = line[max(0, match.start - 1) : match.start] + line[match.end : match.end + 1]
    is_part = any(one.isalnum() or one == "_" for one in beside)
    if _defines(line, match, is_source=is_source):
        return _DEFINED_PART if is_part else _DEFINITION
    if is_part:
        return _PART
    return _DECLARATION if is_source and _declares(line, match) else _WORD


def _defines(line: str, match: LineMatch, *, is_source: bool) -> bool:
    """Tell whether a match is the name in a definition, or in a heading."""
    if not is_source and _HEADING.match(line):
        return True
    defining = _DEFINING.match(line)
    if defining and match.start <= defining.end() < match.end:
        return True
    return is_source and match.start == 0 and _ASSIGNED.match(line, match.end) is not None


def _declares(line: str, match: LineMatch) -> bool:
    """Tell whether a match is a name with its type at the beginning of a line, or a parameter of a definition."""
    if line[: match.start].strip():
        return _DEFINING.match(line) is not None
    return _TYPED.match(line, match.end) is not None


def _cut(line: str, start: int, end: int) -> str:
    """Return a line without the ends that are far from its match."""
    first = start - _BEFORE if start > _BEFORE + _AFTER else 0
    last = max(min(end, start + _LONGEST_MATCH), first) + _AFTER
    return ("…" if first else "") + line[first:last] + ("…" if last < len(line) else "")
