"""The names that may be meant."""

from __future__ import annotations

import pytest

from pro_context_engine.code_checks.similar_names import closest, likeness, stated


@pytest.mark.parametrize(
    ("name", "known", "best"),
    [
        ("group_by", ["groupby", "group", "round"], "groupby"),
        ("drop_duplicate", ["drop", "drop_duplicates", "duplicated"], "drop_duplicates"),
        ("delete_all", ["remove_all", "select_all", "deny"], "remove_all"),
        ("getTimeOut", ["get_timeout", "get", "timeouts"], "get_timeout"),
    ],
)
def test_spelling_and_meaning_count(name: str, known: list[str], best: str) -> None:
    assert closest(name, known)[0] == best


def test_names_of_the_package_come_first() -> None:
    assert closest("glow", ["glows", "shine"], ["shine"])[0] == "shine"
    assert closest("glow", ["a", "b"], ["other.place.shine"])[0] == "other.place.shine"


def test_at_most_three_names_are_given() -> None:
    assert len(closest("glow", ["glow_a", "glow_b", "glow_c", "glow_d"])) == 3
    assert closest("zzz", ["abc"]) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Use `shine` instead.", "shine"),
        ("glow is deprecated, use lamp.shine", "lamp.shine"),
        ("It was renamed to shine in 2.0", "shine"),
        ("Use :meth:`Lamp.shine`", "Lamp.shine"),
        ("deprecate_kwarg(old_arg_name='glow', new_arg_name='shine')", "shine"),
    ],
)
def test_the_stated_name_is_read(text: str, name: str) -> None:
    assert stated(text, "glow")[0] == name


@pytest.mark.parametrize("article", ["the", "a", "an"])
def test_a_word_of_a_sentence_is_no_stated_name(article: str) -> None:
    assert stated(f"Shine when lighting {article} lamp instead.", "glow") == []
    assert stated("Shine with lamp instead.", "glow") == ["lamp"]


def test_equal_names_are_most_alike() -> None:
    assert likeness("groupBy", "group_by") == 1.0
