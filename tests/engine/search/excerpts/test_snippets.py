"""Snippets: the lines that tell, within their bound."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.excerpts.highlights import SoughtTerms
from pro_context_engine.search.excerpts.snippets import shortest_snippet, snippet
from pro_context_engine.search.index.analysis import query_terms

CHUNK = Chunk("1", "https://docs.example/", "", "", "", (), "", "", 0, 1, 0)
FILLER = "Nothing of interest happens in this line of words.\n" * 40


def shown(text: str, query: str, max_tokens: int = 100) -> str:
    return snippet(replace(CHUNK, text=text), SoughtTerms(query_terms(query)), max_tokens)


def test_the_lines_with_most_of_the_asked_words_are_shown_in_the_middle() -> None:
    text = f"{FILLER}The pump starts.\n{FILLER}The pump fills the tank with kerosene.\nIt stops alone.\n{FILLER}"
    before, match, after = shown(text, "fill tank pump", 60).partition(
        "The **pump** **fills** the **tank** with kerosene."
    )
    assert match
    assert before
    assert after
    assert abs(before.count("\n") - after.count("\n")) <= 1
    assert count(before + match + after) <= 60


def test_marks_of_headings_are_left_out_and_code_is_between_fences() -> None:
    text = "## Fill the tank {#fill}\n\n```python title=a\npump.fill(tank)\n```\n"
    assert shown(text, "tank") == "Fill the **tank**\n```\npump.fill(tank)\n```"


def test_a_fence_in_code_does_not_end_it() -> None:
    text = "~~~~markdown\n```\ntank\n```\n~~~~\n\nThe tank.\n"
    assert shown(text, "tank") == "````\n```\ntank\n```\n````\nThe **tank**."


def test_code_within_a_list_is_code() -> None:
    text = "- Fill the tank:\n\n  ```python\n  tank.fill()\n  ```\n- Wait.\n\n      tank = 1\n"
    assert "**" not in "".join(line for line in shown(text, "tank").splitlines() if "tank.fill" in line)


def test_without_a_match_it_is_the_beginning(hit_of: Callable[..., Hit]) -> None:
    assert snippet(hit_of("fuel", 0, 1.0, "First.\nSecond.\n" + FILLER).chunk, SoughtTerms(["zanthropy"])).startswith(
        "First.\nSecond."
    )


def test_a_word_far_inside_a_long_line_is_shown() -> None:
    text = "word " * 3000 + "kerosene " + "word " * 3000
    assert "**kerosene**" in shown(text, "kerosene")


def test_a_word_that_is_not_written_like_its_term_is_found_in_a_long_text() -> None:
    assert "**Kühlmittel**" in shown(f"{FILLER}Das Kühlmittel.\n{FILLER}", "kuhlmittel")


@given(st.text(max_size=3000), st.integers(1, 120))
def test_it_never_exceeds_its_bound(text: str, bound: int) -> None:
    assert count(snippet(replace(CHUNK, text=text), SoughtTerms(query_terms(text[:50])), bound)) <= bound


def test_of_a_snippet_the_line_with_most_of_the_asked_words_is_left() -> None:
    whole = shown("## Tanks\n\nThe pump fills the tank.\n\n```\npump.fill(tank)\n```\n", "fill tank")
    assert shortest_snippet(whole, 12) == "The pump **fills** the **tank**."
    assert shortest_snippet("", 12) == ""


def test_a_line_that_is_too_long_is_cut_around_its_asked_words() -> None:
    line = f"{'Nothing happens here. ' * 5}The **pump** fills the tank with **kerosene** of another colour."
    assert shortest_snippet(line, 12) == "…**pump** fills the tank with"


@given(st.text(alphabet="ab*` \n…", max_size=300), st.integers(1, 30))
def test_the_shortest_snippet_stays_within_its_bound(text: str, most: int) -> None:
    assert count(shortest_snippet(text, most)) <= most
