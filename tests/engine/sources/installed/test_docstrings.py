"""Docstrings of every usual style come out as Markdown."""

from __future__ import annotations

from inspect import cleandoc

import griffe
import pytest

from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.sources.packages.python.docstrings.docstring_markdown import docstring_markdown
from pro_context_engine.sources.packages.python.docstrings.prose import prose
from pro_context_engine.sources.packages.python.parsing.public_modules import (
    docstring_at_head,
    first_sentence,
    is_public,
    reference_modules,
)


def rendered(docstring: str) -> str:
    return docstring_markdown(griffe.Docstring(cleandoc(docstring)), 2)


GOOGLE = """
    Feed the frogs.

    Args:
        count: how many,
            at most nine.
        kind (str): which ones.

    Yields:
        int: eaten flies.
    """
NUMPY = """
    Feed the frogs.

    Parameters
    ----------
    count : int
        how many,
        at most nine.
    kind : str
        which ones.

    Yields
    ------
    int
        eaten flies.
    """
SPHINX = """
    Feed the frogs.

    :param count: how many,
        at most nine.
    :param str kind: which ones.
    :returns: eaten flies.
    """


@pytest.mark.parametrize("docstring", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_sections_become_lists(docstring: str) -> None:
    text = rendered(docstring)
    assert text.startswith("Feed the frogs.\n\n**Parameters**\n\n- `count`")
    assert "how many," in text
    assert "at most nine." in text
    assert "- `kind` (`str`): which ones." in text
    assert "eaten flies." in text
    assert "---" not in text
    assert ":param" not in text


def test_examples_are_fenced() -> None:
    text = rendered("""
        Hop.

        Examples:
            As high as it goes:

            >>> hop()
            3
        """)
    assert "**Examples**" in text
    assert "```pycon\n>>> hop()\n3\n```" in text


def test_admonitions_become_labelled_text() -> None:
    text = prose('!!! warning "Mind the frogs"\n    They hop.\n\n    ```python\n    hop()\n    ```\nAfter.', 2)
    assert "**Mind the frogs**" in text
    assert "\n```python\nhop()\n```\nAfter." in text


def test_headings_come_out_below_the_one_they_stand_under() -> None:
    assert [heading.level for heading in outline(prose("# One\n\ntext\n\n## Two\n\n###### Six", 3))] == [4, 5, 6]
    assert outline(prose("Title\n=====\n\ntext", 2))[0].level == 3


@pytest.mark.parametrize(
    "text",
    [
        "```python\nleft open",
        "~~~\nleft open",
        "<!-- left open",
        "<pre>\nleft open",
        "<script>",
        ">>> x\n```",
        "<![CDATA[",
    ],
)
def test_nothing_left_open_swallows_the_page_after_it(text: str) -> None:
    page = f"## Before\n\n{prose(text, 2)}\n\n## After\n"
    assert [heading.title for heading in outline(page)] == ["Before", "After"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See [`Frog`][pond.Frog] and [the `hop` option][pond.Frog.hop].", "See `Frog` and the `hop` option."),
        ("A [`list`][] of [frogs](../frogs.md#all).", "A `list` of frogs."),
        ("A [link](https://pond.example/a) and `x[0][a]`.", "A [link](https://pond.example/a) and `x[0][a]`."),
        ("```\n[a][b.c] # no heading\n```", "```\n[a][b.c] # no heading\n```"),
    ],
)
def test_links_of_the_package_site_become_text(text: str, expected: str) -> None:
    assert prose(text, 2) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One. Two.", "One."),
        ("Over two\nlines.\nMore.", "Over two lines."),
        ("No full stop\n\nNext paragraph", "No full stop"),
        ("!!! abstract\n    See elsewhere.\n\nReal sentence. More.", "Real sentence."),
        ("Frogs\n=====\n\nThey hop.", "Frogs"),
        ("=====\nFrogs\n=====\nThey hop. Far.", "Frogs They hop."),
        ("", ""),
        ("word " * 100, ("word " * 40)[:199].rstrip() + "…"),
    ],
)
def test_first_sentences(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


@pytest.mark.parametrize(
    ("source", "docstring"),
    [
        ('#!/usr/bin/python\n# note\n\n"""Doc."""\nx = (', "Doc."),
        ("r'''Raw \\d.'''", "Raw \\d."),
        ("import x\n'''No doc.'''", ""),
        ('"""Cut off in the mid', ""),
        ("b'bytes'", ""),
        ("", ""),
    ],
)
def test_docstrings_are_read_from_the_head_alone(source: str, docstring: str) -> None:
    assert docstring_at_head(source) == docstring


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("pond.frogs", True),
        ("pond.test", True),
        ("pond._frogs", False),
        ("_pond.frogs", False),
        ("pond.tests.frogs", False),
        ("pond.test_frogs", False),
        ("pond.test.client", True),
        ("pond.test.frogs_test", False),
        ("pond.litmus_test", True),
        ("pond.__main__", False),
        ("pond.vendor.x", False),
        ("pond.internal.x", False),
        ("mypy.api", True),
        ("pond.mypy", False),
    ],
)
def test_public_names(name: str, public: bool) -> None:
    assert is_public(name) is public


def test_an_older_copy_of_the_package_is_no_reference_for_this_version() -> None:
    own = ["pond", "pond.frogs", "pond.water", "pond.api.v1", "pond.v3.frogs"]
    older = ["pond.v1", "pond.v1.frogs", "pond.v1.water", "pond.v1.old"]
    assert reference_modules([*own, *older], "2.4.0") == sorted(own)
    assert reference_modules([*own, *older], "1.9.0") == sorted([*own, *older])


def test_a_versioned_part_of_its_own_is_kept() -> None:
    modules = ["pond", "pond.frogs", "pond.v1", "pond.v1.client", "pond.v1.server"]
    assert reference_modules(modules, "4.0") == modules


IN_A_FENCE = '```\n!!! note\n=== "Tab"\n/// note\n///\n::: a.b\n```'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("/// version-added | v2\n///\n\nText.", "**Version added v2**\n\n\nText."),
        ("/// note | Frogs\n    open: True\n\nThey hop.\n///\nAfter.", "**Frogs**\n\n\nThey hop.\nAfter."),
        ("/// warning\nThey hop.\n///", "**Warning**\n\nThey hop."),
        ('=== "Pond"\n    Wet.\n\n=== "Meadow"\n    Dry.', "**Pond**\n\nWet.\n\n\n**Meadow**\n\nDry."),
        ("See\n\n::: frogs.Pond\n    options:\n        members: false\n\nAfter.", "See\n\n\n`frogs.Pond`\n\n\nAfter."),
        ("!!! warning Deprecated\n    Use toads.", "**Warning deprecated**\n\nUse toads."),
        (IN_A_FENCE, IN_A_FENCE),
    ],
)
def test_the_marks_of_mkdocs_become_readable(text: str, wanted: str) -> None:
    assert prose(text, 2) == wanted


def test_roles_become_what_they_show_even_over_two_lines() -> None:
    assert prose("See :class:`~frogs.Pond`, and :ref:`how frogs\nhop <hop>`.", 2) == "See `Pond`, and how frogs hop."
    assert first_sentence("Like :class:`~frogs.Pond` but dry. More.") == "Like `Pond` but dry."
    assert first_sentence("A ``--wet`` `.Pond`. More.") == "A `--wet` `Pond`."
