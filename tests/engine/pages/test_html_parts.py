"""Long HTML in parts: nothing lost, nothing that was left out comes back, and hostile pages end somewhere."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.pages.html import html_page
from pro_context_engine.pages.html_parts import parts, without_colours, without_unseen

URL = "https://docs.example/page"
MANY = 2_500


def text_of(body: str) -> str:
    return html_page(URL, f"<!doctype html><html><body><main>{body}</main></body></html>").markdown


def words(markdown: str) -> list[str]:
    return re.findall(r"\bw\d+\b", markdown)


def test_a_short_document_is_one_part() -> None:
    document = "<main><p>one</p><ul><li>two</ul></main>"
    assert list(parts(document)) == [document]


@pytest.mark.parametrize(
    "body",
    [
        "".join(f"<p>w{n} <b>x</b></p>" for n in range(MANY)),
        "<section>" + "".join(f"<div class=a><p>w{n}</div>" for n in range(MANY)) + "</section>",
        "<dl>" + "".join(f"<dt>w{n}<dd><p>x</p>" for n in range(MANY)) + "</dl>",
        "<p>" + "".join(f"w{n} <a href='#{n}'>x</a> " for n in range(MANY)),
        "<pre>" + "".join(f"w{n} <b>x</b> " for n in range(MANY)) + "</pre>",
        "<table><tr><td><ul>" + "".join(f"<li>w{n}" for n in range(2 * MANY)) + "</ul></td></tr></table>",
    ],
    ids=["paragraphs", "divisions", "definitions", "links", "code", "list in a table"],
)
def test_every_word_of_a_long_document_comes_once_and_in_order(body: str) -> None:
    found = words(text_of(body))
    assert found == [f"w{n}" for n in range(len(found))]
    assert len(found) >= MANY


def test_a_long_list_goes_on_with_its_numbers() -> None:
    lines = text_of("<ol start=5>" + "".join(f"<li><p>w{n}</p></li>" for n in range(MANY)) + "</ol>").split("\n")
    numbered = [line.split() for line in lines if "w" in line]
    assert numbered == [[f"{n + 5}.", f"w{n}"] for n in range(MANY)]


@pytest.mark.parametrize("end", ["", "</td>"], ids=["open cells", "closed cells"])
def test_a_long_table_has_its_head_again(end: str) -> None:
    rows = "".join(f"<tr><td>w{n}{end}<td>x{end}</tr>" for n in range(MANY))
    head = f"<tr><th>Name{end.replace('d', 'h')}<th>Use{end.replace('d', 'h')}</tr>"
    lines = text_of(f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>").split("\n")
    heads = [number for number, line in enumerate(lines) if line == "| Name | Use |"]
    assert len(heads) > 1
    assert all(set(lines[number + 1]) <= set("| -") for number in heads)
    assert [line.split()[1] for line in lines if line.startswith("| w")] == [f"w{n}" for n in range(MANY)]


def test_what_is_left_out_of_a_page_stays_out_of_all_its_parts() -> None:
    hidden = "".join(f"<div><a href='/{n}'>hidden</a></div>" for n in range(MANY))
    body = f"<h1>Seen</h1><nav>{hidden}</nav><div class='sidebar'>{hidden}</div><p>also seen</p>"
    assert text_of(body) == "# Seen\n\nalso seen\n"


def test_comments_scripts_and_styles_are_never_seen() -> None:
    document = "a<!-- <p>b -->c<SCRIPT>'<li>'</script >d<style>e</style>f<!-->g<!-- <p>never closed"
    assert without_unseen(document) == "acdfg"


def test_colours_of_code_go_and_line_numbers_stay_marked() -> None:
    coloured = '<span>x</span><pre><code><span class="k">if</span> a</code></pre>'
    assert without_colours(coloured) == "<span>x</span><pre><code>if a</code></pre>"
    numbered = '<pre><span class="linenos">1</span><span class="k">if</span></pre>'
    assert without_colours(numbered) == numbered


def test_a_page_beyond_reading_is_cut_and_says_so() -> None:
    markdown = text_of("".join(f"<p>w{n}</p>" for n in range(40_000)))
    assert markdown.endswith("\n\n> The rest of this page is left out: it is too long to be read as a whole.\n")
    found = words(markdown)
    assert found == [f"w{n}" for n in range(len(found))]
    assert 5_000 < len(found) < 40_000


def test_headings_without_end_are_cut_where_the_lines_of_a_page_are() -> None:
    page = html_page(URL, "<main>" + "".join(f"<h2>w{n}</h2>" for n in range(12_000)))
    assert page.markdown.endswith("\n\n> The rest of this page is left out: it is too long to be read as a whole.\n")
    assert [heading.title for heading in page.headings] == [f"w{n}" for n in range(10_000)]


@given(
    st.lists(st.sampled_from(["<ul>", "<li>", "</li>", "</ul>", "<table>", "<tr>", "<td>", "</table>", "<div>", "x"]))
)
def test_any_soup_of_tags_is_cut_into_parts_of_bounded_size(soup: list[str]) -> None:
    document = "".join(soup) * 500
    found = list(parts(document))
    assert all(part.count("<") <= 3_000 + 4 * 32 + 100 for part in found) or document.count("<") <= 3_000
    assert sum(part.count("x") for part in found) >= min(document.count("x"), 1)
