"""The tables of a page, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from pro_context_engine.pages.blocks import Kind, scan
from pro_context_engine.pages.headings import plain

MOST_ROWS = 1_000
"""Of one table that are given."""

MOST_CELLS = 100
"""Of one row that are given."""

_CELL = re.compile(r"(?:[^|\\]|\\.|\\$)*+")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page, its cells as plain text; a row may have fewer or more cells than there are headers."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables_of(markdown: str) -> Iterator[Table]:
    """Give the tables of a page in their order; those inside lists and quotations are left out.

    Args:
        markdown: of the page.
    """
    lines = markdown.split("\n")
    for block in scan(lines):
        if block.kind is Kind.TABLE:
            # The second line only says where columns are.
            rows = islice(lines[block.first + 2 : block.end], MOST_ROWS)
            yield Table(_cells(lines[block.first]), tuple(map(_cells, rows)))


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
