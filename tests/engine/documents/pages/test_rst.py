"""reStructuredText becomes Markdown that reads the same; long, for each construct has its pair of texts."""

from __future__ import annotations

from textwrap import dedent

import pytest

from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.documents.pages.rst import looks_like_rst, rst_to_markdown


def convert(text: str) -> str:
    return rst_to_markdown(dedent(text).strip("\n"))


def test_headings_get_their_level_from_the_order_of_their_underlines() -> None:
    text = convert("""
        =====
        Frogs
        =====

        Food
        ----

        Flies
        ~~~~~

        Water
        -----
    """)
    assert [(heading.title, heading.level) for heading in outline(text)] == [
        ("Frogs", 1),
        ("Food", 2),
        ("Flies", 3),
        ("Water", 2),
    ]


def test_a_tag_in_a_heading_is_no_html() -> None:
    assert convert("The <pond> and ``<frog>``\n=========================") == "# The `<pond>` and `<frog>`"


def test_literal_blocks_and_code_directives_become_fences() -> None:
    assert (
        convert("""
        Run this::

            hop --high

        or this:

        .. code-block:: python
           :linenos:

           hop(high=True)

        Done.
    """)
        == "Run this:\n\n```\nhop --high\n```\n\nor this:\n\n```python\nhop(high=True)\n```\n\nDone."
    )


def test_a_fence_is_longer_than_any_inside_it() -> None:
    assert convert("::\n\n    ```\n    x\n    ```\n") == "````\n```\nx\n```\n````"


@pytest.mark.parametrize(
    ("rst", "markdown"),
    [
        ("Call ``hop()`` now", "Call `hop()` now"),
        ("Use :func:`pond.hop` or :class:`~pond.Frog`", "Use `pond.hop` or `Frog`"),
        ("See :ref:`the pond <pond-label>`", "See the pond"),
        ("Read `the guide <https://pond.example/a>`_ first", "Read [the guide](https://pond.example/a) first"),
        ("`PUT <name>/<range> <https://pond.example/a>`_", "[PUT <name>/<range>](https://pond.example/a)"),
        ("The `<pond> page <https://pond.example/a>`_", "The [<pond> page](https://pond.example/a)"),
        (r"Some :abbr:`URI (address)`\s and ``a``\s", "Some URI (address)s and `a`s"),
        ("A `name`_ without target", "A name without target"),
        ("A private_ name and snake_case_ ones", "A private_ name and snake_case_ ones"),
        ("In ``|x| frog_ :a:``", "In `|x| frog_ :a:`"),
        ("With |version| inside", "With version inside"),
    ],
)
def test_inline_markup(rst: str, markdown: str) -> None:
    assert rst_to_markdown(rst) == markdown


@pytest.mark.parametrize(
    ("rst", "markdown"),
    [
        ("So :math:`a +\nb +\nc` is", "So $a + b + c$ is"),
        (
            "- `Frogs\n  of all\n  ponds. <https://pond.example/\n  a>`__",
            "- [Frogs of all ponds.](https://pond.example/a)",
        ),
        ("``a``, ``b\n\nc``", "`a`, ``b\n\nc``"),
    ],
)
def test_markup_may_go_on_in_further_lines_of_its_paragraph(rst: str, markdown: str) -> None:
    assert rst_to_markdown(rst) == markdown


def test_a_double_colon_without_code_below_is_a_colon() -> None:
    assert rst_to_markdown("So we hop::\n\n>>> hop()\n\n::") == "So we hop:\n\n```pycon\n>>> hop()\n```"


def test_named_targets_are_resolved_and_taken_out() -> None:
    assert (
        convert("""
        Ask Frog_ or the `big pond`_.

        .. _Frog: https://frog.example
        .. _big pond:
            https://pond.example
    """)
        == "Ask [Frog](https://frog.example) or the [big pond](https://pond.example)."
    )


def test_the_addresses_of_links_without_a_name_are_taken_out() -> None:
    text = "* Ask `the frog`__\n\n  __ https://frog.example\n\n__init__ stays.\n"
    assert rst_to_markdown(text) == "* Ask the frog\n\n__init__ stays."


def test_the_label_of_a_heading_is_its_anchor() -> None:
    assert (
        convert("""
        .. _top of_ponds:

        Ponds
        =====

        .. _elsewhere: https://frog.example

        Frogs
        -----

        .. _text:

        Text.

        Toads
        -----
    """)
        == "# Ponds {#top-of-ponds}\n\n## Frogs\n\nText.\n\n## Toads"
    )


def test_blank_lines_may_stand_between_a_label_and_its_heading() -> None:
    assert convert(".. _top:\n\n\nPonds\n=====") == "# Ponds {#top}"


def test_admonitions_and_version_notes_keep_their_text() -> None:
    assert (
        convert("""
        .. warning::
            Frogs bite ``hard``.

        .. versionadded:: 2.1
            Teeth.

        .. deprecated:: 3.0
    """)
        == "**Warning**: Frogs bite `hard`.\n\n*Added in version 2.1*: Teeth.\n\n*Deprecated since version 3.0*"
    )


def test_badges_comments_and_site_machinery_are_left_out() -> None:
    assert convert("""
        |badge| Frogs

        .. |badge| image:: https://badge.example/x.svg
        .. image:: frog.png
        .. image:: badge.svg
            :alt: build passing
            :target: https://builds.example
        .. index:: frog
        .. contents:: Chapters
            :local:
        .. a comment
            that goes on

        End.
    """).split() == ["Frogs", "End."]


def test_definition_lists_become_lists() -> None:
    assert (
        convert("""
        Words:

        frog
            Animal that hops.

            It sings, too.

        pond
            Where it lives.
    """)
        == "Words:\n\n- frog: Animal that hops.\n\n  It sings, too.\n\n- pond: Where it lives."
    )


def test_a_name_alone_may_stand_apart_from_its_definition() -> None:
    names = "``depth``\n\n  How deep.\n\n  *Default*: 3\n\n``width``, ``length``\n\n  How wide.\n"
    items = "- `depth`: How deep.\n\n  *Default*: 3\n\n- `width`, `length`: How wide."
    assert rst_to_markdown(f"{names}\nA pond.\n\n  Quoted.\n") == f"{items}\n\nA pond.\n\nQuoted."


@pytest.mark.parametrize(
    "text",
    [
        "One of the frogs of the pond. If not\n    given, it is drawn.",
        "What the frogs of this pond eat, as flies or\n    other insects.",
    ],
)
def test_a_sentence_that_goes_on_in_an_indented_line_is_no_definition(text: str) -> None:
    assert convert(text).split() == text.split()


def test_the_first_line_of_a_note_is_its_text_and_no_title() -> None:
    text = convert("""
        .. note:: Frogs (and toads) sing with `pond::sing`,
            mostly at night.

        .. unknown:: pond.hop(height)

            Hop.
        """)
    assert text == "**Note**: Frogs (and toads) sing with `pond::sing`,\nmostly at night.\n\n**pond.hop(height)**: Hop."


def test_block_quotes_are_text_and_no_code() -> None:
    assert convert("Before\n\n    Quoted text.\n\nAfter") == "Before\n\nQuoted text.\n\nAfter"
    assert convert("These:\n\n    - ``a`` or\n      b\n    - c\n\nAfter") == "These:\n\n- `a` or\n  b\n- c\n\nAfter"


@pytest.mark.parametrize(
    "code",
    ["frog = hop(\n    height)\n\nfrog.swim()", "hop(frog, {\n    1: 2})", "import pond\n\nhop()", "# Hop.\nhop()"],
)
def test_code_that_a_colon_announces_is_code(code: str) -> None:
    indented = "\n".join(f"    {line}" if line else "" for line in code.split("\n"))
    assert rst_to_markdown(f"So:\n\n{indented}\n\nAfter") == f"So:\n\n```\n{code}\n```\n\nAfter"
    assert "```" not in rst_to_markdown(f"So.\n\n{indented}\n\nAfter")


def test_lists_keep_their_continuation_lines() -> None:
    text = "- one\n\n  more of one\n\n- two"
    assert rst_to_markdown(text) == text


def test_tables_become_tables() -> None:
    table = "=====  =====\nfrog   pond\n=====  =====\na      b\n=====  ====="
    markdown = "| frog | pond |\n| --- | --- |\n| a | b |"
    assert rst_to_markdown(f"Before\n\n{table}\n\nAfter") == f"Before\n\n{markdown}\n\nAfter"
    assert rst_to_markdown(f"{table}\n\nAfter").endswith("After")


def test_doctests_become_fences() -> None:
    assert convert("Try:\n\n>>> hop()\n'splash'\n\nDone.") == "Try:\n\n```pycon\n>>> hop()\n'splash'\n```\n\nDone."


def test_markdown_fences_pass_untouched() -> None:
    text = "Before\n\n```python\nx = ':func:`y`'\n.. note::\n```\n\nAfter ``code``"
    assert rst_to_markdown(text) == text.replace("``code``", "`code`")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".. note:: x", True),
        ("Run::\n\n    x", True),
        ("See :func:`x`.", True),
        ("Title\n=====\n", True),
        ("See |x|.", True),
        ("Plain `code` and [a link](https://a.example).", False),
        ("| a | b |\n|---|---|\n| 1 | 2 |", False),
        ("# Title\n\n```python\nx: int = 1\n```", False),
        ("C++ a::b is no markup", False),
    ],
)
def test_markup_is_recognised(text: str, expected: bool) -> None:
    assert looks_like_rst(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 50_000,
        "`" * 50_000,
        "a_ " * 20_000,
        "=" * 50_000,
        "::\n" * 20_000,
        ".. x::\n" * 20_000,
        "|a" * 30_000,
        ":a:`" * 20_000,
        "x\n y\n" * 10_000,
        "`a <" * 20_000,
        "".join(" " * depth + "x::\n\n" for depth in range(500)),
        "==  ==\n" + "a\n\n" * 20_000,
    ],
)
def test_hostile_texts_end(text: str) -> None:
    assert isinstance(rst_to_markdown(text), str)


def test_lines_beyond_the_bound_stay_as_they_are() -> None:
    converted = rst_to_markdown("Frogs\n=====\n" + "Croak.\n" * 20_000 + "\nToads\n=====\n")
    assert converted.startswith("# Frogs\n")
    assert converted.count("Croak.") == 20_000
    assert converted.endswith("Toads\n=====\n")


def test_api_objects_become_sections_with_their_signatures() -> None:
    markdown = convert("""
        Ponds
        =====

        .. py:class:: pond.Frog(name, *, green=True)

           An animal.

           .. py:method:: hop(height: int = 1) -> bool
                          hop()

              Leave the ground.

        .. c:function:: int hop(struct frog *f)
        .. envvar:: POND
    """)
    assert [(heading.title, heading.level) for heading in outline(markdown)] == [
        ("Ponds", 1),
        ("pond.Frog", 2),
        ("hop", 3),
        ("hop", 2),
        ("POND", 2),
    ]
    assert "```python\nclass pond.Frog(name, *, green=True)\n```\n\nAn animal." in markdown
    assert "```python\nhop(height: int = 1) -> bool\nhop()\n```\n\nLeave the ground." in markdown
    assert "```c\nint hop(struct frog *f)\n```" in markdown


@pytest.mark.parametrize(
    ("rst", "markdown"),
    [
        (".. autoclass:: pond.Frog\n   :members:", "**class `pond.Frog`**"),
        (".. automodule:: pond\n   :members:", "**module `pond`**"),
        (".. autofunction:: pond.hop", "**function `pond.hop`**"),
        (".. autosummary::\n\n   pond.hop\n   ~pond.Frog", "- `pond.hop`\n- `pond.Frog`"),
        (".. include:: ../NEWS.rst", "*The text in `../NEWS.rst`*"),
        (".. literalinclude:: hop.py\n   :language: python", "*The code in `hop.py`*"),
        (
            ".. toctree::\n   :caption: All\n\n   hop\n   Swim <water/swim>\n   self",
            "**All**\n\n- [hop](hop)\n- [Swim](water/swim)",
        ),
        (".. image:: frog.png\n   :alt: a frog", "![a frog](frog.png)"),
        (".. figure:: frog.png\n   :alt: a frog\n\n   It is ``green``.", "![a frog](frog.png)\n\nIt is `green`."),
        (".. math:: a^2", "```math\na^2\n```"),
        (".. only:: html\n\n   Text.", "Text."),
        (".. tab-item:: Mac\n\n   Text.", "**Mac**: Text."),
        (".. note::\n\n   .. code-block:: sh\n\n      hop", "**Note**:\n\n```sh\nhop\n```"),
        (".. |x| replace:: frogs\n\nAll |x| hop [1]_.\n\n.. [1] Not toads.", "All frogs hop [1].\n\n[1] Not toads."),
        ("A :math:`x^2`, :term:`pond`, :pep:`8`, ``x``\\ s", "A $x^2$, pond, PEP 8, `x`s"),
        ("See `the\nguide <https://pond.example>`_.", "See [the guide](https://pond.example)."),
    ],
)
def test_what_sphinx_adds(rst: str, markdown: str) -> None:
    assert rst_to_markdown(rst) == markdown


GRID = """
+------+-------+
| Word | Means |
+======+=======+
| frog | *hop* |
|      | far   |
+------+-------+
| a|b  | c     |
+------+-------+
"""
LISTED = """
.. list-table::
   :header-rows: 1

   * - Word
     - Means
   * - frog
     - *hop*
       far
   * - a|b
     - c
"""
SEPARATED = """
.. csv-table::
   :header: Word, Means

   frog, "*hop*
   far"
   a|b, c
"""


@pytest.mark.parametrize("table", [GRID, LISTED, LISTED.replace("table::", "table ::"), SEPARATED])
def test_tables_of_every_kind(table: str) -> None:
    assert rst_to_markdown(table) == "| Word | Means |\n| --- | --- |\n| frog | *hop*<br>far |\n| a\\|b | c |"


def test_a_table_with_cells_over_columns_stays_as_drawn() -> None:
    table = "+---+---+\n| both  |\n+---+---+\n| a | b |\n+---+---+"
    assert rst_to_markdown(table) == f"```text\n{table}\n```"


@pytest.mark.parametrize(
    ("rst", "markdown"),
    [
        ("If\n~~\n\nText.", "# If\n\nText."),
        ("A title that is long\n~~~~~~~~~~~~\n\nText.", "# A title that is long\n\nText."),
        ("Words\nand more words\n~~~\n\nText ``x``.", "Words\nand more words\n~~~\n\nText `x`."),
        ("See\n```x``` here.\n\nText ``y``.", "See\n``x`` here.\n\nText `y`."),
        ("* one::\n\n    x\n\n  more\n\n..\n\nEnd", "* one:\n\n  ```\n  x\n  ```\n\n  more\n\nEnd"),
        ("Quoted:\n\n    >>> 1\n    1\n\nText.", "Quoted:\n\n```pycon\n>>> 1\n1\n```\n\nText."),
        ("* one\n\n    >>> 1\n    1\n  ..\n\n* two", "* one\n\n    ```pycon\n    >>> 1\n    1\n    ```\n\n* two"),
    ],
)
def test_what_real_pages_showed(rst: str, markdown: str) -> None:
    assert rst_to_markdown(rst) == markdown


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        (":param int count: how many", "- `count` (`int`): how many"),
        (":param count: how many", "- `count`: how many"),
        (":type count: int", "- **Type of** `count`: int"),
        (":raises pond.Dry: at times", "- **Raises** `pond.Dry`: at times"),
        (":returns: flies", "- **Returns**: flies"),
        (":rtype: int", "- **Return type**: int"),
        (":param:", "- **param**:"),
        (":Author name: Frog", "- **Author name**: Frog"),
    ],
)
def test_the_fields_of_an_object_are_a_list(field: str, wanted: str) -> None:
    assert rst_to_markdown(field) == wanted
