"""Lines that describe parameters by their names alone become a list like those of the styles."""

from __future__ import annotations

from inspect import cleandoc

import griffe
import pytest

from pro_context_engine.sources.packages.python.docstrings.docstring_markdown import docstring_markdown


def rendered(docstring: str) -> str:
    """Return the docstring of a function with the parameters `height` and `lake`."""
    module = griffe.visit("pond", None, f"def hop(height, lake=None):\n    {cleandoc(docstring)!r}\n")
    return docstring_markdown(module.members["hop"].docstring, 2)


LIST = "**Parameters**\n\n- `height`: how high,\n  at most nine\n- `lake`: from where"


@pytest.mark.parametrize(
    "lines",
    [
        "Keyword arguments:\nheight -- how high,\n    at most nine\nlake -- from where",
        "Arguments:\n    height -- how high,\n        at most nine\n    lake -- from where",
        "height - how high,\n  at most nine\n\nlake - from where",
        "Arguments:\n\nheight - how high,\nat most nine\nlake - from where",
        "height : how high,\n  at most nine\nlake : from where",
        "Parameters:\n* height - how high,\n  at most nine\n* lake - from where",
    ],
)
def test_lines_that_begin_with_the_name_of_a_parameter_are_its_description(lines: str) -> None:
    assert rendered(f"Hop away.\n\n{lines}\n\nReturns nothing.") == f"Hop away.\n\n{LIST}\n\nReturns nothing."


def test_two_hyphens_below_a_title_need_no_signature() -> None:
    assert rendered("Hop.\n\nArgs:\nfly -- which one") == "Hop.\n\n**Parameters**\n\n- `fly`: which one"


@pytest.mark.parametrize(
    "text",
    [
        "Hop.\n\nheight - 1 is the least.",
        "Hop.\n\nfly - which one\nfrog - by whom",
        "Hop.\n\n```\nheight - 1\nlake - 1\n```",
    ],
)
def test_a_single_line_other_names_and_code_are_text(text: str) -> None:
    assert rendered(text) == text


def test_an_entry_of_another_form_leaves_the_section_to_its_style() -> None:
    text = rendered("Hop.\n\nArgs:\n    height : how high\n    lake : from where\n    fly (int): which one")
    assert "- `fly`" in text
