"""How results read on a terminal."""

import io
import sys
from datetime import UTC, datetime

import pytest

from pro_context.cli import printing
from pro_context_engine import Snapshot
from pro_context_engine.concurrency import progress
from pro_context_engine.domain.model import SourceName

RESULT = {
    "libraryId": "acme/rockets",
    "confidence": 0.756,
    "stale": False,
    "source": "https://docs.example/fuel",
    "content": "> Source: …\n\nIt burns.\n\n",
}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_an_answer_without_version_age_or_related_pages() -> None:
    assert printing.answer_text(RESULT) == (
        "acme/rockets · confidence 0.76\n\n> Source: …\n\nIt burns.\n\nsources:\n  [1] https://docs.example/fuel"
    )


def test_an_answer_with_everything() -> None:
    related = [{"title": "Tanks", "url": "https://docs.example/tanks"}]
    lines = printing.answer_text({**RESULT, "version": "1.2", "stale": True, "relatedPages": related}).splitlines()
    assert lines[0] == "acme/rockets 1.2 · confidence 0.76 · stale (`pro-context warm` fetches it anew)"
    assert lines[-2:] == ["related pages:", "  Tanks  https://docs.example/tanks"]


def test_passages_come_first_under_numbers_and_sources_last() -> None:
    content = (
        "> Warning: This documents 1.0. [ab12cd34]\n\n> Quoted. Only lines with [ab12cd34] are ours.\n\n"
        "> Source: https://docs.example/fuel (acme/rockets) [ab12cd34]\n> Section: Fuel › Burning\n\nIt burns.\n\n"
        "---\n\n"
        "> Source: https://docs.example/tanks (acme/rockets) [ab12cd34]\n\nTanks.\n---\nMore.\n\n> End [ab12cd34]"
    )
    assert printing.answer_text({**RESULT, "content": content}).splitlines()[2:] == [
        *(
            "note: This documents 1.0.",
            "",
            "[1] Fuel › Burning",
            "",
            "It burns.",
            "",
            "[2]",
            "",
            "Tanks.",
            "---",
            "More.",
        ),
        *(
            "",
            "sources:",
            "  [1] https://docs.example/fuel (acme/rockets)",
            "  [2] https://docs.example/tanks (acme/rockets)",
        ),
    ]


def test_an_error_speaks_of_the_options_of_the_command_line() -> None:
    invalid = {"code": "INVALID_INPUT", "message": "maxTokens: must be at least 500.", "suggestion": "Call again."}
    assert printing.error_text(invalid) == (
        "pro-context: INVALID_INPUT: --max-tokens: must be at least 500.\n"
        "`pro-context COMMAND --help` explains the options."
    )
    missed = {"code": "TOPIC_NOT_FOUND", "message": "Nothing.", "suggestion": "", "details": {"nearestHeadings": ["A"]}}
    assert printing.error_text(missed).split("\n")[1] == "near: A"
    foreign = {**missed, "suggestion": "Ask in English.", "details": {"language": "German"}}
    assert printing.error_text(foreign).split("\n")[1] == "Ask in English."


def test_matches_stand_in_columns() -> None:
    matches = [
        {"relevance": 1.0, "libraryId": "acme/rockets", "name": "Rockets", "description": "", "installedVersion": "1"},
        {"relevance": 0.5, "libraryId": "a/b", "name": "B", "description": "A letter."},
    ]
    assert printing.matches_text({"results": matches}).splitlines() == [
        "1.00  acme/rockets  Rockets · installed 1",
        "0.50  a/b           B · A letter.",
    ]
    assert printing.matches_text({"results": []}) == "no library matches"


def test_an_error_says_what_happened_and_what_to_do() -> None:
    assert printing.error_text({"code": "C", "message": "It broke.", "suggestion": "Mend it."}) == (
        "pro-context: C: It broke.\nMend it."
    )


@pytest.mark.parametrize(("version", "name"), [("", "acme/rockets"), ("1.2", "acme/rockets 1.2")])
def test_a_warmed_library_is_one_line(version: str, name: str) -> None:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    snapshot = Snapshot("acme/rockets", version, SourceName.LLMS_TXT, "", moment, moment, 3, 4)
    assert printing.warm_line(printing.warm_report(snapshot)) == f"{name}: 3 of 4 pages stored, from llms.txt"


def test_progress_leaves_a_clean_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    def fail() -> None:
        with printing.progress_line("rockets"):
            progress.report(1, 2, "indexing pages")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    progress.report(2, 2, "indexing pages")
    assert terminal.getvalue() == f"{printing.CLEAR_LINE}rockets: indexing pages 1/2{printing.CLEAR_LINE}"


def test_progress_is_silent_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    with printing.progress_line("rockets"):
        progress.report(1, 2, "indexing pages")
    assert capsys.readouterr().err == ""
