"""Which lines a literal text or a pattern finds, and which queries are refused."""

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.domain.errors import QueryUnusable
from pro_context_engine.search.exact.line_matching import LONGEST_QUERY, NO_RE2, LineMatch, has_capitals, line_matcher

TEXT = "import Anchor\n\nclass Anchor:\n    def drop(self, depth): ...\n    anchor = None\nANCHOR = 1\n"
TEXTS = st.lists(st.text("ab A.é\t(", max_size=12), max_size=8).map("\n".join)
QUERIES = st.text("abAé.(", min_size=1, max_size=3)


def lines_of(query: str, text: str = TEXT, *, is_pattern: bool = False) -> list[int]:
    return [match.line for match in line_matcher(query, is_pattern=is_pattern).matches(text)]


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("anchor", [1, 3, 5, 6]),
        ("Anchor", [1, 3]),
        ("def drop(", [4]),
        ("depth): ...", [4]),
        ("keel", []),
        ("  def", [4]),
    ],
)
def test_literal_text_is_found_without_regard_to_case_unless_it_has_capitals(query: str, lines: list[int]) -> None:
    assert lines_of(query) == lines


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [
        ("^anchor|^class", [3, 6]),
        ("Anchor$", [1]),
        (r"def \w+\(", [4]),
        (r"\SNCHOR", [6]),
        (r"\D\s+=", [5, 6]),
        (r"^\s+\w", [4, 5]),
        (r"[^z]$", [1, 3, 4, 5, 6]),
        ("import.*class", []),
        ("r:\nx", []),
    ],
)
def test_a_pattern_matches_within_lines(pattern: str, lines: list[int]) -> None:
    assert lines_of(pattern, is_pattern=True) == lines


def test_a_match_says_where_it_is_in_its_line() -> None:
    [match] = line_matcher("größe", is_pattern=True).matches("die Größe\n")
    assert match == LineMatch(1, 4, 9)
    assert list(line_matcher("größe", is_pattern=False).matches("x\ndie Größe")) == [LineMatch(2, 4, 9)]


@given(QUERIES, TEXTS)
def test_each_line_with_the_text_is_found_once(query: str, text: str) -> None:
    wanted = query if has_capitals(query) else query.lower()
    lines = text.split("\n") if has_capitals(query) else text.lower().split("\n")
    assert lines_of(query, text) == [number for number, line in enumerate(lines, 1) if wanted in line]


@given(st.sampled_from(["a+", "a.b", "(a|A)é", "^a", "b$", r"\(", "[^a ]b", r"A\b"]), TEXTS)
def test_each_line_that_matches_is_found_once(pattern: str, text: str) -> None:
    # Python's own expressions are the second opinion.
    flags = 0 if has_capitals(pattern, is_pattern=True) else re.IGNORECASE
    expected = [n for n, line in enumerate(text.split("\n"), 1) if re.search(pattern, line, flags | re.ASCII)]
    assert lines_of(pattern, text, is_pattern=True) == expected


def test_the_lines_of_a_long_text_are_counted_across_its_parts() -> None:
    text = "".join(f"{'wave ' * (number % 9)}{number}\n" for number in range(20_000))
    wanted = [number + 1 for number in range(20_000) if str(number).endswith("777")]
    assert lines_of("777$", text, is_pattern=True) == wanted


def test_the_search_ends_when_the_time_is_over() -> None:
    text = "anchor\n" * 100_000
    for is_pattern in (False, True):
        assert list(line_matcher("anchor", is_pattern=is_pattern).matches(text, lambda: True)) == []


@pytest.mark.parametrize(
    ("query", "is_pattern", "said"),
    [
        ("", False, "is empty"),
        (" \t", True, "is empty"),
        ("a\0b", False, "NUL"),
        ("a\nb", False, "line break"),
        ("x" * (LONGEST_QUERY + 1), False, "500 characters"),
        ("x*", True, "every line"),
        ("^", True, "every line"),
        ("(a", True, "missing )"),
        ("a)", True, "unexpected )"),
        (r"(a)\1", True, "invalid escape sequence"),
        ("(?=a)", True, "no pattern of RE2"),
        ("a{1001}", True, "invalid repetition size"),
        ("[[:sea:]]", True, "invalid character class range"),
        ("(.{1,300})(.{0,300})9", True, "too large"),
        ("((a{100}){100}){100}", True, "invalid repetition size"),
    ],
)
def test_a_query_that_cannot_be_looked_for_is_refused(query: str, is_pattern: bool, said: str) -> None:
    with pytest.raises(QueryUnusable) as refusal:
        line_matcher(query, is_pattern=is_pattern)
    assert said in refusal.value.reason
    assert "(?m)" not in refusal.value.reason


@pytest.mark.parametrize("pattern", ["|".join(["a" * 30] * 15), "(x+x+)+y", "(a*)*b", "(?:a?){200}a{200}"])
def test_a_hostile_pattern_takes_linear_time(pattern: str) -> None:
    asked = 0

    def expired() -> bool:
        nonlocal asked
        asked += 1
        return False

    list(line_matcher(pattern, is_pattern=True).matches(("a" * 99 + "\n") * 5_000, expired))
    assert asked >= 7


def test_without_re2_a_pattern_is_refused_and_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    with pytest.raises(QueryUnusable) as refusal:
        line_matcher("anch.r", is_pattern=True)
    assert refusal.value.reason == NO_RE2
    assert "pro-context[patterns]" in NO_RE2
    assert lines_of("class Anchor") == [3]
    assert [one.line for one in line_matcher(r"class Anchor\(", is_pattern=True).matches("a\nclass Anchor(\n")] == [2]
