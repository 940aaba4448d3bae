"""Log records as JSON lines."""

import json
import logging
import sys
from typing import Any

import pytest
from tests.growth import grows_linearly

from pro_context.operations.logs import MAX_LINE, START, JsonLines, PlainLines, redact, set_level


def record(message: str, *arguments: object, **more: Any) -> logging.LogRecord:
    about: dict[str, Any] = {"exc_info": None, **more}
    return logging.LogRecord("pro_context.test", logging.WARNING, "file.py", 1, message, arguments, **about)


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


def test_fields_of_a_record_stand_beside_its_message() -> None:
    told = record("asked")
    told.fields = {"status": 200, "key": "pc_abcde"}
    entry = json.loads(JsonLines().format(told))
    assert (entry["message"], entry["status"], entry["key"]) == ("asked", 200, "pc_abcde")


def test_names_of_files_neither_begin_a_line_nor_command_the_terminal() -> None:
    line = PlainLines().format(record("left out: %s", "a\x1b[31m\npro-context: ERROR: \u202e"))
    assert line == "pro-context: WARNING: left out: a\\x1b[31m\\x0apro-context: ERROR: \\x202e"


SECRETS = [
    ("the key pc_abcde" + "F" * 35 + " is wrong", "the key pc_abcde••• is wrong"),
    ("Authorization: Bearer abc.DEF-123_x", "Authorization: Bearer •••"),
    ("authorization 'basic dXNlcjpwYXNz'", "authorization 'basic •••'"),
    ("GET https://docs.example.com/a?q=how+to&t=1, failed", "GET https://docs.example.com/a?••• failed"),
    ("https://user:pass@docs.example.com:8443/a", "https://•••@docs.example.com:8443/a"),
    ("https://docs.example.com?x", "https://docs.example.com?•••"),
    ("https://docs.example.com/a@b", "https://docs.example.com/a@b"),
    ("nothing to hide: bearer of news", "nothing to hide: bearer of news"),
]


@pytest.mark.parametrize(("said", "written"), SECRETS)
def test_secrets_and_queries_are_hidden_in_both_forms(said: str, written: str) -> None:
    assert json.loads(JsonLines().format(record(said)))["message"] == written
    assert PlainLines().format(record(said)) == f"pro-context: WARNING: {written}"


def test_secrets_are_hidden_in_tracebacks_too() -> None:
    try:
        int(SECRETS[0][0])
    except ValueError:
        entry = json.loads(JsonLines().format(record("it broke", exc_info=sys.exc_info())))
    assert entry["traceback"].endswith(f"{SECRETS[0][1]}'")


def test_what_an_operator_must_see_at_the_start_is_not_hidden() -> None:
    told = record(SECRETS[0][0])
    told.name = START
    assert SECRETS[0][0] in PlainLines().format(told)
    assert json.loads(JsonLines().format(told))["message"] == SECRETS[0][0]


@pytest.mark.parametrize("piece", ["http://", "http://a@", "pc_", "bearer ", "https://x?", "token\t"])
def test_hiding_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda length: redact(piece * (length // len(piece))), 400_000)


def test_long_messages_are_cut() -> None:
    assert len(json.loads(JsonLines().format(record("x" * 100_000, exc_info=None)))["message"]) == MAX_LINE


@pytest.mark.parametrize(("level", "ours", "others"), [("debug", 10, 30), ("warn", 30, 30), ("error", 40, 40)])
def test_libraries_say_nothing_below_a_warning(
    level: str, ours: int, others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("", "pro_context"):
        monkeypatch.setattr(logging.getLogger(name), "level", 0)
    set_level(level)
    assert logging.getLogger("pro_context.fetch").getEffectiveLevel() == ours
    assert logging.getLogger("httpcore2.http11").getEffectiveLevel() == others
    logging.getLogger().manager._clear_cache()  # type: ignore[attr-defined]
