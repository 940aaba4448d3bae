"""A name that the version lacks is said to be missing, with the version that has it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.engine.services.conftest import Ask
from tests.worlds.dock import FILES, docks

from pro_context_engine.domain.errors import TopicUnmatched


async def test_a_name_that_only_a_newer_version_has_is_said_to_be_missing(dock: Ask) -> None:
    answer = await dock("unmoor_all ship")
    first = answer.content.splitlines()[0]
    assert "`unmoor_all` is not in harbour/dock 1.0.0" in first
    assert "2.0.0 has it: pypi://dock/2.0.0/api/dock#unmoor_all" in first
    assert "`dock.Crane.moor_all`" in first


async def test_an_answer_about_a_missing_name_alone_is_short_and_says_that_it_is_unsure(
    dock: Ask,
) -> None:
    answer = await dock("unmoor_ship")
    assert "`unmoor_ship` is not in harbour/dock 1.0.0" in answer.content.splitlines()[0]
    assert answer.confidence <= 0.1
    assert answer.tokens <= 1_000


async def test_a_name_that_only_the_source_has_is_not_said_to_be_missing(tmp_path: Path) -> None:
    private = 'def read(settings):\n    return settings["moor_slowly"], """moor"""\n'
    async with docks(tmp_path, FILES | {"dock/_settings.py": private}) as engine:
        await engine.symbols("harbour/dock")
        for name, missing in (("moor_slowly", False), ("moor_quickly", True)):
            answer = await engine.passages([("harbour/dock", None)], f"moor a ship with {name}", 2_000)
            assert (f"`{name}` is not in" in answer.content) == missing


async def test_where_nothing_matches_the_error_says_what_is_missing(dock: Ask) -> None:
    with pytest.raises(TopicUnmatched) as raised:
        await dock("unmoor_all")
    [sentence] = raised.value.missing
    assert "2.0.0 has it" in sentence


async def test_a_name_that_the_text_has_is_not_said_to_be_missing(dock: Ask) -> None:
    for topic in ("moor a ship with two lines", "how can Crane.moor fail", "moor"):
        answer = await dock(topic)
        assert "is not in" not in answer.content


@pytest.mark.parametrize(
    ("topic", "missing"),
    [
        ('MooringError: ship "moor_slowly" does not float', []),
        ("MooringError: cannot moor ShipOfMine\nmoor_slowly", []),
        ("AttributeError: 'Crane' object has no attribute 'moor_slowly'", ["moor_slowly"]),
        ("ImportError: cannot import name 'moor_slowly' from 'dock'", ["moor_slowly"]),
        ("TypeError: moor() got an unexpected keyword argument 'moor_slowly'", ["moor_slowly"]),
        ("TypeError: dock.moor_slowly is not a function", ["dock.moor_slowly"]),
        ("moor a ship with asyncio.moor_slowly", []),
        ("moor a ship with dock.moor_slowly", ["dock.moor_slowly"]),
    ],
)
async def test_names_of_the_askers_program_and_of_other_libraries_are_not_said_to_be_missing(
    dock: Ask, topic: str, missing: list[str]
) -> None:
    answer = await dock(topic)
    assert re.findall(r"`([^`]+)` is not in", answer.content) == missing


async def test_a_store_that_was_cleared_says_nothing_of_missing_names(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        await engine.symbols("harbour/dock")
        store: Any = engine._parts.store
        await store.put_symbol_table("harbour/dock", "1.0.0", b"{}", [])
        assert "is not in" in (await engine.passages([("harbour/dock", None)], "unmoor_ship", 2_000)).content
        await store.clear(None)
        answer = await engine.passages([("harbour/dock", None)], "Crane.moor", 2_000)
        assert "is not in" not in answer.content


TERMS = FILES | {
    "dock/style.py": '''
        def rename(style: str) -> None:
            """Rename fields."""

        class ShipResponse:
            """The answer of a ship."""
    '''
}


@pytest.mark.parametrize(
    ("topic", "missing"),
    [
        ("rename the fields of a ship to camelCase", ""),
        ("rename the fields of a ship to `snake_case`", ""),
        ("moor a ship from JavaScript", ""),
        # A library that is known.
        ("moor a ship with OtherShip", ""),
        # It has a word of the names of the package, is like one of them, or is marked as code.
        ("moor a ship with JsonResponse", "JsonResponse"),
        ("rename fields with shipRespons", "shipRespons"),
        ("moor a ship with `JavaScript`", "JavaScript"),
        ("moor a ship with goodKnot()", "goodKnot"),
        ("moor a ship by moor_twice", "moor_twice"),
        ("camelCase", "camelCase"),
    ],
)
async def test_a_term_of_a_question_is_no_missing_name(tmp_path: Path, topic: str, missing: str) -> None:
    async with docks(tmp_path, TERMS) as engine:
        await engine.symbols("harbour/dock")
        try:
            content = (await engine.passages([("harbour/dock", None)], topic, 2_000)).content
        except TopicUnmatched as fact:
            content = " ".join(fact.missing)
        assert (f"`{missing}` is not in" in content) if missing else ("is not in" not in content)
