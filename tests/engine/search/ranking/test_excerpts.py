"""Excerpts: whole blocks from the beginning, within a bound."""

from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.search.ranking.excerpts import beginning, excerpt
from pro_context_engine.search.ranking.token_cost import most_tokens

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
