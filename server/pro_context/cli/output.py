"""The output of commands: results on stdout, messages to the user on stderr, and foreign texts in them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


MOST_SHOWN = 300
"""The most characters of a foreign text that one line shows."""


def print_result(result: object, text: str, options: argparse.Namespace) -> None:
    """Print the result of a command: as JSON with `--json`, else as text."""
    print(json.dumps(result, ensure_ascii=False, indent=2) if options.json else text)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a line for each row of cells, whose columns stand below each other."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def tell(message: object) -> None:
    """Print a message to the user, behind the name of the program."""
    print(f"pro-context: {message}", file=sys.stderr)


def escape(text: str) -> str:
    """Return a foreign text on one line: non-printable characters as their numbers, and the end cut off."""
    shown = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text[: MOST_SHOWN + 1])
    return shown if len(text) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"
