"""How matching lines are grouped, ordered and shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.search.exact.line_matching import line_matcher
from pro_context_engine.search.exact.numbered_lines import (
    MatchedText,
    matched_text,
    numbered,
    results_of,
)
from pro_context_engine.search.excerpts.token_estimate import estimated_tokens

SOURCE = "from wharf import moor\n\n\ndef moor(ship):\n    # moor it\n    return unmoored\n\nmoor = 1\n"


def matched(query: str, text: str, *, is_source: bool = True, is_test: bool = False) -> MatchedText:
    matches = list(line_matcher(query, is_pattern=False).matches(text))
    return matched_text(text, matches, is_source=is_source, is_test=is_test)


def test_definitions_come_first_and_parts_of_words_last() -> None:
    [found] = results_of(matched("moor", SOURCE), 5)
    assert (found.lines, found.best, found.relevance) == ((1, 4, 5, 6, 8), 4, 1.0)
    long = SOURCE + "    return moor  # long\n" * 40
    first, *others, last = results_of(matched("moor", long), 45)
    # Of many lines, those of a result are of one kind.
    assert (first.lines, first.best, first.relevance) == ((4, 8), 4, 1.0)
    assert all(one.best == one.lines[0] and one.relevance == 0.8 for one in others)
    assert (last.lines, last.relevance) == ((6,), 0.6)
    assert sorted(line for one in (first, *others, last) for line in one.lines) == [1, 4, 5, 6, 8, *range(9, 49)]


@pytest.mark.parametrize(
    "line",
    ["    moor: int = 3,", "moor?: string;", "def land(ship, moor=1):", "    async function land(ship, moor) {"],
)
def test_parameters_and_typed_names_come_before_uses(line: str) -> None:
    [found] = results_of(matched("moor", f"land(moor)\n\n{line}\n"), 2)
    assert (found.lines, found.best, found.relevance) == ((1, 3), 3, 0.85)


@pytest.mark.parametrize("line", ["land(moor=1)", "if moor:", "moor::land()", "    moor = 1", "moor.land: int = 1"])
def test_a_use_is_no_parameter(line: str) -> None:
    [found] = results_of(matched("moor", f"\n    {line}\n"), 1)
    assert found.relevance == 0.8


def test_headings_of_a_page_count_as_definitions_and_comments_do_not() -> None:
    page = "# Moor a ship\n\nmoor it\n"
    assert [(one.best, one.relevance) for one in results_of(matched("moor", page, is_source=False), 2)] == [(1, 1.0)]
    assert [(one.best, one.relevance) for one in results_of(matched("moor", page), 2)] == [(1, 0.8)]


def test_files_of_tests_count_less() -> None:
    [plain], [test] = (list(results_of(matched("moor", SOURCE, is_test=is_test), 5)) for is_test in (False, True))
    assert (plain.relevance, test.relevance) == (1.0, 0.7)
    assert plain.lines == test.lines


def test_few_matches_are_shown_with_the_lines_around_them() -> None:
    text = matched("moor(", SOURCE)
    [row] = results_of(text, 1)
    assert numbered(text, row, 1) == ("4: def moor(ship):\n5-     # moor it\n6-     return unmoored")
    assert numbered(text, row, 4) == "4: def moor(ship):\n5-     # moor it"
    assert numbered(text, row, 6) == "4: def moor(ship):"


def test_a_long_line_is_cut_around_its_match() -> None:
    line = f"{'a' * 5_000} anchor {'b' * 5_000}"
    text = matched("anchor", line)
    [row] = results_of(text, 1)
    shown = numbered(text, row, 1)
    assert shown.startswith("1: …a")
    assert shown.endswith("b…")
    assert " anchor " in shown
    assert len(shown) < 250


@given(
    st.lists(st.sampled_from(["moor", "def moor", "quay", "", "unmoored", "x = moor " + "long " * 80]), max_size=200)
)
def test_each_matching_line_is_in_one_result_and_shown_there(lines: list[str]) -> None:
    source = "\n".join(lines)
    text = matched("moor", source)
    found = list(results_of(text, len(text.matches)))
    most = next(most for matches, most in ((5, 260), (20, 100), (200, 60)) if len(text.matches) <= matches)
    assert sorted(line for one in found for line in one.lines) == [
        n for n, line in enumerate(lines, 1) if "moor" in line
    ]
    for one in found:
        shown = numbered(text, one, 1_000)
        assert len(one.lines) == 1 or estimated_tokens(shown) <= most * 1.1
        for row in shown.split("\n"):
            number, _, content = row.partition(": ")
            assert "moor" in content
            assert "moor" in lines[int(number) - 1]
