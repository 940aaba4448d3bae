"""Tables of reStructuredText as rows of cells: drawn as a grid, drawn with bare columns, lists of lists, CSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence

from pro_context_engine.domain.value_class import value_class

_GRID_BORDER = re.compile(r"\+(?:[-=]+\+)+$")
_SIMPLE_BORDER = re.compile(r"=+(?: +=+)*$")
_SPAN_LINE = re.compile(r"-+(?: +-+)*$")
_ITEM = re.compile(r"( *)([*+-])(?: +|$)")
_MOST_CELLS = 50_000


@value_class
class RstTable:
    """Rows of cells, each the lines of a small document; the first `header` rows are the header."""

    rows: tuple[tuple[tuple[str, ...], ...], ...]
    header: int = 1

    def markdown(self, convert: Callable[[Sequence[str]], str]) -> list[str] | None:
        """Return the lines of the table in Markdown, None if a cell holds a block that no Markdown table can hold.

        Args:
            convert: converts the lines of a cell to Markdown.
        """
        width = max((len(row) for row in self.rows), default=0)
        if not width or width * len(self.rows) > _MOST_CELLS:
            return None
        rows = []
        for row in self.rows:
            cells = [convert(cell).strip() for cell in row]
            if any("```" in cell for cell in cells):
                return None
            rows.append([*map(_in_one_line, cells), *[""] * (width - len(cells))])
        header = [" ".join(filter(None, column)) for column in zip(*rows[: self.header], strict=True)]
        lines = [header or [""] * width, ["---"] * width, *rows[self.header :]]
        return [f"| {' | '.join(cells)} |" for cells in lines]


def drawn_table(lines: Sequence[str]) -> RstTable | None:
    """Return a table that is drawn with `+---+` or `=== ===`; None if it has cells over several rows or columns."""
    margin = len(lines[0]) - len(lines[0].lstrip())
    lines = [line[margin:].rstrip() for line in lines]
    return _grid(lines) if lines[0].startswith("+") else _simple(lines)


def list_table(lines: Sequence[str], header: int) -> RstTable | None:
    """Return the table that a list of lists makes (`list-table`)."""
    rows: list[tuple[tuple[str, ...], ...]] = []
    for row in _items(lines):
        inner = _items(row)
        if not inner:
            return None
        rows.append(tuple(tuple(cell) for cell in inner))
    return RstTable(tuple(rows), header) if rows else None


def csv_table(lines: Sequence[str], header: str, delimiter: str, header_rows: int) -> RstTable | None:
    """Return the table in lines of CSV (`csv-table`).

    Args:
        lines: the lines of the directive.
        header: one line with the names of the columns, "" for none.
        delimiter: the character between cells; `tab` and `space` are names of such characters.
        header_rows: the number of lines that belong to the header.
    """
    character = {"tab": "\t", "space": " ", "": ","}.get(delimiter, delimiter)[:1]
    given = [f"{line}\n" for line in ([header, *lines] if header else lines)]
    try:
        read = [row for row in csv.reader(given, delimiter=character, skipinitialspace=True) if row]
    except csv.Error:
        return None
    rows = tuple(tuple(tuple(cell.split("\n")) for cell in row) for row in read)
    return RstTable(rows, header_rows + bool(header)) if rows else None


def _in_one_line(cell: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", re.sub(r"[ \t]*\n\s*", "<br>", cell))


def _grid(lines: Sequence[str]) -> RstTable | None:
    columns = [at for at, character in enumerate(lines[0]) if character == "+"]
    rows: list[list[list[str]]] = []
    current: list[list[str]] = [[] for _ in columns[1:]]
    header = 0
    for line in lines[1:]:
        if any(at >= len(line) or line[at] not in "+|" for at in columns):
            return None
        if line.startswith("+"):
            if not _GRID_BORDER.match(line) or [at for at, one in enumerate(line) if one == "+"] != columns:
                return None
            rows.append(current)
            current = [[] for _ in columns[1:]]
            header = len(rows) if "=" in line else header
            continue
        for cell, start, end in zip(current, columns, columns[1:], strict=False):
            cell.append(line[start + 1 : end].removeprefix(" ").rstrip())
    return RstTable(tuple(tuple(map(tuple, row)) for row in rows), header) if rows else None


def _simple(lines: Sequence[str]) -> RstTable | None:
    starts = [found.start() for found in re.finditer(r"=+", lines[0])]
    ends = [*starts[1:], None]
    rows: list[list[list[str]]] = []
    header = 0
    for line in lines[1:-1]:
        if _SIMPLE_BORDER.fullmatch(line) and len(line) >= starts[-1]:
            header = len(rows)
            continue
        if _SPAN_LINE.fullmatch(line) and rows:
            return None
        if not line.strip():
            if rows:
                for cell in rows[-1]:
                    cell.append("")
            continue
        if any(len(line) > start and line[start - 1] != " " for start in starts[1:]):
            return None
        parts = [line[start:end].rstrip() for start, end in zip(starts, ends, strict=True)]
        if parts[0] or not rows or len(rows) == header:
            rows.append([[] for _ in parts])
        for cell, part in zip(rows[-1], parts, strict=True):
            cell.append(part)
    return RstTable(tuple(tuple(map(tuple, row)) for row in rows), header) if rows else None


def _items(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines of each item of a bullet list, without its marks; [] if the lines are no list."""
    found: list[list[str]] = []
    margin = -1
    for line in lines:
        item = _ITEM.match(line)
        if item and margin < 0:
            margin = len(item[1])
        if item and len(item[1]) == margin:
            found.append([" " * (len(item[0]) - margin) + line[len(item[0]) :]])
        elif found:
            found[-1].append(line[margin:])
        elif line.strip():
            return []
    return [_dedented(item) for item in found]


def _dedented(lines: Sequence[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:] for line in lines]
