"""What a command prints: its result on stdout, messages to the user on stderr, counts and moments in them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def print_result(result: object, text: str, options: argparse.Namespace) -> None:
    """Print the result of a command: as JSON with `--json`, else as text."""
    print(json.dumps(result, ensure_ascii=False, indent=2) if options.json else text)


def tell(message: object) -> None:
    """Print a message to the user, behind the name of the program."""
    print(f"pro-context: {message}", file=sys.stderr)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 page`, `2 pages`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def to_the_minute(moment: str | None) -> str:
    """Return a moment of ISO 8601 without its seconds, "never" for none."""
    return moment[:16].replace("T", " ") if moment else "never"
