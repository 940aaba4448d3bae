"""Log records as JSON lines."""

import json
import logging
import sys

import pytest

from pro_context.logs import MAX_LINE, JsonLines, ours_from


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


@pytest.mark.parametrize(("level", "ours", "others"), [("debug", 10, 30), ("warn", 30, 30), ("error", 40, 40)])
def test_libraries_say_nothing_below_a_warning(
    level: str, ours: int, others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("", "pro_context"):
        monkeypatch.setattr(logging.getLogger(name), "level", 0)
    ours_from(level)
    assert logging.getLogger("pro_context.fetch").getEffectiveLevel() == ours
    assert logging.getLogger("httpcore2.http11").getEffectiveLevel() == others
    logging.getLogger().manager._clear_cache()  # type: ignore[attr-defined]
