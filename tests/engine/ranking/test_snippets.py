"""Snippets: the lines that tell, within their bound."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.chunks.tokens import count
from pro_context_engine.index import query_terms
from pro_context_engine.model import Chunk, Hit
from pro_context_engine.ranking import snippet

CHUNK = Chunk("1", "https://docs.example/", "", "", "", (), "", "", 0, 1, 0)
FILLER = "Nothing of interest happens in this line of words.\n" * 40


def test_the_lines_with_most_of_the_asked_words_are_shown() -> None:
    text = f"{FILLER}The pump starts.\n{FILLER}The pump fills the tank with kerosene.\nIt stops alone.\n{FILLER}"
    shown = snippet(replace(CHUNK, text=text), query_terms("fill tank pump"), 40)
    assert "fills the tank with kerosene" in shown
    assert count(shown) <= 40


def test_marks_of_headings_and_fences_are_left_out() -> None:
    text = "## Fill the tank\n\n```python\npump.fill(tank)\n```\n"
    assert snippet(replace(CHUNK, text=text), ["tank"]) == "Fill the tank\npump.fill(tank)"


def test_without_a_match_it_is_the_beginning(hit_of: Callable[..., Hit]) -> None:
    assert snippet(hit_of("fuel", 0, 1.0, "First.\nSecond.\n" + FILLER).chunk, ["zanthropy"]).startswith(
        "First.\nSecond."
    )


def test_a_word_far_inside_a_long_line_is_shown() -> None:
    text = "word " * 3000 + "kerosene " + "word " * 3000
    assert "kerosene" in snippet(replace(CHUNK, text=text), ["kerosen"])


@given(st.text(max_size=3000), st.integers(1, 120))
def test_it_never_exceeds_its_bound(text: str, bound: int) -> None:
    assert count(snippet(replace(CHUNK, text=text), query_terms(text[:50]), bound)) <= bound
