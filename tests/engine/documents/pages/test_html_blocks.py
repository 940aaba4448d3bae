"""Notes, code with line numbers or links in it, and tooltips."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.html import html_page
from pro_context_engine.documents.pages.html_blocks import with_plain_blocks


def markdown(main: str) -> str:
    return html_page("https://docs.example/boats.html", f"<!doctype html><body><main><h1>B</h1>{main}</main>").markdown


def test_notes_are_quotations_under_their_titles() -> None:
    note = '<div class="admonition note"><p class="admonition-title">Note</p><div><p>Ropes {}.</p></div></div>'
    assert markdown(f"<p>Before.</p>{note.format('rot')}{note.format('burn')}<p>After.</p>") == (
        "# B\n\nBefore.\n\n> **Note**\n>\n> Ropes rot.\n\n> **Note**\n>\n> Ropes burn.\n\nAfter.\n"
    )


@pytest.mark.parametrize("table", ["highlighttable", "rouge-table", "lntable"])
def test_code_beside_line_numbers_is_a_code_block(table: str) -> None:
    found = markdown(
        f'<div class="highlight-python notranslate"><table class="{table}"><tbody><tr>'
        '<td class="linenos gutter"><pre>1\n2</pre>'
        '</td><td class="code"><pre>boat = 1\nrope = 2</pre></td></tr></tbody></table></div>'
    )
    assert "boat = 1\nrope = 2\n```" in found
    assert "1\n2\n" not in found
    assert "|" not in found


def test_links_in_code_are_code() -> None:
    assert "```\nmoor(boat)\n```" in markdown(
        '<pre><strong>moor</strong>(<a href="b.html#boat"><em>boat</em></a>)</pre>'
    )


def test_a_signature_in_a_table_is_code() -> None:
    found = markdown(
        '<table class="memname"><tr><td class="memname">void moor</td><td>(</td><td>Boat &amp;</td><td>boat</td>'
        "<td>)</td></tr></table>"
    )
    assert "```\nvoid moor ( Boat & boat )\n```" in found


def test_a_table_without_head_is_a_table_of_links_or_not() -> None:
    rows = '<tr><td><a href="a.html">{}</a></td><td><a href="b.html">is</a></td></tr>'
    found = markdown(f'<table class="docutils"><tbody>{rows.format("Boat")}{rows.format("Rope")}</tbody></table>')
    assert found.count("\n| [") == 2
    assert "| --- | --- |" in found


def test_links_have_no_tooltips() -> None:
    assert (
        markdown('<p><a class="x" href="a.html" title="boats.Boat">Boat</a></p>')
        == "# B\n\n[Boat](https://docs.example/a.html)\n"
    )


@pytest.mark.parametrize(
    "piece",
    [
        '<div class="admonition">',
        "</div>",
        '<table class="lntable">',
        "<pre>",
        '<p class="admonition-title">',
        "<pre><a>",
        '<table class="docutils"><tr>',
    ],
)
def test_hostile_html_takes_time_by_its_size(piece: str) -> None:
    assert grows_linearly(lambda times: with_plain_blocks(piece * times), 20_000)


def test_code_in_divisions_for_lines_is_a_code_block() -> None:
    line = '<div class="line"><span class="lineno"><a>{}</a>&#160;</span>{}</div>\n'
    lines = line.format(1, '<span class="k">if</span> (<a href="b.html">boat</a>)') + line.format(2, "  row();")
    tip = '<div class="ttc"><div class="ttname">boat</div><div class="ttdoc">Floats.</div></div>'
    assert markdown(f'<div class="fragment">{lines}{tip}</div><div><p>After.</p></div>') == (
        "# B\n\n```\nif (boat)\n  row();\n```\n\nAfter.\n"
    )
    # Without an end, the text stays.
    assert "Lost." in markdown('<div class="fragment"><div class="line">boat()<p>Lost.</p>')


def test_a_signature_in_a_division_is_code() -> None:
    signature = '<div class="member-signature"><span>void</span> <b>moor</b>(<a href="b.html">Boat</a>&nbsp;boat)</div>'
    assert (
        markdown(f"<h2>moor</h2>{signature}<div>Ties.</div>")
        == "# B\n\n## moor\n\n```\nvoid moor(Boat boat)\n```\n\nTies.\n"
    )


def test_a_signature_of_several_lines_keeps_them() -> None:
    lines = "<b>interface</b> Boat {<br/>&nbsp;&nbsp;<a>rope</a>: number;<br/>}"
    assert "```\ninterface Boat {\n  rope: number;\n}\n```" in markdown(f'<div class="tsd-signature">{lines}</div>')


def test_a_table_of_divisions_is_a_table() -> None:
    head = '<div class="table-header col-first">Type</div><div class="table-header col-last">Method</div>'
    cell = '<div class="col-last even"><code>{}</code><div class="block">{}</div></div>'
    row = f'<div class="col-first even">{{}}</div>{cell}'
    rows = row.format("int", "knots()", "Counts.") + row.format("void", "moor()", "<p>Ties.</p>")
    found = markdown(f'<div class="summary-table two">{head}{rows}</div><div>After.</div>')
    assert [line for line in found.split("\n") if line.startswith("|")] == [
        "| Type | Method |",
        "| --- | --- |",
        "| int | `knots()`Counts. |",
        "| void | `moor()` Ties. |",
    ]
    assert found.endswith("\n\nAfter.\n")


def test_divisions_of_code_without_end_are_read_in_linear_time() -> None:
    assert grows_linearly(lambda times: with_plain_blocks('<div class="fragment"><div class="line">' * times), 10_000)
