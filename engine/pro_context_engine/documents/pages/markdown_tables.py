"""The tables of a page, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from pro_context_engine.documents.pages.blocks import MAX_DEPTH, Kind, MarkdownBlock, scan, unquoted
from pro_context_engine.documents.pages.headings import plain
from pro_context_engine.domain.value_class import value_class

MOST_ROWS = 1_000
"""The most rows of one table that are read."""

MOST_CELLS = 100
"""The most cells of one row that are read."""

# A line that a renderer shows as a row, and that is not code by its indent; pipes that are text have a backslash.
_ROW = re.compile(r" {0,3}\|.*\|[ \t]*$")
_COLUMNS = re.compile(r"(?<!\\)\|")
_MARKS = re.compile(r"(:?)-+(:?)$")
_PADDINGS = ("  ", "\t", "----")
_CELL = re.compile(r"(?:[^|\\]|\\.|\\$)*+")


@value_class
class MarkdownTable:
    """A table of a page, its cells as plain text; a row may have fewer or more cells than there are headers."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables_of(markdown: str) -> Iterator[MarkdownTable]:
    """Yield the tables of a page in order, with those inside lists and quotations.

    Args:
        markdown: the text of the page.
    """
    return _tables(markdown.split("\n"), 0)


def without_padding(line: str) -> str:
    """Return a row of a table without the spaces and dashes that only align its columns in an editor.

    They count as text: a row may have ten times as many of them as letters. Any other line stays as it is.

    Args:
        line: a line of Markdown outside of code.
    """
    if "|" not in line or not any(padding in line for padding in _PADDINGS) or not _ROW.match(line):
        return line
    indent, *cells, _ = _COLUMNS.split(line)
    cells = [cell.strip() for cell in cells]
    if all(map(_MARKS.match, cells)):
        cells = [_MARKS.sub(r"\1---\2", cell) for cell in cells]
    return f"{indent}|{''.join(f' {cell} |' if cell else ' |' for cell in cells)}"


def _tables(lines: Sequence[str], depth: int) -> Iterator[MarkdownTable]:
    for block in scan(lines):
        if block.kind is Kind.TABLE:
            # The second line only marks the columns.
            rows = islice(lines[block.first + 2 : block.end], MOST_ROWS)
            yield MarkdownTable(_cells(lines[block.first]), tuple(map(_cells, rows)))
        elif block.kind in (Kind.LIST, Kind.QUOTE) and depth < MAX_DEPTH:
            for inside in _inside(block, lines):
                if any("|" in line for line in inside):
                    yield from _tables(inside, depth + 1)


def _inside(block: MarkdownBlock, lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the lines of a quotation, or of each item of a list, without marks and indent."""
    if block.kind is Kind.QUOTE:
        yield [unquoted(line) for line in lines[block.first : block.end]]
        return
    ends = [*(first for first, _ in block.items[1:]), block.end]
    for (first, column), end in zip(block.items, ends, strict=True):
        yield [line.expandtabs(4)[column:] for line in lines[first:end]]


def _cells(line: str) -> tuple[str, ...]:
    row = line.strip().removeprefix("|")
    row = row[:-1] if row.endswith("|") and not row.endswith("\\|") else row
    position = 0
    cells: list[str] = []
    while position <= len(row) and len(cells) < MOST_CELLS:
        found = _CELL.match(row, position)
        end = found.end() if found else len(row)
        cells.append(plain(row[position:end].replace("\\|", "|")))
        position = end + 1
    return tuple(cells)
