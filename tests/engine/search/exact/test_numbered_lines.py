"""How matching lines are grouped, ordered and shown."""

from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.search.exact.line_matching import line_matcher
from pro_context_engine.search.exact.numbered_lines import (
    ROW_TOKENS,
    MatchedText,
    matched_text,
    numbered,
    results_of,
)
from pro_context_engine.search.ranking.token_estimate import estimated_tokens

SOURCE = "from wharf import moor\n\n\ndef moor(ship):\n    # moor it\n    return unmoored\n\nmoor = 1\n"


def matched(query: str, text: str, *, is_source: bool = True, is_test: bool = False) -> MatchedText:
    matches = list(line_matcher(query, is_pattern=False).matches(text))
    return matched_text(text, matches, is_source=is_source, is_test=is_test)


def test_definitions_come_first_and_parts_of_words_last() -> None:
    found = list(results_of(matched("moor", SOURCE)))
    assert [(one.lines, one.relevance) for one in found] == [((4, 8), 1.0), ((1, 5), 0.8), ((6,), 0.6)]


def test_headings_of_a_page_count_as_definitions_and_comments_do_not() -> None:
    page = "# Moor a ship\n\nmoor it\n"
    assert [one.lines for one in results_of(matched("moor", page, is_source=False))] == [(1,), (3,)]
    assert [one.lines for one in results_of(matched("moor", page))] == [(1, 3)]


def test_files_of_tests_count_less() -> None:
    plain, test = (list(results_of(matched("moor", SOURCE, is_test=is_test))) for is_test in (False, True))
    assert [one.relevance for one in test] == [0.7, 0.5, 0.3]
    assert [one.lines for one in plain] == [one.lines for one in test]


def test_few_matches_are_shown_with_the_lines_around_them() -> None:
    text = matched("moor(", SOURCE)
    [row] = results_of(text)
    assert numbered(text, row, 1) == ("4: def moor(ship):\n5-     # moor it\n6-     return unmoored")
    assert numbered(text, row, 4) == "4: def moor(ship):\n5-     # moor it"
    assert numbered(text, row, 11) == "4: def moor(ship):"


def test_a_long_line_is_cut_around_its_match() -> None:
    line = f"{'a' * 5_000} anchor {'b' * 5_000}"
    text = matched("anchor", line)
    [row] = results_of(text)
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
    found = list(results_of(text))
    assert sorted(line for one in found for line in one.lines) == [
        n for n, line in enumerate(lines, 1) if "moor" in line
    ]
    for one in found:
        shown = numbered(text, one, 1_000)
        assert len(one.lines) == 1 or estimated_tokens(shown) <= ROW_TOKENS * 1.1
        for row in shown.split("\n"):
            number, _, content = row.partition(": ")
            assert "moor" in content
            assert "moor" in lines[int(number) - 1]
