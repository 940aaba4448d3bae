"""The passages of changelogs that tell of a change."""

from __future__ import annotations

import pytest

from pro_context_engine.code_checks.changes.stated_passages import LONGEST, Passages, is_between, telling_pages
from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.domain.api_changes import ApiChange, ChangeKind, StatedChange
from pro_context_engine.domain.model import Page, TocEntry

HISTORY = """# Changes

## Version 3.0

- `Pup.dive` was removed once more.

## Version 2.0

- `Pup.fetch` was removed. Use `Pup.bring` instead.
- `swim()` lost its argument `fast`, which was renamed to `speed`.
- Diving is fun.

### Fixes

- Something else: `otter.rest` was changed.

## Version 1.0

- `float_on_back` was removed.
"""


def page(markdown: str = HISTORY, url: str = "https://docs.example/changes", title: str = "Changes") -> Page:
    return Page(url, title, markdown, outline(markdown))


def stated(symbol: str, *parameters: str, markdown: str = HISTORY) -> StatedChange | None:
    passages = Passages([page(markdown)], "1.0", "2.1")
    return passages.with_passage(ApiChange(ChangeKind.REMOVED, symbol, parameters=parameters)).stated


def test_the_passage_names_the_thing_its_page_and_its_version() -> None:
    found = stated("otter.Pup.fetch")
    assert found is not None
    assert found.text == "`Pup.fetch` was removed. Use `Pup.bring` instead."
    assert (found.url, found.version) == ("https://docs.example/changes#version-20", "2.0")


def test_a_section_below_a_version_belongs_to_it() -> None:
    found = stated("otter.rest")
    assert found is not None
    assert (found.url, found.version) == ("https://docs.example/changes#fixes", "2.0")


def test_a_parameter_needs_its_function_beside_it() -> None:
    assert stated("otter.swim", "fast") is not None
    assert stated("otter.walk", "fast") is None


@pytest.mark.parametrize("symbol", ["otter.Pup.dive", "otter.float_on_back", "otter.Diving", "otter.fun"])
def test_other_versions_and_plain_words_tell_nothing(symbol: str) -> None:
    assert stated(symbol) is None


def test_a_long_passage_is_cut_around_the_name() -> None:
    found = stated("otter.snooze", markdown=f"- {'word ' * 100}`snooze` was removed {'word ' * 100}\n")
    assert found is not None
    assert len(found.text) <= LONGEST
    assert "`snooze`" in found.text


def test_what_the_package_says_itself_stays() -> None:
    own = StatedChange("Gone.", "pypi://x")
    change = ApiChange(ChangeKind.REMOVED, "otter.Pup.fetch", stated=own)
    assert Passages([page()], "1.0", "2.0").with_passage(change).stated is own


def test_pages_that_may_tell_are_chosen_by_title_and_version() -> None:
    entries = [
        TocEntry("Guide", "https://docs.example/guide"),
        TocEntry("Changelog", "https://docs.example/changelog#top"),
        TocEntry("Release notes 1.9", "https://docs.example/notes/1.9"),
        TocEntry("Release notes 0.9", "https://docs.example/notes/0.9"),
        TocEntry("Migrating to 2.0", "https://docs.example/migration"),
        TocEntry("otter.changes", "pypi://otter/2.0/api/otter.changes"),
    ]
    found = [one.url.rpartition("/")[2] for one in telling_pages(entries, "1.5", "2.1")]
    assert found == ["migration", "1.9", "changelog"]


@pytest.mark.parametrize(
    ("version", "expected"),
    [("2.0", True), ("2.1.0", True), ("1.5", False), ("1.4", False), ("2.2", False), ("1.6.1", True), ("x", False)],
)
def test_a_version_lies_between_two_others(version: str, expected: bool) -> None:
    assert is_between(version, "1.5.3", "2.1.0") is expected
    assert is_between(version, "2.1.0", "1.5.3") is expected
