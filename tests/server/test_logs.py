"""Log records as JSON lines."""

import json
import logging
import sys

from pro_context.logs import MAX_LINE, JsonLines


def record(message: str, *arguments: object, **more: object) -> logging.LogRecord:
    return logging.LogRecord("pro_context.test", logging.WARNING, "file.py", 1, message, arguments, **more)  # type: ignore[arg-type]


def test_a_record_is_one_line_of_json() -> None:
    line = JsonLines().format(record("two\nlines of %s", "text — with a dash", exc_info=None))
    entry = json.loads(line)
    assert "\n" not in line
    assert entry.pop("time").endswith("+00:00")
    assert entry == {"level": "warning", "logger": "pro_context.test", "message": "two\nlines of text — with a dash"}


def test_a_failure_brings_its_traceback() -> None:
    try:
        1 / 0  # noqa: B018
    except ZeroDivisionError:
        entry = json.loads(JsonLines().format(record("it broke", exc_info=sys.exc_info())))
    assert entry["traceback"].endswith("ZeroDivisionError: division by zero")


def test_long_messages_are_cut() -> None:
    assert len(json.loads(JsonLines().format(record("x" * 100_000, exc_info=None)))["message"]) == MAX_LINE
