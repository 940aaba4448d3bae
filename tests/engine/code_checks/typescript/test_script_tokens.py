"""The tokens of JavaScript code."""

from __future__ import annotations

import pytest
from tests.growth import grows_linearly

from pro_context_engine.code_checks.typescript.script_tokens import tokens_of


def test_a_regular_expression_begins_where_a_value_may() -> None:
    texts = [token.text for token in tokens_of("a = /[/'\"]+/g.test(b) ? c / d / e : 1;")]
    assert texts == ["a", "=", "/[/'\"]+/g", ".", "test", "(", "b", ")", "?", "c", "/", "d", "/", "e", ":", "1", ";"]


def test_a_line_without_the_end_of_an_expression_leaves_the_next_one_alone() -> None:
    assert [token.text for token in tokens_of("a = /[b\nc = /d/\n")] == ["a", "=", "/", "[", "b", "c", "=", "/d/"]


@pytest.mark.parametrize("piece", ["=/[", "=/a[", "=/\\", "`${", "'"])
def test_hostile_code_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda length: tokens_of(piece * (length // len(piece))), 60_000)
