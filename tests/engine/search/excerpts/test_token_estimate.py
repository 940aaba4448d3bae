"""The size of a text that answers state; tests/clients/test_token_estimate.py holds it against a real vocabulary."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.search.excerpts.token_estimate import estimated_tokens, estimated_tokens_of_json, parts


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a short line of words", 5), ("return x", 2), ("12345", 2), ("漢字", 1), ("\n\n\n", 1)],
)
def test_short_texts(text: str, tokens: int) -> None:
    assert estimated_tokens(text) == tokens


@given(st.text(max_size=400))
def test_any_text_has_a_size(text: str) -> None:
    assert 0 <= estimated_tokens(text) <= 4 * len(text.encode("utf-8", "surrogatepass")) + 1


def test_a_value_is_measured_as_compact_json() -> None:
    value = {"toc": [{"title": "Fill a tank", "url": "https://rockets.example/fill"}]}
    assert estimated_tokens_of_json(value) == estimated_tokens(json.dumps(value, separators=(",", ":")))


def test_a_rare_name_is_more_tokens_than_a_word_of_its_length() -> None:
    assert estimated_tokens("configuration " * 20) < estimated_tokens("qwzxkvbjgptyl " * 20) / 2


@pytest.mark.parametrize("piece", ["a", "Zz", "=", "-=", "x y", "é", "漢"])
def test_a_long_piece_is_measured_in_linear_time_by_its_beginning(piece: str) -> None:
    long = piece * 1_000_000
    assert len(list(parts(long))) < 3 * 70
    assert 0 < estimated_tokens(long[:200]) <= estimated_tokens(long) <= len(long.encode())


def test_the_marks_around_quoted_text_have_one_size() -> None:
    sizes = {estimated_tokens(f"> End [{mark}]\n") for mark in ("00000000", "1a2b3c4d", "deadbeef")}
    assert len(sizes) == 1
