"""Long HTML in parts: nothing lost, nothing that was left out comes back, and hostile pages end somewhere."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.documents.pages import html_parts
from pro_context_engine.documents.pages.html import html_page
from pro_context_engine.documents.pages.html_parts import HtmlPart, join_parts, parts

URL = "https://docs.example/page"
MANY = 2_500


def text_of(body: str) -> str:
    return html_page(URL, f"<!doctype html><html><body><main>{body}</main></body></html>").markdown


def words(markdown: str) -> list[str]:
    return re.findall(r"\bw\d+\b", markdown)


def test_a_short_document_is_one_part() -> None:
    document = "<main><p>one</p><ul><li>two</ul></main>"
    assert list(parts(document)) == [HtmlPart(document)]


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


def table(rows: int, head: str = "<tr><th>Name</th><th>Use</th></tr>") -> str:
    body = "".join(f"<tr><td><a href='/x'>w{n}</a></td><td><code>u{n}</code></td></tr>" for n in range(rows))
    return f"<table>{head}{body}</table>"


LONG = table(700)
UNCLOSED = "<table><thead><tr><th>Name<th>Use<tbody>" + "".join(f"<tr><td>w{n}<td>x" for n in range(MANY)) + "</table>"
GROUPS = "".join(f"<tbody><tr><td>w{n}</td><td>x</td></tr></tbody>" for n in range(1_000))
SPANNED = "".join(
    f"<tr><td rowspan=3>w{n}</td><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr>" for n in range(500)
)
TWO_HEADS = "<tr><th rowspan=2>Name</th><th colspan=2>Use</th></tr><tr><th>a</th><th>b</th></tr>"
THREE_CELLS = "".join(f"<tr><td>w{n}</td><td>a</td><td>b</td></tr>" for n in range(1_000))


@pytest.mark.parametrize(
    "body",
    [
        LONG,
        table(700, ""),
        UNCLOSED,
        f"<table><thead><tr><th>Name</th><th>Use</th></tr></thead>{GROUPS}</table>",
        f"<table><tr><th>Name</th><th>Use</th></tr>{SPANNED}</table>",
        f"<table>{TWO_HEADS}{THREE_CELLS}</table>",
        f"<ul><li>one<ul><li>two{LONG}<p>after</p></li><li>three</li></ul></li></ul>",
        f"<ol start=9><li><p>nine</p></li><li>ten{LONG}</li><li>eleven</li></ol>",
        f"<blockquote><p>said</p>{LONG}</blockquote>",
        f"<ul><li><blockquote>{LONG}</blockquote></li></ul>",
        f"<div class='admonition note'><p class='admonition-title'>Note</p>{LONG}</div>",
        f"<dl><dt>term</dt><dd>{LONG}</dd></dl>",
        table(300) * 9,
    ],
    ids=[
        *("table", "no head", "open rows", "groups of rows", "cells over rows", "head over rows", "list in a list"),
        *("numbered list", "quotation", "quotation in a list", "note", "definition", "tables of one head"),
    ],
)
def test_a_long_table_reads_like_one_that_is_not_cut(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(list(parts(body))) > 1
    in_parts = text_of(body)
    monkeypatch.setattr(html_parts, "_ENOUGH", 1_000_000)
    assert in_parts == text_of(body)


def test_a_row_longer_than_a_part_is_cut() -> None:
    cells = "".join(f"<td>w{n}</td>" for n in range(MANY))
    assert words(text_of(f"<table><tr><th>Name</th></tr><tr>{cells}</tr></table>")) == [f"w{n}" for n in range(MANY)]


def test_a_cell_that_spans_too_many_rows_does_not_keep_a_table_whole() -> None:
    rows = "".join(f"<tr><td>w{n}</td></tr>" for n in range(MANY))
    found = list(parts(f"<table><tr><th>Name</th><th rowspan=9999>Use</th></tr>{rows}</table>"))
    assert [part.goes_on for part in found] == [False, True, True, True, True]
    assert words("".join(part.html for part in found)) == [f"w{n}" for n in range(MANY)]


def test_a_first_row_too_long_to_be_repeated_is_not_missed() -> None:
    found = list(parts(table(MANY, f"<tr><th>{'Name ' * 500}</th></tr>")))
    assert len(found) > 1
    assert not any(part.goes_on for part in found)


@pytest.mark.parametrize("before", ["text", "| other |\n| --- |\n| v |", ""])
def test_what_goes_on_with_no_table_of_the_same_head_keeps_it(before: str) -> None:
    rest = "| k |\n| --- |\n| w |"
    assert join_parts([(before, False), (rest, True)]) == f"{before}\n\n{rest}".strip()


def test_what_is_left_out_of_a_page_stays_out_of_all_its_parts() -> None:
    hidden = "".join(f"<div><a href='/{n}'>hidden</a></div>" for n in range(MANY))
    body = f"<h1>Seen</h1><nav>{hidden}</nav><div class='sidebar'>{hidden}</div><p>also seen</p>"
    assert text_of(body) == "# Seen\n\nalso seen\n"


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
    assert all(part.html.count("<") <= 3_000 + 4 * 32 + 100 for part in found) or document.count("<") <= 3_000
    assert sum(part.html.count("x") for part in found) >= min(document.count("x"), 1)
