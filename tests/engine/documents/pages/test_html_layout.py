"""Lists, tables and summaries that lay out sections, and code inside of code."""

import contextlib

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.html import html_page
from pro_context_engine.documents.pages.html_layout import with_plain_layout
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Page


def page(main: str) -> Page:
    return html_page("https://docs.example/boats.html", f"<!doctype html><body><main><h1>B</h1>{main}</main>")


def titles(main: str) -> list[str]:
    return [heading.title for heading in page(main).headings]


def test_items_with_headings_are_sections() -> None:
    inner = "<ul><li><h3>moor</h3><pre>void moor()</pre><ul><li>ties a rope</li></ul></li></ul>"
    found = page(f'<ul class="blocks"><li class="block"><h2>Methods</h2>{inner}<li><h2>Fields</h2><p>None.</p></ul>')
    assert [(heading.title, heading.level) for heading in found.headings] == [
        ("B", 1),
        ("Methods", 2),
        ("moor", 3),
        ("Fields", 2),
    ]
    assert "\n```\nvoid moor()\n```\n" in found.markdown
    assert "\n- ties a rope\n" in found.markdown


def test_items_without_headings_stay_a_list() -> None:
    main = "<ol><li>Untie<ul><li>bow</li></ul></li><li>Row</li></ol>"
    assert with_plain_layout(main) == main


def test_items_with_rules_are_divisions() -> None:
    assert (
        "\n```\nclass Boat\n```\n\nFloats.\n"
        in page("<ul><li><hr><pre>class Boat</pre><p>Floats.</p></li></ul>").markdown
    )


def test_rows_with_headings_part_a_table() -> None:
    found = page(
        '<table><tbody><tr><td colspan="2"><h2>Public</h2></td></tr><tr><td>int</td><td>ropes</td></tr>'
        "<tr><td><h2>Private</h2><tr><td>int<td>knots</table><p>After.</p>"
    )
    assert found.markdown == (
        "# B\n\n## Public\n\n| int | ropes |\n| --- | --- |\n\n## Private\n\n| int | knots |\n| --- | --- |\n\nAfter.\n"
    )


def test_a_table_of_values_stays_a_table() -> None:
    assert "| a | b |" in page("<table><tr><td>a</td><td>b</td></tr></table>").markdown


def test_summaries_with_sections_are_sections() -> None:
    block = '<details open><summary><section id="moor"><h3>fn moor()</h3></section></summary><p>Ties.</p></details>'
    assert titles(block) == ["B", "fn moor()"]
    assert "*" not in page(block).markdown


def test_a_summary_of_words_stays_one() -> None:
    block = "<details><summary>More about <b>ropes</b></summary><p>Ties.</p></details>"
    assert with_plain_layout(block) == block


def test_headings_that_label_parts_of_sections_below_them_are_bold() -> None:
    member = "<h4>{}</h4><h3>Types</h3><p>Boat</p>"
    found = page(f"<h3>Members</h3>{member.format('moor')}{member.format('row')}{member.format('sink')}")
    assert [heading.title for heading in found.headings] == ["B", "Members", "moor", "row", "sink"]
    assert "#### moor\n\n**Types**\n\nBoat\n" in found.markdown
    # Two may be chance, and a heading of a lower level is a section of its own.
    assert "Types" in titles(f"{member.format('moor')}{member.format('row')}")
    assert "Types" in titles("".join(f"<h4>m{number}</h4><h5>Types</h5>" for number in range(3)))


def test_code_in_code_is_one_block() -> None:
    found = page('<pre><code><div class="box"><pre>moor(boat)\n</pre></div></code></pre><p>After.</p>').markdown
    assert found == "# B\n\n```\nmoor(boat)\n```\n\nAfter.\n"


@pytest.mark.parametrize(
    "unit",
    [
        "<ul><li><h2>",
        "<table><tr><td><h2>x",
        "<li><h2></ul>",
        "<summary><p>",
        "<pre><pre>",
        "</li></tr></pre>",
        "<h3>x</h3><h2>x</h2>",
    ],
)
def test_time_is_linear_on_elements_that_are_never_closed(unit: str) -> None:
    def read(times: int) -> None:
        with contextlib.suppress(NotDocumentation):
            with_plain_layout(unit * times)

    assert grows_linearly(read, 5_000)
