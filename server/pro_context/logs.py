"""Log records as JSON, one object a line, on stderr."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

MAX_LINE = 4_096
"""Characters of one log message; the rest is cut."""


def ours_from(level: str) -> None:
    """Log our own records from a level on, those of libraries from warnings on: their details repeat what sites say.

    Args:
        level: debug, info, warn or error.
    """
    logging.getLogger().setLevel(logging.ERROR if level == "error" else logging.WARNING)
    logging.getLogger("pro_context").setLevel(level.upper().replace("WARN", "WARNING"))


class JsonLines(logging.Formatter):
    """Format a record as one line of JSON: time (UTC), level, logger, message, traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage()[:MAX_LINE],
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)[-MAX_LINE:]
        return json.dumps(entry, ensure_ascii=False)
