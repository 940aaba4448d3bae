"""The beginning of a page within a budget, cut where a section ends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.domain.model import Page
from pro_context_engine.search.ranking.first_sections import first_sections
from pro_context_engine.search.ranking.token_cost import most_tokens

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
