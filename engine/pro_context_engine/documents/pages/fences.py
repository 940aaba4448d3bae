"""The fence around the current line of a Markdown text, for readers that go line by line."""

from __future__ import annotations

import re

_FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$")


class Fences:
    """The fence around the current line of a text: `mark` is its opening mark, "" outside of a fence."""

    def __init__(self) -> None:
        self.mark = ""

    def covers(self, line: str) -> bool:
        """Read the next line and tell whether it belongs to a fence, its first and last line included."""
        found = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if self.mark:
            if found and found[1].startswith(self.mark) and not found[2].strip():
                self.mark = ""
            return True
        # Later backticks in the line make it inline code (CommonMark 4.5).
        if found and "`" not in found[2]:
            self.mark = found[1]
            return True
        return False
