"""The parts of a section that are shown or left out as wholes, and the labels that announce lists."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pro_context_engine.documents.pages.blocks import Kind, MarkdownBlock, scan

LEAST_DECLARATION = 8
"""The lines of a declaration that is shown whole in any room."""

LONGEST_PARAGRAPH = 8
"""The lines of a paragraph that is shown whole or left out; of a longer one the same holds for each sentence."""

MOST_NESTED = 3
"""The levels of lists in a large list item that are looked at."""

LONGEST_ALONE = 60
"""The characters of a line that is shown rather than a mark that it alone is left out."""

FENCE = "```"

_LINES_LEFT_OUT = "    ..."
_NO_NAMES: Mapping[int, str] = {}
_LABEL = re.compile(r"\*\*[^*\n]+\*\*")
_LIST_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]) ")
# A line that ends with a colon or a semicolon counts as the end of a sentence, too.
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]`]{0,3}\s+(?=[\"'(\[`*]{0,3}[A-Z0-9])|(?<=[.!?:;])\n")


@lru_cache(maxsize=512)
def parts_of(text: str) -> tuple[str, ...]:
    """Return the blocks and list items of a text, with the blank lines behind each.

    A large paragraph comes by its sentences, a large list item by the items in it.
    """
    lines = text.split("\n")
    starts: list[int] = []
    large: set[int] = set()
    blocks = scan(lines)
    for block, after in zip(blocks, [*(one.first for one in blocks[1:]), len(lines)], strict=True):
        if block.kind is Kind.LIST:
            starts += _item_starts(lines, block, after, MOST_NESTED)
        else:
            starts.append(block.first)
            if block.kind is Kind.PARAGRAPH and after - block.first > LONGEST_PARAGRAPH:
                large.add(block.first)
    parts: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        part = "\n".join(lines[start:end])
        parts += _sentences(part) if start in large else [part]
    return tuple(parts)


def _item_starts(lines: Sequence[str], block: MarkdownBlock, end: int, depth: int) -> Iterator[int]:
    """Yield the first lines of the items of a list, and of the items in those that are large."""
    for (first, column), after in zip(block.items, [*(line for line, _ in block.items[1:]), end], strict=True):
        yield first
        if depth and after - first > LONGEST_PARAGRAPH:
            inner = [" " * column + lines[first][column:], *lines[first + 1 : after]]
            for one in scan([line[column:] for line in inner]):
                if one.kind is Kind.LIST and one.first:
                    nested = replace(one, items=[(line + first, start + column) for line, start in one.items])
                    yield from _item_starts(lines, nested, min(one.end + first, after), depth - 1)


def _sentences(paragraph: str) -> Iterator[str]:
    """Yield the sentences of a paragraph, the last with the blank lines behind it; the lines of a long one."""
    words = paragraph.rstrip("\n")
    after = paragraph[len(words) :]
    pieces: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(words):
        pieces.append(words[start : end.end()].rstrip())
        start = end.end()
    pieces.append(words[start:])
    short = [
        line for piece in pieces for line in ([piece] if piece.count("\n") < LONGEST_PARAGRAPH else piece.split("\n"))
    ]
    yield from short[:-1]
    yield short[-1] + after


def is_heading_alone(text: str) -> bool:
    """Tell whether a text has nothing but headings, or nothing at all."""
    return all(line.startswith("#") or not line.strip() for line in text.split("\n"))


def is_label(part: str) -> bool:
    """Tell whether a part is a label that only announces the next part: `**Parameters**`."""
    return part.startswith("**") and _LABEL.fullmatch(part.strip()) is not None


def is_item(part: str) -> bool:
    """Tell whether a part is a list item."""
    return _LIST_ITEM.match(part) is not None


def labels_of(parts: Sequence[str]) -> Mapping[int, int]:
    """Return the number of the label above each part that has one: of a list its items, else all up to the next."""
    found: dict[int, int] = {}
    label, of_list = -1, False
    for number, part in enumerate(parts):
        if is_label(part):
            label, of_list = number, number + 1 < len(parts) and is_item(parts[number + 1])
        elif part.startswith("#") or (of_list and not is_item(part)):
            label = -1
        elif label >= 0:
            found[number] = label
    return found


def beginning(parts: Sequence[str]) -> int:
    """Return the number of parts that are always shown: headings, the first declaration, the first paragraph.

    A label is no paragraph: without what it announces it says nothing.
    """
    count = 0
    while count < len(parts) and parts[count].startswith("#"):
        count += 1
    if count == 0:
        return 0
    if count < len(parts) and parts[count].startswith(FENCE):
        count += 1
    return count if count < len(parts) and is_label(parts[count]) else min(count + 1, len(parts))


def with_gaps(lines: Sequence[str], kept: Collection[int], names: Mapping[int, str] = _NO_NAMES) -> list[str]:
    """Return the lines of code that are kept, a mark in place of each run of others; a short line alone is kept.

    Args:
        lines: the code.
        kept: the numbers of the lines that are kept.
        names: names that other lines declare, by their numbers; they stand behind the mark.
    """
    shown: list[str] = []
    is_gap = False
    for number, line in enumerate(lines):
        is_alone = {number - 1, number + 1}.issubset({-1, len(lines), *kept})
        is_kept = number in kept or (is_alone and len(line) <= LONGEST_ALONE)
        if is_kept:
            shown.append(line)
        elif not is_gap:
            shown.append(_LINES_LEFT_OUT)
        is_gap = not is_kept
        if is_gap and number in names:
            shown[-1] += f"{' ' if shown[-1] == _LINES_LEFT_OUT else ', '}{names[number]}"
    return shown
