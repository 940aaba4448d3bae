"""What tells how things were, and who asks about it."""

import pytest

from pro_context_engine.search.index.analysis import analyse, query_terms
from pro_context_engine.search.index.change_history import (
    CHANGE_LOG_SHARE,
    UPGRADE_SHARE,
    asks_for_changes,
)
from pro_context_engine.search.index.chunk_fields import FIELDS
from pro_context_engine.search.index.term_counts import Candidate, PageTerms


def share(**fields: str) -> float:
    terms = [" ".join(analyse(fields.get(field, ""))) for field in FIELDS]
    return Candidate(terms, PageTerms(terms)).share


@pytest.mark.parametrize("heading", ["Changelog", "Tank 2.1 / Release notes", "1.4.0 / What's Changed"])
def test_sections_of_change_logs_tell_how_things_were(heading: str) -> None:
    assert share(headings=heading) == CHANGE_LOG_SHARE


@pytest.mark.parametrize("title", ["Upgrading to 2.0", "Migrating from v1", "Migration guide", "What's new in Tank 3"])
def test_pages_on_leaving_a_version_behind_do_by_their_title_or_address(title: str) -> None:
    assert share(title=title) == share(path=title.replace(" ", "-")) == UPGRADE_SHARE


@pytest.mark.parametrize("title", ["Migrations", "Changing a valve", "New tanks", "Release a valve", ""])
def test_other_pages_tell_how_things_are(title: str) -> None:
    assert share(title=title, path=title, headings=title) == 1


def test_a_change_log_that_is_only_mentioned_makes_no_history() -> None:
    assert share(body="See the changelog and the migration guide.", summary="Upgrading") == 1


@pytest.mark.parametrize(
    "question", ["what changed in 2.0", "migrate to tanks", "deprecated valves", "breaking changes"]
)
def test_who_asks_about_changes_is_told(question: str) -> None:
    assert asks_for_changes(query_terms(question))


def test_who_asks_about_anything_else_is_not() -> None:
    assert not asks_for_changes(query_terms("how do I close a valve of the tank"))
