"""Long signatures as a person writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.npm.declarations.long_signatures import LONGEST_LINE, readable_signature

LONG = "OtterThatDivesDeeperThanAllOthersDo"


def test_a_long_signature_has_one_parameter_a_line() -> None:
    text = f"function dive<T = {LONG}, U extends {LONG} = T>(depth: Map<T, U>, options?: {{ a: 1, b: 2 }}): Promise<T>"
    assert readable_signature(text) == (
        f"function dive<\n  T = {LONG},\n  U extends {LONG} = T,\n>(\n  depth: Map<T, U>,\n"
        "  options?: { a: 1, b: 2 },\n): Promise<T>"
    )


def test_short_type_parameters_stay_on_the_first_line() -> None:
    text = f"dive<T>(depth: {LONG}, time: {LONG}, others: {LONG}): T"
    assert readable_signature(text).startswith(f"dive<T>(\n  depth: {LONG},\n")


def test_a_long_union_has_one_type_a_line() -> None:
    text = f"type Depth = '{LONG}' | ('{LONG}' | 2) | '{LONG}'"
    assert readable_signature(text) == f"type Depth =\n  | '{LONG}'\n  | ('{LONG}' | 2)\n  | '{LONG}'"


@pytest.mark.parametrize(
    "text",
    [
        "function dive(depth: number): void",
        f"function dive(\n  depth: {LONG},\n  time: {LONG}\n): {LONG}{LONG}",
        f"const depths: {{ a: {LONG}, b: ({LONG}), c: (one: {LONG}) => void, d: {LONG} }}",
    ],
)
def test_other_declarations_stay(text: str) -> None:
    assert readable_signature(text) == text


@given(st.text(alphabet="ab<>(){},:=|?'\"` ", min_size=LONGEST_LINE + 1, max_size=LONGEST_LINE + 60))
def test_nothing_but_space_and_commas_is_added(text: str) -> None:
    def bare(one: str) -> str:
        return "".join(letter for letter in one if letter not in " \n,;|")

    assert bare(readable_signature(text)) == bare(text)


def test_time_is_linear() -> None:
    assert grows_linearly(lambda size: readable_signature("f(" + "<(" * (size // 4)), 5_000)
