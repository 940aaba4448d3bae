"""Sections of every style of docstring come out in one form, without markup remains."""

from __future__ import annotations

from inspect import cleandoc

import griffe
import pytest
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.python.docstrings.docstring_markdown import docstring_markdown
from pro_context_engine.sources.packages.python.docstrings.field_lists import plain_type
from pro_context_engine.sources.packages.python.docstrings.prose import prose
from pro_context_engine.sources.packages.python.parsing.public_modules import first_sentence


def rendered(docstring: str) -> str:
    return docstring_markdown(griffe.Docstring(cleandoc(docstring)), 2)


def test_fields_become_sections_where_they_stand() -> None:
    text = rendered("""
        Feed the frogs.

        :param int count: how many,
            at most nine
        :param kind: which ones
        :type kind: :class:`~pond.Kind` or None
        :raises pond.Dry: if there is no water
        :returns: the number of flies
        :rtype: int

        .. versionadded:: 2.1

        More text.
        """)
    assert text == cleandoc("""
        Feed the frogs.

        **Parameters**

        - `count` (`int`): how many,
          at most nine
        - `kind` (`Kind or None`): which ones

        **Raises**

        - `pond.Dry`: if there is no water

        **Returns**

        - `int`: the number of flies

        *Added in version 2.1*

        More text.
        """)


def test_a_single_field_is_read_too() -> None:
    assert rendered("Hop.\n\n:param height: how high") == "Hop.\n\n**Parameters**\n\n- `height`: how high"
    assert rendered("The pond.\n\n:type: pond.Pond") == "The pond.\n\n**Type**\n\n- `pond.Pond`"


def test_fields_in_a_fence_are_code() -> None:
    text = "```\n:param x: y\n```"
    assert rendered(text) == text


@pytest.mark.parametrize("head", ["hop(\n    height,\n    /,\n)\n--\n\n", "hop(height=3) -> int\n\n"])
def test_a_signature_at_the_head_is_left_out_where_the_page_has_the_own(head: str) -> None:
    module = griffe.visit("pond", None, f'def hop(height): """{head}Hop high."""\nhop.__doc__\n')
    assert docstring_markdown(module.members["hop"].docstring, 2) == "Hop high."
    assert "hop(" in docstring_markdown(griffe.Docstring(f"{head}Hop high."), 2)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("hop", "Hop high."),
        ("hop_with_info", "Hop high."),
        ("hopper", "hop\n\nHop high."),
        ("swim", "hop\n\nHop high."),
    ],
)
def test_a_name_at_the_head_is_left_out_where_it_is_the_own_or_that_of_the_plain_function(
    name: str, shown: str
) -> None:
    module = griffe.visit("pond", None, f'def {name}(height):\n    """hop\n\n    Hop high."""\n')
    assert docstring_markdown(module.members[name].docstring, 2) == shown


def test_a_docstring_that_is_a_name_alone_stays() -> None:
    module = griffe.visit("pond", None, 'def hop(height): """hop"""\n')
    assert docstring_markdown(module.members["hop"].docstring, 2) == "hop"


def test_an_underlined_title_may_end_with_a_colon() -> None:
    text = rendered("Hop.\n\nParameters\n----------\nhigh : int\n    How high.\n\nReturns:\n-------\nint\n    Hops.")
    assert text.endswith("- `high` (`int`): How high.\n\n**Returns**\n\n- `int`: Hops.")


def test_underlined_sections_lose_no_text_and_keep_types() -> None:
    text = rendered("""
        Add a sink.

        Parameters
        ----------
        sink : |file| or |callable|_, optional
            Where it goes.
        *args, **options
            Passed on.

        If and only if the sink is a file, this applies:

        Parameters
        ----------
        mode : {'a', 'w'}, default 'a'
            How it is opened.

        Returns
        -------
        :class:`int`
            The number.
        A pair with the following parts:
        left : float
            The first.

        Notes
        -----
        By [1]_, and ``x`` is `~pond.Frog.hop`.

        References
        ----------
        .. [1] A book.
        """)
    assert text == cleandoc("""
        Add a sink.

        **Parameters**

        - `sink` (`file or callable, optional`): Where it goes.
        - `*args, **options`: Passed on.

        If and only if the sink is a file, this applies:

        **Parameters**

        - `mode` (`{'a', 'w'}, default 'a'`): How it is opened.

        **Returns**

        - `int`: The number.

        A pair with the following parts:

        - `left` (`float`): The first.

        **Notes**

        By [1], and `x` is `hop`.

        **References**

        [1] A book.
        """)


def test_references_are_a_list() -> None:
    text = rendered("Hop.\n\nSee Also\n--------\n:func:`~pond.swim` : Get on\n    in water.\nfly, run\nSome text.")
    assert text == "Hop.\n\n**See Also**\n\n- `swim`: Get on\n  in water.\n- `fly, run`\n\nSome text."


def test_a_blank_line_below_a_title_changes_nothing() -> None:
    assert (
        rendered("Hop.\n\nRaises:\n\n    pond.Dry: without water.")
        == "Hop.\n\n**Raises**\n\n- `pond.Dry`: without water."
    )


@pytest.mark.parametrize(
    "part",
    [
        "`~a.",
        "`.A.",
        ":param ",
        ":param x: y\n",
        "a, ",
        "a(",
        "X\n---\n",
        "!!! a\n    [a](b)\n",
        "``",
        "Raises:\n\n a",
        "hop((",
        "a -- b\n",
        "Args:\na: b\n",
        "@param ",
        "x (y): z\n    ",
    ],
)
@pytest.mark.parametrize("head", ["", "Parameters\n----------\n", "hop(", "Returns:\n    "])
def test_a_hostile_docstring_takes_no_longer_than_its_length(head: str, part: str) -> None:
    assert grows_linearly(lambda size: rendered(head + part * (size // len(part))), 90_000)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("`~pond.Frog`", "Frog"),
        ("class:`~Logger`", "Logger"),
        (":term:`decorator` / :term:`context manager`", "decorator / context manager"),
        ("node in `G`", "node in G"),
        (":class:`list` of :class:`int`", "list of int"),
        ("``str``", "str"),
        ("dict[str, int]", "dict[str, int]"),
    ],
)
def test_types_are_plain(written: str, plain: str) -> None:
    assert plain_type(written) == plain


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A `.Frog` of `~pond.Pond` by `_orm.Session.add()`.", "A `Frog` of `Pond` by `Session.add()`."),
        (":class:`_orm.Session`, :meth:`.Frog.hop`", "`Session`, `Frog.hop`"),
        (":paramref:`_orm.aliased.flat` and :func:`.x._options.flat`", "`aliased.flat` and `x._options.flat`"),
        ("Read `.bashrc`, ``.Frog`` and `~/.frogs`.", "Read `.bashrc`, `.Frog` and `~/.frogs`."),
        ("``.Frog`` like :class:`Pond`\\s", "`.Frog` like `Pond`s"),
        ("See :ref:`pond_of_frogs`.", "See pond of frogs."),
        ("See :ref:`sphx_glr_auto_examples_plot_hop.py`.", "See examples plot hop."),
        (":math:`x` of ||y - z||^2 + ||w||", "$x$ of ||y - z||^2 + ||w||"),
        (".. autosummary::\n\n    hop - Hop high.\n    ~pond.swim", "- `hop`: Hop high.\n- `pond.swim`"),
        ("..  deprecated:: 1.2\n    Use toads.", "*Deprecated since version 1.2*: Use toads."),
        (".. seealso::\n\n    :ref:`pond_frogs`\n\n    :class:`.Pond` - more", "**See also**: `Pond` - more"),
        (".. seealso::\n\n    :ref:`pond_frogs`\n\nAfter.", "After."),
        ("!!! abstract \"Usage\"\n    [Frogs](../frogs.md)\n\nHop.", "Hop."),
        ("```python\nhop()\n```\n\nHigh.\n```", "```python\nhop()\n```\n\nHigh."),
        ("* ``int``: of frogs\n* ``str``: a\n\n.. note:: Hop.", "* `int`: of frogs\n* `str`: a\n\n**Note**: Hop."),
    ],
)  # fmt: skip
def test_marks_of_a_documentation_tool_become_what_they_show(text: str, wanted: str) -> None:
    assert prose(text, 2) == wanted


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (
            "fly (Fly | None): the fly\nfrogs (tuple(int, ...)): the rest",
            "- `fly` (`Fly | None`): the fly\n- `frogs` (`tuple(int, ...)`): the rest",
        ),
        ("count (int): how many,\n    at most nine", "- `count` (`int`): how many,\n  at most nine"),
        ("tuple (int, str): both", "- `tuple (int, str)`: both"),
        ("A mapping with two keys: fly and frog.", "- A mapping with two keys: fly and frog."),
        ("list of str: the names", "- `list of str`: the names"),
    ],
)
def test_values_of_googles_style_have_their_names_and_types(written: str, shown: str) -> None:
    body = written.replace("\n", "\n    ")
    assert rendered(f"Catch.\n\nReturns:\n    {body}").replace("\n\n", "\n").split("\n", 2)[2] == shown


@pytest.mark.parametrize(
    "written",
    [
        "Hop.\nArgs:\n    high (int): How high.\nReturns:\n    str: The splash.",
        "Hop.\n\nArgs:\n\n    high (int): How high.\n\nReturns:\n\n    str: The splash.",
        "Hop.\n\nArgs:\nhigh (int): How high.\n\nReturns:\nstr: The splash.",
        "Hop.\n\nArgs:\n    * high (int): How high.\n\nReturns:\n    str: The splash.",
        "Hop.\n\n@param high: How high.\n@type high: int\n@return: The splash.\n@rtype: str",
        "Hop.\n\n:keyword high: How high.\n:paramtype high: int\n:returns: The splash.\n:rtype: str",
    ],
)
def test_sections_that_are_written_a_little_differently_are_read(written: str) -> None:
    titled = "**Parameters**\n\n- `high` (`int`): How high.\n\n**Returns**\n\n- `str`: The splash."
    assert rendered(written) == f"Hop.\n\n{titled}"


def test_items_of_a_list_below_a_title_are_entries() -> None:
    items = "    * fly: which one,\n      at most one\n\n    * frog (Frog): by whom\n        - a pun: not an entry"
    shown = rendered(f"Catch.\n\nArgs:\n{items}\n\nIt is gone.\n\nReturns:\n    * fly: as it was")
    assert "- `fly`: which one,\n  at most one" in shown
    assert "- `frog` (`Frog`): by whom" in shown
    assert "- a pun: not an entry" in shown
    assert "It is gone." in shown
    assert shown.endswith("- `fly`: as it was")


def test_a_section_in_the_first_line_is_read() -> None:
    source = 'def hop():\n    """\n    Returns:\n        str: The splash.\n    """\n'
    docstring = griffe.visit("pond", None, source).members["hop"].docstring
    assert docstring_markdown(docstring, 2) == "**Returns**\n\n- `str`: The splash."


def test_fields_that_say_nothing_are_left_out() -> None:
    assert rendered("Hop.\n\n:param high:\n:return:\n:raises Dry:") == "Hop.\n\n**Raises**\n\n- `Dry`"


def test_lines_below_an_item_stand_at_its_margin() -> None:
    text = rendered("Hop.\n\nArgs:\n    high: How high,\n          at most nine.\n\n              hop(9)")
    assert text.endswith("- `high`: How high,\n  at most nine.\n\n      hop(9)")


def test_code_below_a_section_is_no_item_of_it() -> None:
    text = rendered(
        "Hop.\n\nParameters\n----------\nhigh\n    How high.\n\n\nExample::\n\n    hop(3)\n\nIt hops again."
    )
    assert text == "Hop.\n\n**Parameters**\n\n- `high`: How high.\n\nExample:\n\n```\nhop(3)\n```\n\nIt hops again."


def test_a_list_of_cases_is_not_nested_below_an_empty_item() -> None:
    text = rendered("Hop.\n\n:returns:\n    * `None` on land\n    * `True` in water")
    assert text == "Hop.\n\n**Returns**\n\n* `None` on land\n* `True` in water"


def test_what_only_a_documentation_tool_reads_is_left_out() -> None:
    assert rendered("Hop.\n\n:meta private:\n\nFar.") == "Hop.\n\nFar."


def test_an_address_may_go_on_in_the_next_line() -> None:
    text = rendered("See `the guide <https://pond.example/frogs\n#hop>`__, please.")
    assert text == "See [the guide](https://pond.example/frogs#hop), please."


@pytest.mark.parametrize(
    ("constructor", "shown"),
    [
        ("def __init__(self, depth): ...", "A pond.\n\nIt is deep."),
        ("def __init__(self, *args, **kwargs): ...", "A pond.\n\n```python\nPond(depth=3)\n```\n\nIt is deep."),
        ("frogs = 1", "A pond.\n\n```python\nPond(depth=3)\n```\n\nIt is deep."),
    ],
)
def test_a_signature_at_the_head_of_a_class_is_no_summary(constructor: str, shown: str) -> None:
    source = f'class Pond:\n    """Pond(depth=3)\n\n    A pond.\n\n    It is deep.\n    """\n    {constructor}\n'
    docstring = griffe.visit("water", None, source).members["Pond"].docstring
    assert docstring is not None
    assert docstring_markdown(docstring, 2) == shown
    assert first_sentence(docstring.value) == "A pond."
    assert first_sentence("Pond(depth=3)") == "Pond(depth=3)"


def test_the_type_of_a_field_may_stand_behind_its_name_or_in_parentheses() -> None:
    text = rendered("Hop.\n\n:param kinds (Mapping[str, int]): of frogs\n:param (int) height: how high")
    assert text.endswith("- `kinds` (`Mapping[str, int]`): of frogs\n- `height` (`int`): how high")


def test_a_list_that_is_indented_below_a_paragraph_stands_at_its_margin() -> None:
    text = "Frogs eat:\n\n    - `fly`: of any kind,\n      if it flies\n    - all that is small enough\n\nThey hop."
    assert prose(text, 2) == text.replace("\n    ", "\n").replace("\n  if", "\n  if")
    code = "Write:\n\n    - frog: 1\n    - toad: 2"
    inner = "- Frogs\n\n    - all that is small enough"
    assert (prose(code, 2), prose(inner, 2)) == (code, inner)


def test_a_quote_too_many_is_left_out() -> None:
    assert (rendered('"Hop high.'), rendered('"Hop" high.')) == ("Hop high.", '"Hop" high.')
