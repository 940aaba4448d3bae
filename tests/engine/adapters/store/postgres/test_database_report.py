"""What is said of a database that slows its servers, or that they could not use."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.postgres import fresh_database, needs_postgres

pytestmark = needs_postgres


@pytest.mark.parametrize(("ahead", "is_told"), [(0, False), (90, True), (-90, True)])
def test_clocks_that_differ_are_told(ahead: int, is_told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from pro_context_engine.adapters.store.postgres import database_report

    class Clock(datetime):
        @classmethod
        def now(cls, _: Any = None) -> datetime:
            return datetime.now(UTC) + timedelta(seconds=ahead)

    monkeypatch.setattr(database_report, "datetime", Clock)
    with fresh_database() as url:
        report = database_report.examine(url)
    assert report.trouble == ""
    assert (report.advice == "set the clocks of this machine and of the database") == is_told
    assert f"clocks differ by {abs(ahead)}" in report.summary


def test_few_connections_that_are_left_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from pro_context_engine.adapters.store.postgres import database_report

    monkeypatch.setattr(database_report, "_FEW_CONNECTIONS", 1_000)
    with fresh_database() as url:
        report = database_report.examine(url)
    assert "raise max_connections" in report.advice
