"""What `warm` says of a library."""

from datetime import UTC, datetime

import pytest

from pro_context.cli import warm_command
from pro_context_engine import Snapshot
from pro_context_engine.domain.model import SourceName


@pytest.mark.parametrize(("version", "name"), [("", "acme/rockets"), ("1.2", "acme/rockets 1.2")])
def test_a_warmed_library_is_one_line(version: str, name: str) -> None:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    snapshot = Snapshot("acme/rockets", version, SourceName.LLMS_TXT, "", moment, moment, 3, 4)
    assert warm_command._line(snapshot) == f"{name}: 3 of 4 pages stored, from llms.txt"
