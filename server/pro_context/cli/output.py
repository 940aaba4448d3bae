"""What a command prints: its result on stdout, and messages to the user on stderr."""

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
