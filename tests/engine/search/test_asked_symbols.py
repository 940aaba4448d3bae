"""The words of a question that may be names of an API."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.search.asked_symbols import MOST_ASKED, asked_symbols


def names(text: str, *known: str) -> list[str]:
    return [one.name for one in asked_symbols(text, known)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("moor", ["moor"]),
        ("`moor`", ["moor"]),
        ("moor()", ["moor"]),
        ("Over", ["Over"]),
        ("harbour moor", ["moor"]),
        ("dock.Ship.moor", ["dock.Ship.moor"]),
        ("how do I use moor_twice?", ["moor_twice"]),
        ("what does ShipYard do", ["ShipYard"]),
        ("what does HTTPShip do", ["HTTPShip"]),
        ("call moor() twice", ["moor"]),
        ("the `moor` function", ["moor"]),
        ("difference between F and Q", ["F", "Q"]),
        ("why does a Ship sink", ["Ship"]),
        ("Ships sink in storms", []),
        ("moor a ship with two lines", []),
        ("e.g. see https://harbour.example/a.b.c for more", []),
        ("", []),
    ],
)
def test_names_are_told_by_their_form(question: str, expected: list[str]) -> None:
    assert names(question, "harbour") == expected


def test_a_question_about_one_name_alone_is_known() -> None:
    [alone] = asked_symbols("harbour moor", {"harbour"})
    assert (alone.alone, alone.is_code) == (True, False)
    [within] = asked_symbols("how long may moor_twice take")
    assert (within.alone, within.is_code) == (False, True)


def test_the_name_of_the_library_may_be_the_only_name() -> None:
    assert names("harbour", "harbour") == ["harbour"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("tide-table.moor", ("moor", True, "tide-table")),
        ("@dock/ui.moor", ("moor", True, "@dock/ui")),
        ("@dock/ui#Ship.moor", ("Ship.moor", True, "@dock/ui")),
        ("dock/inner.moor", ("moor", True, "dock/inner")),
        ("@dock/ui/deep/inner.moor", ("moor", True, "@dock/ui/deep/inner")),
        ("when is tide-table.moor called", ("moor", False, "tide-table")),
        ("dock.moor", ("dock.moor", True, "")),
    ],
)
def test_a_package_before_a_name_is_told_apart(question: str, expected: tuple[str, bool, str]) -> None:
    [found] = asked_symbols(question, (), {"tide-table", "@dock/ui", "ui", "dock"})
    assert (found.name, found.alone, found.module) == expected


@given(st.text(max_size=200))
def test_any_text_has_few_names_of_letters(text: str) -> None:
    found = asked_symbols(text)
    assert len(found) <= MOST_ASKED
    # JavaScript has `$` in names.
    assert all(part.replace("$", "_").isidentifier() for one in found for part in one.name.split("."))
