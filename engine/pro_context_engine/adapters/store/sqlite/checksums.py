"""Checksums of stored rows: SQLite notices damage to its own structure, not to the text it holds."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from zlib import crc32

_log = logging.getLogger("pro_context.store")


def checksum(row: Sequence[str | int]) -> int:
    """Return the checksum of a row's values, in their order."""
    return crc32("\0".join(map(str, row)).encode())


def intact(row: Sequence[str | int], expected: int) -> bool:
    """Tell whether a row matches its checksum; a damaged row is logged, and must not be shown."""
    if checksum(row) == expected:
        return True
    _log.warning("a damaged row of the documentation store is left out")
    return False
