"""A table of contents, page by page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.domain.errors import CursorUnusable
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.search.excerpts.token_estimate import estimated_tokens_of_json
from pro_context_engine.search.ranking.toc_pages import toc_page

API = "API reference"


def module(name: str) -> TocEntry:
    return TocEntry(name, f"pypi://boats/1/api/{name}", "", API)


BOATS = [
    module("boats"),
    module("boats._hull"),
    module("boats.rigs.masts"),
    TocEntry("CHANGELOG.md", "pypi://boats/1/docs/CHANGELOG.md", "", "Documentation"),
    module("boats.tests.sails"),
    TocEntry("Sail a boat", "pypi://boats/1/docs/sail.md", "", "Documentation"),
    module("boats.rigs"),
    TocEntry("boats README", "pypi://boats/1/readme", "Boats", "Overview"),
    TocEntry("Moor a boat", "pypi://boats/1/docs/moor.md", "", "Documentation"),
]


def titles(entries: list[TocEntry], topic: str = "", budget: int = 10_000) -> list[list[str]]:
    """Return the titles of each page."""
    pages, cursor = [], ""
    while not pages or cursor:
        page = toc_page(entries, topic, cursor, budget)
        pages.append([entry.title for entry in page.entries])
        cursor = page.cursor
    return pages


def test_guides_come_before_modules_and_public_modules_before_others() -> None:
    assert titles(BOATS) == [
        [
            *("Sail a boat", "Moor a boat", "boats README"),
            *("boats", "boats.rigs", "boats.rigs.masts", "boats._hull", "boats.tests.sails", "CHANGELOG.md"),
        ]
    ]


def test_titles_in_words_keep_the_order_of_their_author() -> None:
    listed = [
        TocEntry(title, f"https://boats.example/{title}", "", "Reference") for title in ("Zinc", "A mast", "Yard")
    ]
    assert titles(listed) == [["Zinc", "A mast", "Yard"]]


def test_a_topic_narrows_and_the_best_entry_comes_first() -> None:
    assert titles(BOATS, "masts of rigs") == [["boats.rigs.masts", "boats.rigs"]]
    assert titles(BOATS, "volcanoes") == [[]]


@given(st.integers(1, 2_000), st.sampled_from(["", "boat"]))
def test_the_pages_have_every_entry_once_within_the_budget(budget: int, topic: str) -> None:
    [whole] = titles(BOATS, topic)
    pages = titles(BOATS, topic, budget)
    assert [title for page in pages for title in page] == whole
    for page in pages:
        shown = [entry for entry in BOATS if entry.title in page]
        sizes = [estimated_tokens_of_json({"title": one.title, "url": one.url}) for one in shown]
        assert len(page) == 1 or sum(sizes) <= budget


def test_a_cursor_of_other_entries_is_refused() -> None:
    cursor = toc_page(BOATS, "", "", 100).cursor
    for entries, topic, text in (
        (BOATS[:5] + BOATS[6:], "", cursor),
        (BOATS, "boat", cursor),
        (BOATS, "", "9-" + "0" * 16),
    ):
        with pytest.raises(CursorUnusable):
            toc_page(entries, topic, text, 100)


def test_no_entries_are_one_empty_page() -> None:
    assert titles([]) == [[]]
