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
        "acme/rockets · confidence 0.76\nsource: https://docs.example/fuel\n\n> Source: …\n\nIt burns."
    )


def test_an_answer_with_everything() -> None:
    related = [{"title": "Tanks", "url": "https://docs.example/tanks"}]
    lines = printing.answer_text({**RESULT, "version": "1.2", "stale": True, "relatedPages": related}).splitlines()
    assert lines[0] == "acme/rockets 1.2 · confidence 0.76 · stale (`pro-context warm` fetches it anew)"
    assert lines[-2:] == ["related pages:", "  Tanks  https://docs.example/tanks"]


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
    assert printing.warm_line(printing.warm_report(snapshot)) == f"{name}: 3 of 4 pages from llms.txt"


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
