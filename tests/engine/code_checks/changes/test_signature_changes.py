"""The differences between two signatures of one function."""

from __future__ import annotations

import pytest
from tests.engine.code_checks.changes.tables import function

from pro_context_engine.code_checks.changes.signature_changes import in_words, shown, signature_change

BREAKING = {
    "`far` was removed": (("far",), ("deep",)),
    "`far` is required": (("far=1",), ("far",)),
    "`speed` is required": (("far",), ("far", "speed")),
    "`line_terminator` is `lineterminator` now": (("line_terminator=1",), ("lineterminator=1",)),
    "`far`, `deep` are keyword-only": (("far", "deep"), ("*far", "*deep")),
    "`far` is positional-only": (("far",), ("/far",)),
    "`far` is not at its position, where `deep` is now": (("far", "deep"), ("deep", "far")),
    "it needs 2 arguments instead of 1": (("/far",), ("/far", "/deep")),
    "it takes 1 argument at most": (("/far", "/deep=undefined"), ("/far",)),
}
COMPATIBLE = {
    "`deep` is new": (("far",), ("far", "deep=1")),
    "`far` is taken by the further keyword arguments, if at all": (("far=1",), ("**more",)),
}
DEFAULTS = {"`far` is 2 by default instead of 1": (("far=1",), ("far=2",))}
SAME = [
    (("far='a'",), ('far="a"',)),
    (("far=None",), ("far=_UNSET",)),
    (("far=1",), ("far=...",)),
    (("far=1",), ("far=1", "_own=2")),
    (("/far",), ("/deep",)),
    (("**more",), ("**rest",)),
]


@pytest.mark.parametrize("words", BREAKING)
def test_differences_that_break_calls(words: str) -> None:
    old, new = BREAKING[words]
    change = signature_change(function("f", *old), function("f", *new))
    assert change is not None
    assert words in in_words(change.breaking).split("; ")


@pytest.mark.parametrize("words", COMPATIBLE)
def test_differences_that_break_no_call(words: str) -> None:
    old, new = COMPATIBLE[words]
    change = signature_change(function("f", *old), function("f", *new))
    assert change is not None
    assert not change.breaking
    assert in_words(change.compatible) == words


@pytest.mark.parametrize("words", DEFAULTS)
def test_other_defaults(words: str) -> None:
    old, new = DEFAULTS[words]
    change = signature_change(function("f", *old), function("f", *new))
    assert change is not None
    assert not change.breaking
    assert in_words(change.defaults) == words


@pytest.mark.parametrize("pair", SAME)
def test_what_calls_do_not_notice_is_no_difference(pair: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    old, new = pair
    assert signature_change(function("f", *old), function("f", *new)) is None


def test_a_sentence_names_six_parameters_at_most() -> None:
    words = in_words({"was removed": [f"p{number}" for number in range(8)]})
    assert words == "`p0`, `p1`, `p2`, `p3`, `p4`, `p5` and 2 more were removed"


def test_a_signature_is_shown_as_it_is_called() -> None:
    assert shown(function("otter.swim", "far", "*fast=True", "**more")) == "swim(far, *, fast=True, **more)"
    assert shown(function("swim", "/far", "/fast=undefined")) == "swim(far, fast?)"
    long = shown(function("swim", *(f"parameter_number_{number}" for number in range(40))))
    assert len(long) <= 200
    assert long.endswith(", …)")
