"""Titles that stand in headers, in divisions, or in the title element beside the name of the site."""

import pytest

from pro_context_engine.documents.pages.html import fragment_markdown, html_page
from pro_context_engine.documents.pages.page_title import own_title


def headings(body: str, title: str) -> list[tuple[str, int]]:
    page = html_page("https://docs.example/b.html", f"<!doctype html><head><title>{title}</title></head>{body}")
    return [(heading.title, heading.level) for heading in page.headings]


@pytest.mark.parametrize(
    ("title", "header", "expected"),
    [
        ("Mooring | Boats", "<p>Guide</p><h1>Mooring</h1><ul><li>Home</li></ul>", "Mooring"),
        ("Boats: Mooring", "<h1>Mooring</h1>", "Mooring"),
        ("Boats.Boat.moor", "<h3>Method</h3><h1><a>Boats</a><span></span><a>Boat</a><span></span>moor</h1>", None),
    ],
)
def test_a_header_with_the_title_gives_the_heading(title: str, header: str, expected: str | None) -> None:
    body = f"<body><main><header>{header}</header><p>Tie a rope.</p><h2>Knots</h2></main>"
    assert headings(body, title) == [(expected or title, 1), ("Knots", 2)]


def test_a_header_with_the_name_of_the_site_gives_none() -> None:
    body = '<body><div id="content"><header><h1>Boats documentation</h1></header><h2>Mooring</h2><p>Tie.</p></div>'
    assert headings(body, "Mooring | Boats documentation") == [("Mooring", 2)]


def test_a_division_for_the_title_is_the_heading_where_there_is_no_other() -> None:
    block = '<div class="head"><div class="title">Boat Class<div>in Harbour</div></div></div><p>A boat.</p>'
    assert headings(f"<body>{block}<h2>Members</h2>", "Boats") == [("Boat Class", 1), ("Members", 2)]
    assert headings(f"<body>{block}<h1>Boats</h1>", "Boats") == [("Boats", 1)]
    both = [("Boat Class", 1), ("In short", 1)]
    assert headings(f"<body>{block}<h1>In short</h1>", "Boats: Boat Class") == both


def test_a_part_of_a_document_has_no_title() -> None:
    assert "#" not in fragment_markdown('<div class="title">Boat</div><p>A boat.</p>')


def test_a_paragraph_that_repeats_the_title_is_the_heading() -> None:
    body = "<body><p class=caption>Boats.Knots</p><p>On knots.</p><h1>Simple knots</h1><p>None.</p>"
    assert headings(body, "Boats.Knots") == [("Boats.Knots", 1), ("Simple knots", 1)]


@pytest.mark.parametrize(
    ("title", "heading", "expected"),
    [
        ("Mooring (Boats 3.1)", "### 5.4 Mooring {#mooring}", "Mooring"),
        ("Boats manual - Chapter 5: Mooring", "### 5 Mooring", "Mooring"),
        ("5.4. Mooring", "## 5.4. Mooring", "5.4. Mooring"),
        ("Mooring | Boats", "## Overview", "Mooring | Boats"),
        ("Moorings | Boats", "## Mooring", "Moorings | Boats"),
        ("Mooring | Boats", "", "Mooring | Boats"),
    ],
)
def test_the_part_of_a_title_that_a_heading_repeats_is_the_page_s(title: str, heading: str, expected: str) -> None:
    assert own_title(title, f"Text.\n\n{heading}\n\nText.\n") == expected
