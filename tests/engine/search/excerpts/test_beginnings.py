"""Excerpts: the beginning of a text, cut between blocks, and the first sections of a page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.domain.model import Page
from pro_context_engine.search.excerpts.beginnings import beginning, excerpt, first_sections
from pro_context_engine.search.excerpts.token_cost import most_tokens

CODE = "```python\n" + "pump.start()\n" * 40 + "```"


def test_what_fits_is_whole() -> None:
    text = f"# Fuel\n\nIt burns.\n\n{CODE}"
    assert excerpt(text, 1000) == text


def test_it_ends_between_blocks() -> None:
    text = "# Fuel\n\nIt burns.\n\n" + "It is stored in tanks. " * 40
    assert excerpt(text, 60) == "# Fuel\n\nIt burns."


def test_a_list_ends_between_items() -> None:
    items = [f"- Item {number} has a few words of its own." for number in range(30)]
    kept = excerpt("\n".join(items), 100).split("\n")
    assert kept == items[: len(kept)]
    assert 2 < len(kept) < 30


def test_code_at_the_beginning_makes_room_for_what_follows() -> None:
    assert excerpt(f"# Fuel\n\n{CODE}\n\nThen wait.", 60) == "# Fuel\n\nThen wait."


def test_nothing_is_left_of_a_heading_alone_or_of_code_alone() -> None:
    assert excerpt(f"# Fuel\n\n{CODE}", 60) == ""
    assert excerpt("", 60) == ""


def test_a_beginning_is_cut_in_code_too_but_closes_it() -> None:
    kept = beginning(CODE, 60)
    assert kept.startswith("```python\npump.start()")
    assert kept.endswith("\n```")
    assert 20 < most_tokens(kept) <= 60


@given(st.text(alphabet="ab 1{}`~#-*|\n水", max_size=2000), st.integers(-5, 300))
def test_the_bound_holds(text: str, bound: int) -> None:
    for kept in (excerpt(text, bound), beginning(text, bound)):
        assert most_tokens(kept) <= max(0, bound)


NOTE = "[{remaining} tokens more]"


def page(markdown: str) -> Page:
    return Page("https://docs.example/a", "A", markdown, outline(markdown))


def section(title: str, words: int, level: int = 2) -> str:
    return f"{'#' * level} {title}\n\n{'word ' * words}\n\n"


def test_a_page_that_fits_is_whole() -> None:
    shown = first_sections(page("# A\n\nText.\n"), 500, NOTE)
    assert (shown.text, shown.truncated) == ("# A\n\nText.\n", False)
    assert first_sections(page(""), 500, NOTE).text == ""


@pytest.mark.parametrize(("budget", "last"), [(320, "A"), (480, "B"), (690, "D")])
def test_the_last_section_is_the_last_that_fits(budget: int, last: str) -> None:
    markdown = section("A", 200, 1) + section("B", 100) + section("C", 100, 3) + section("D", 50) + section("E", 200)
    shown = first_sections(page(markdown), budget, NOTE)
    text, _, note = shown.text.rpartition("\n\n")
    assert shown.truncated
    assert markdown.startswith(text)
    assert text.rpartition("# ")[2].startswith(last)
    assert markdown[len(text) :].lstrip().startswith("#")
    assert most_tokens(shown.text) <= budget
    missing = int(note.removeprefix("[").partition(" ")[0])
    assert shown.tokens > missing >= most_tokens(markdown[len(text) :].strip())


def test_headings_alone_say_nothing() -> None:
    markdown = "# A\n\n## B\n\n" + "\n\n".join(f"Paragraph {number} of it." for number in range(300))
    shown = first_sections(page(markdown), 500, NOTE)
    assert shown.text.startswith("# A\n\n## B\n\nParagraph 0 of it.")
    assert shown.text.rpartition("\n\n")[0].endswith("of it.")


def test_a_fence_larger_than_the_budget_is_closed_again() -> None:
    shown = first_sections(page("# A\n\n```\n" + "code = 1\n" * 2_000 + "```\n"), 500, NOTE)
    assert shown.text.rpartition("\n\n")[0].endswith("\n```")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["# A", "## B", "text " * 90, "```\ncode\n```", "", "| a | b |", "漢字" * 80]), max_size=30
    )
)
def test_the_budget_holds_and_enough_shows_all(blocks: list[str]) -> None:
    one = page("\n\n".join(blocks))
    shown = first_sections(one, 500, NOTE)
    assert most_tokens(shown.text) <= 500
    assert shown.truncated is (shown.tokens > 500)
    assert first_sections(one, shown.tokens, NOTE).text == one.markdown


def test_time_grows_with_the_page_only() -> None:
    def begin(sections: int) -> bool:
        large = page("".join(section(f"S{number}", 3) for number in range(sections)))
        return first_sections(large, 50_000, NOTE).truncated

    assert begin(20_000)
    assert grows_linearly(begin, 20_000)
