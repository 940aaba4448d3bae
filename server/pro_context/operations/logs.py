"""Log records on stderr, as plain lines or as JSON, without secrets."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pro_context_contract import Contract

MAX_LINE = 4_096
"""The most characters of a log message; the rest is cut off."""

HIDDEN = "•••"
"""Replaces a secret in a log message."""

START = "pro_context.start"
"""The logger of notices that operators must see once in full, such as a key made for this start."""

_KEY = re.compile(r"\b(pc_[A-Za-z0-9_-]{5})[A-Za-z0-9_-]{35}")
_CREDENTIALS = re.compile(r"\b(bearer|basic|token)\s+[A-Za-z0-9._~+/=-]{8,}", re.IGNORECASE)
_URL = re.compile(r"https?://[^\s\"'<>]+")


def redact(text: str) -> str:
    """Return a text without keys, credentials, and the queries and user information of URLs."""
    return _URL.sub(_bare_url, _CREDENTIALS.sub(rf"\1 {HIDDEN}", _KEY.sub(rf"\1{HIDDEN}", text)))


def _bare_url(url: re.Match[str]) -> str:
    place, question_mark, _ = url[0].partition("?")
    scheme, _, rest = place.partition("://")
    authority, slash, path = rest.partition("/")
    user, at, host = authority.rpartition("@")
    return f"{scheme}://{HIDDEN if at else user}{at}{host}{slash}{path}{question_mark and question_mark + HIDDEN}"


def set_level(level: str) -> None:
    """Log our own records from a level, and those of libraries from warnings: their details repeat texts of sites.

    Args:
        level: debug, info, warn or error.
    """
    logging.getLogger().setLevel(logging.ERROR if level == "error" else logging.WARNING)
    logging.getLogger("pro_context").setLevel(level.upper().replace("WARN", "WARNING"))


def note_start(contract: Contract, transport: str, registry_version: str) -> None:
    """Log the event `server_started`."""
    fields = {
        "event": "server_started",
        "contract": contract.name,
        "contract_version": contract.version,
        "transport": transport,
        "registry_version": registry_version,
    }
    logging.getLogger("pro_context.cli.serve_command").info("%s", " ".join(fields.values()), extra={"fields": fields})


class PlainLines(logging.Formatter):
    """A formatter for people."""

    def __init__(self) -> None:
        super().__init__("pro-context: %(levelname)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        text = super().format(record)
        return text if record.name == START else redact(text)

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line of a record; names of files in it can neither begin a line nor command the terminal."""
        line = super().formatMessage(record)
        if line.isprintable():
            return line
        return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in line)


class JsonLines(logging.Formatter):
    """A formatter for one line of JSON: time (UTC), level, logger, message, traceback if there is one.

    The `fields` of a record are added to these.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        message = record.getMessage()[:MAX_LINE]
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message if record.name == START else redact(message),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            entry["traceback"] = redact(self.formatException(record.exc_info)[-MAX_LINE:])
        return json.dumps(entry, ensure_ascii=False)
