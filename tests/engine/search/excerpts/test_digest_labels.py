"""A section in short tells what its lists are about, and leaves out sentences, not lines."""

from __future__ import annotations

import pytest

from pro_context_engine.search.excerpts.section_digest import digest
from pro_context_engine.search.excerpts.section_outline import declared_name, outline
from pro_context_engine.search.excerpts.token_cost import most_tokens
from pro_context_engine.search.index.analysis import query_terms
from pro_context_engine.search.index.term_finder import TermFinder

HEAD = "## moor\n\n```python\ndef moor(ship)\n```\n\n"


def in_short(text: str, question: str, room: int) -> str:
    return digest(text, TermFinder(query_terms(question)), room)


def items(count: int) -> str:
    return "\n".join(f"- `option{number}`: The colour of part {number} of the ship." for number in range(count))


def long_section() -> str:
    ropes = "- `rope`: The rope that holds the ship."
    return (
        f"{HEAD}Fasten a ship.\n\n**Parameters**\n\n{items(60)}\n\n**Returns**\n\n{ropes}\n\n"
        f"**Raises**\n\n- `Adrift`: if there is no quay.\n"
    )


def test_a_list_is_shown_with_its_own_label() -> None:
    text = in_short(long_section(), "which rope", 120)
    assert "**Returns**\n\n- `rope`" in text
    assert "**Raises**" not in text
    assert most_tokens(text) <= 120


def test_a_label_is_not_shown_without_what_it_announces() -> None:
    section = f"{HEAD}Fasten a ship.\n\n**Returns**\n\n{items(60)}\n\nA rope is needed.\n"
    text = in_short(section, "what returns a rope", 45)
    assert text == f"{HEAD}Fasten a ship.\n\n…\n\nA rope is needed."


def test_a_label_stands_above_all_text_up_to_the_next() -> None:
    filler = "\n\n".join(f"Part {number} of the ship has a colour." for number in range(60))
    section = f"{HEAD}Fasten a ship.\n\n{filler}\n\n**Note**\n\n{filler}\n\nA rope is needed.\n"
    assert in_short(section, "rope", 80).endswith("**Note**\n\n…\n\nA rope is needed.")


def test_a_label_is_no_summary() -> None:
    section = f"{HEAD}**Error messages**\n\n- `Adrift`: no quay at {{place}}\n"
    assert outline(section, TermFinder(["rope"])) == HEAD.strip()
    assert declared_name(section) == HEAD.strip()


def test_a_long_first_item_is_no_introduction() -> None:
    long = "The deck of a ship is red, and its parts are of wood or of steel. " * 8
    text = in_short(f"## Options\n\n- `deck`: {long}\n\n{items(60)}\n\n- `rope`: Holds the ship.\n", "which rope", 90)
    assert "`rope`" in text
    assert "`deck`" not in text
    short = in_short(f"## Options\n\n- `deck`: Red.\n{items(60)}\n- `rope`: Holds the ship.\n", "which rope", 90)
    assert short.startswith("## Options\n\n- `deck`: Red.")


def sentences(count: int) -> str:
    """Return a paragraph of sentences that end within lines."""
    return "\n".join(f"of the ship number {number}. Each of the parts is" for number in range(count))


def test_a_large_paragraph_is_shown_by_sentences() -> None:
    section = f"{HEAD}Fasten a ship.\n\nThe colour\n{sentences(40)}\nred. Before that, a\nrope is needed. It is long.\n"
    text = in_short(section, "rope", 60)
    assert "…\n\nBefore that, a\nrope is needed." in text


def test_a_large_paragraph_without_sentences_is_shown_by_lines() -> None:
    lines = "\n".join(f"part{number} of the ship" for number in range(60))
    text = in_short(f"{HEAD}Fasten a ship.\n\n{lines}\na rope\n{lines}\n", "rope", 60)
    assert "\n…\n\na rope\n…" in text


@pytest.mark.parametrize("name", ["property", "cached_property", "functools.cached_property"])
def test_an_attribute_is_not_taken_for_a_method(name: str) -> None:
    section = f"## Ship.rope\n\n```python\n@{name}\n@rope.setter\ndef rope(self) -> Rope\n```\n\nThe rope.\n"
    assert f"@{name}\ndef rope(self) -> Rope" in outline(section, TermFinder(["ship"]))


def test_code_is_shown_with_the_sentence_that_introduces_it() -> None:
    filler = "\n\n".join(f"Part {number} of the ship has a colour." for number in range(60))
    section = f"## Ropes\n\nHold a ship:\n\n```\nmoor(ship)\n```\n\n{filler}\n\nCut a rope:\n\n```\ncut()\n```\n"
    text = in_short(section, "cut a rope", 90)
    assert text.startswith("## Ropes\n\nHold a ship:\n\n```\nmoor(ship)\n```\n")
    assert text.endswith("…\n\nCut a rope:\n\n```\ncut()\n```")


def test_of_long_code_behind_a_sentence_the_asked_lines_are_shown() -> None:
    code = "\n".join(f"paint(ship, part={number}, colour='red', with_brush='number {number}')" for number in range(60))
    section = f"## Ropes\n\nHold a ship:\n\n```\n{code}\nmoor(ship)\n```\n"
    assert in_short(section, "moor", 60) == "## Ropes\n\nHold a ship:\n\n```\n    ...\nmoor(ship)\n```"
