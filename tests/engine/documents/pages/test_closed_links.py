"""Links in HTML that is wrong, on purpose or not."""

import pytest

from pro_context_engine.documents.pages.closed_links import with_closed_links
from pro_context_engine.documents.pages.html import page_of

LINKS = "<p>" + '<a href="/quay">Quay</a> ' * 9 + "</p>"


def test_links_that_are_right_stay_as_they_are() -> None:
    right = (
        f'{LINKS}<h2><a href="#tides">Tides</a></h2><a href="/moor"><h3>Moor</h3></a><a name="x"></a><A HREF=/y>Y</A>'
    )
    assert with_closed_links(right) == right


def test_few_links_are_not_looked_at() -> None:
    assert with_closed_links('<h2><a href="#a"><a href="#b">') == '<h2><a href="#a"><a href="#b">'


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('<a href="#a">Ebb <a href="#b">Flow</a>', '<a href="#a">Ebb Flow</a>'),
        ('<a href="#a" title="</a>">Ebb</a>', '<a href="#a" title="&lt;/a&gt;">Ebb</a>'),
        ("<textarea></a></textarea>Ebb", "</a>Ebb"),
        ("1 < 2 <3>", "1 &lt; 2 &lt;3>"),
        ("<!doctype html>Ebb", "Ebb"),
    ],
)
def test_tags_are_read_strictly(wrong: str, right: str) -> None:
    assert with_closed_links(LINKS + wrong) == LINKS + right


@pytest.mark.parametrize(
    "unit",
    [
        "<h2><a href=#x>",
        "<h2><a href=#x><h2></a>",
        '<h2><a href=#x title="</a>">',
        "<h2><a href=#x><textarea></a></textarea>",
        "<h2><b><a href=#x></b>",
        "<h3><a href=#x><h1><map></a><h1><h2>",
    ],
)
def test_headings_and_links_in_each_other_are_read_in_time(unit: str) -> None:
    # Behind elements of this depth, the converter takes another way, on which it took time exponential in the depth.
    deep = "<span>" * 600 + "</span>" * 600
    page = page_of(
        "https://tides.example/p", f"<html><body><main><h1>Tides</h1>{deep}{unit * 600}Ebb</main>", "text/html"
    )
    assert page.title == "Tides"
