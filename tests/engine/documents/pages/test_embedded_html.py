"""The HTML in a Markdown text."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.embedded_html import without_embedded_html

TABLE = """<table>
  <tr><th>Option</th><th>Meaning</th></tr>

  <tr><td><code>depth</code></td><td>How deep
  the <a href="pond.md#deep">pond</a> is.</td></tr>
</table>"""


def test_a_table_is_one_of_markdown() -> None:
    shown = without_embedded_html(f"Options:\n\n{TABLE}\n\nMore.")
    assert "| Option | Meaning |" in shown
    assert "| `depth` | How deep the [pond](pond.md#deep) is. |" in shown
    assert shown.startswith("Options:\n")
    assert shown.endswith("\nMore.")
    assert "<t" not in shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ('<div class="wet" markdown="1">\n\n| a |\n| --- |\n\n</div>', "| a |\n| --- |"),
        ("<details>\n<summary>Of <b>fish</b></summary>\n\nThey swim.\n</details>", "**Of fish**\n\n\nThey swim."),
        ("<style>\n.wet { color: blue }\n</style>\nA pond.", "A pond."),
        ("<summary><code>dive(depth)</code></summary>", "**`dive(depth)`**"),
        ("<summary>**Of `dive`**</summary>", "**Of `dive`**"),
        ("- a\n\n    <div>\n    b\n    </div>", "- a\n\n    b"),
        ("<div>\n\n    <p>\n\n    A pond.\n", "A pond."),
        ("<strong>\n[Dive](dive.md)\n</strong>", "[Dive](dive.md)"),
        ("# Pond\n\n<ul>\n  <li><a href='#dive'>Dive</a></li>\n  <li>Swim</li>\n</ul>\n\nWet.",
         "# Pond\n\n\n- [Dive](#dive)\n- Swim\n\n\nWet."),
        ("<figure>\n<p>A pond.</p>\n</figure>", "<p>A pond.</p>"),
    ],
)  # fmt: skip
def test_tags_that_place_text_are_left_out(written: str, shown: str) -> None:
    assert without_embedded_html(written).strip() == shown


CODE = "Load it:\n\n    <script src='pond.js'></script>\n\n    <div>\n\tdeep\n    </div>\n\nMore."


@pytest.mark.parametrize(
    "text", [CODE, f"```html\n{TABLE}\n<div>\n```", "A <pond> and 1 < 2.", "<table>\nnever closed\n"]
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert without_embedded_html(text) == text


@pytest.mark.parametrize(
    "unit",
    ["<table>\n", "<table></table>\n", "<summary>", "<div>", "<div ", "<table><tr>\n", "<ul><li>\n", "<ul></ul>\n"],
)
def test_hostile_texts_take_linear_time(unit: str) -> None:
    assert grows_linearly(lambda length: without_embedded_html(f"!!! a\n<div>\n{unit * (length // len(unit))}"), 20_000)
