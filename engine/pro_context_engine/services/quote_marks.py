"""The marks around quoted text (docs/decisions/0009-marks-around-quoted-text.md)."""

from __future__ import annotations

from secrets import token_hex


def new_mark() -> str:
    """Return a random mark of eight hexadecimal digits."""
    return token_hex(4)
