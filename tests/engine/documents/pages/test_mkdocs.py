"""The Markdown of MkDocs as Markdown."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.mkdocs import mkdocs_to_markdown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("!!! note\n    Mind the fish.", "**Note**\n\nMind the fish."),
        ('??? tip "Of fish"\n    They swim.', "**Of fish**\n\nThey swim."),
        (
            '=== "Pond"\n\n    ```python\n    # Swim\n    swim()\n    ```',
            "**Pond**\n\n\n```python\n# Swim\nswim()\n```",
        ),
        ("/// admonition | Of fish\n    type: deep\n\nThey swim.\n///", "**Of fish**\n\n\nThey swim."),
        ("See [`Pond`][pond.Pond] and [pond.swim][].", "See `Pond` and pond.swim."),
        ("[](){#deep}\n## Deep { #deep .wet }", "## Deep { #deep .wet }"),
        ("## Deep {: .wet }", "## Deep"),
        ('[The pond](pond.md){ .button target="_blank" }', "[The pond](pond.md)"),
        ('**Type `int`{ title="a number" }**', "**Type `int`**"),
        (":material-fish: Fish :octicons-tag-24: swim", "Fish swim"),
        ("Press ++ctrl+c++ to leave.", "Press `ctrl+c` to leave."),
        ("*[POND]: still water\nA POND.", "A POND."),
        ("{% include 'pond.html' %}\nA pond.", "A pond."),
        ("``` { .python .wet }\nswim()\n```", "```python\nswim()\n```"),
    ],
)
def test_its_markup_is_plain_markdown(written: str, shown: str) -> None:
    assert mkdocs_to_markdown(written).strip() == shown


@pytest.mark.parametrize(
    "text",
    [
        "# Pond\n\n```python\nfish[0][a] = {x}\n```\n",
        "```md\n!!! note\n    Mind the fish.\n```",
        "A `[pond][fish]` and a `{.deep}`.",
        "The table[row][column] and [a pond][pond].\n\n[pond]: https://pond.example",
        "[A pond][1] and ![a fish][fish.png].",
        "Set {depth} and {name=fish}.",
        "## Deep {#deep}",
    ],
)
def test_other_markdown_stays_as_it_is(text: str) -> None:
    assert mkdocs_to_markdown(text) == text


@pytest.mark.parametrize("unit", ["[a][", "{.a ", "` ``", "++a", " ", "*[", "{% ", "!!! a\n    "])
def test_hostile_texts_take_linear_time(unit: str) -> None:
    assert grows_linearly(lambda length: mkdocs_to_markdown(f"!!! a\n<div>\n{unit * (length // len(unit))}"), 20_000)
