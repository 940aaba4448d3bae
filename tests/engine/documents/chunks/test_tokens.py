"""The one token counter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.documents.chunks.tokens import count, cut
from pro_context_engine.documents.pages.blocks import closing_fence

_TEXT = st.text(st.sampled_from("abc \n`é漢🙂") | st.characters(exclude_categories=["Cs"]), max_size=300)
_MARKDOWN = st.lists(
    st.sampled_from(["a line of words", "", "```py", "```", "- ```", "  code", "~~~~", "> ```", "漢字"])
).map("\n".join)


def test_nothing_is_no_token() -> None:
    assert count("") == 0


def test_latin_text_is_about_three_and_a_half_characters_a_token() -> None:
    assert count("x" * 3500) == 1000


def test_a_chinese_character_is_a_token() -> None:
    assert count("漢" * 50) == 50


def test_cyrillic_lies_between() -> None:
    assert count("x" * 1000) < count("ж" * 1000) < count("漢" * 1000)


def test_lone_surrogates_can_be_counted() -> None:
    assert count("\ud800") == 1


@given(_TEXT, _TEXT)
def test_parts_add_up_to_the_whole_or_one_more(left: str, right: str) -> None:
    assert 0 <= count(left) + count(right) - count(left + right) <= 1


@given(_TEXT, st.integers(0, 100))
def test_a_cut_fits_and_is_a_beginning(text: str, budget: int) -> None:
    kept = cut(text, budget)
    assert count(kept) <= budget
    assert text.startswith(kept) or kept.rpartition("\n")[2].strip(" >") in ("```", "~~~~")


@given(_MARKDOWN, st.integers(0, 60))
def test_a_cut_never_leaves_a_fence_open(text: str, budget: int) -> None:
    kept = cut(text, budget)
    assert count(kept) <= budget
    assert kept == text or not closing_fence(kept.split("\n"))


def test_a_cut_too_small_for_its_fence_is_empty() -> None:
    assert cut("```py\n漢字", 1) == ""


@pytest.mark.parametrize("budget", range(5, 30))
def test_a_cut_inside_a_fence_closes_it(budget: int) -> None:
    kept = cut("Intro.\n\n```python\n" + "call()\n" * 40 + "```\n\nEnd.", budget)
    assert kept.count("```") in (0, 2)
    assert count(kept) <= budget


def test_a_text_that_fits_is_returned_as_it_is() -> None:
    assert cut("short\n", 100) == "short\n"


def test_a_cut_ends_with_a_line_or_a_word() -> None:
    assert cut("first line\nsecond line\nthird line", 8) == "first line\nsecond line"
    assert cut("one two three four five six seven", 5) == "one two three"


def test_no_budget_is_no_text() -> None:
    assert cut("text", 0) == ""
    assert cut("text", -5) == ""
