import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.domain.model import TocEntry
from pro_context_engine.sources.llms_files.link_list import (
    MAX_ENTRIES,
    parse_index,
    published_text,
    scan_index,
    title_of_url,
)

BASE = "https://docs.example/guide/llms.txt"
SAMPLES = Path("../shared/data/llms_txt_samples")
INDEX: list[dict[str, Any]] = (
    json.loads((SAMPLES / "index.json").read_text(encoding="utf-8"))["files"] if SAMPLES.exists() else []
)


def entries(text: str) -> tuple[TocEntry, ...]:
    return parse_index(text, BASE)[2]


def urls(text: str) -> list[str]:
    return [entry.url for entry in entries(text)]


def test_an_index_by_the_book() -> None:
    text = """# Tideway

> Runs jobs,
> in order.

Some words about it.

## Guide

- [Workers](https://docs.example/workers.md): Processes and `concurrency`
- [Retries](https://docs.example/retries.md)

## Optional

- [Changes](https://docs.example/changes.md) - What is **new**
"""
    assert parse_index(text, BASE) == (
        "Tideway",
        "Runs jobs, in order.",
        (
            TocEntry("Workers", "https://docs.example/workers.md", "Processes and concurrency", "Guide"),
            TocEntry("Retries", "https://docs.example/retries.md", "", "Guide"),
            TocEntry("Changes", "https://docs.example/changes.md", "What is new", "Optional"),
        ),
    )


def test_nothing_is_nothing() -> None:
    assert parse_index("", BASE) == ("", "", ())
    assert parse_index("# Title\n\nNo links.", BASE) == ("Title", "", ())


def test_line_ends_and_byte_order_mark_do_not_matter() -> None:
    text = "# T\n\n> S\n\n## A\n- [x](/x)\n"
    expected = parse_index(text, BASE)
    for variant in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert parse_index(variant, BASE) == expected


def test_relative_links_are_resolved() -> None:
    assert urls("- [a](a.md)\n- [b](/b)\n- [c](../c)\n- [d](//other.example/d)\n- [e](?e)") == [
        "https://docs.example/guide/a.md",
        "https://docs.example/b",
        "https://docs.example/c",
        "https://other.example/d",
        "https://docs.example/guide/llms.txt?e",
    ]


def test_only_web_pages_are_entries() -> None:
    assert (
        urls(
            "- [a](javascript:x)\n- [b](mailto:a@b)\n- [c](data:,x)\n- [d](file:///etc/passwd)\n- [e](#here)\n- [f]()\n"
            "- [g](http://)\n- [h](https:///x)\n- [i](http://[::1)\n- [j](llms.txt)\n- [k](http://a\u2100b/)"
        )
        == []
    )


def test_each_page_is_there_once_without_fragment() -> None:
    assert urls("- [a](/a#one)\n- [a](/a#two)\n- [again](https://docs.example/a)\n- [b](/b)") == [
        "https://docs.example/a",
        "https://docs.example/b",
    ]


def test_code_is_not_read() -> None:
    assert urls("```md\n- [a](/a)\n```\n- [b](/b)\n~~~~\n[c](/c)\n~~~\n[d](/d)\n~~~~\n[e](/e)") == [
        "https://docs.example/b",
        "https://docs.example/e",
    ]


@pytest.mark.parametrize(
    ("line", "title", "url"),
    [
        ("  * [a](/a)", "a", "/a"),
        ("12. [a](/a)", "a", "/a"),
        ("Words before [a](/a), and after.", "a", "/a"),
        ("| [a](/a) | cell |", "a", "/a"),
        ("- **[a](/a)**: x", "a", "/a"),
        ("- [`a.b`](/a)", "a.b", "/a"),
        ("- [[Beta] a](/[beta]-a)", "Beta a", "/[beta]-a"),
        ("- [a \\] b](/a)", "a \\ b", "/a"),
        ('- [a](/a "A title")', "a", "/a"),
        ("- [a](</a b>)", "a", "/a%20b"),
        ("- [a](/a_(b))", "a", "/a_(b)"),
        ("- [![badge](/b.svg)](/a)", "badge", "/a"),
        ("- [](/how-to_do.html)", "How to do", "/how-to_do.html"),
        ("- ![picture](/p.png) [a](/a)", "a", "/a"),
    ],
)
def test_a_link_is_found_wherever_it_stands(line: str, title: str, url: str) -> None:
    (entry,) = entries(line)
    assert (entry.title, entry.url) == (title, f"https://docs.example{url}")


@pytest.mark.parametrize("line", ["[a] (/a)", "\\[a](/a)", "[a](/a", "a](/a)", "![a](/a)", "## [a](/a)"])
def test_what_is_no_link_is_none(line: str) -> None:
    assert urls(line) == []


def test_list_items_may_be_bare_urls() -> None:
    text = (
        "## A\n- https://d.example/getting-started.md\n- <https://d.example/x>: About x\n- Home: https://d.example/\n"
    )
    assert entries(text) == (
        TocEntry("Getting started", "https://d.example/getting-started.md", "", "A"),
        TocEntry("X", "https://d.example/x", "About x", "A"),
        TocEntry("Home", "https://d.example/", "", "A"),
    )


@pytest.mark.parametrize("between", ["\n", " "], ids=["lines", "one line"])
def test_an_index_without_end_is_read_so_far(between: str) -> None:
    text = "# T\n\n" + between.join(f"[p{n}](/{n})" for n in range(MAX_ENTRIES + 10))
    title, _, found = parse_index(text, BASE)
    assert title == "T"
    assert [entry.title for entry in found] == [f"p{n}" for n in range(MAX_ENTRIES)]


def test_bare_urls_count_only_where_there_are_no_links() -> None:
    assert urls("- [a](/a)\n- https://d.example/x") == ["https://docs.example/a"]


def test_sections_follow_the_headings() -> None:
    text = "[a](/a)\n# One\n[b](/b)\n## Two\n[c](/c)\n### Three\n[d](/d)\n# Four\n[e](/e)\n##Five\n[f](/f)"
    assert [(entry.title, entry.section) for entry in entries(text)] == [
        ("a", ""),
        ("b", ""),
        ("c", "Two"),
        ("d", "Two"),
        ("e", "Four"),
        ("f", "Four"),
    ]


def test_front_matter_is_no_heading() -> None:
    title, _, found = parse_index("---\n# comment\nlink: [a](/a)\n---\n# T\n[b](/b)", BASE)
    assert (title, [entry.title for entry in found]) == ("T", ["b"])


def test_third_party_text_is_cleaned_and_cut() -> None:
    (entry,) = entries(f"- [a\u202e\x1b[31m{'b' * 300}](/a): {'c' * 900}\u200b")
    assert not {"\u202e", "\x1b", "\u200b"} & set(entry.title + entry.description)
    assert len(entry.title) <= 200
    assert len(entry.description) <= 500


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("https://d.example/a/getting-started.html", "Getting started"),
        ("https://d.example/a/", "A"),
        ("https://d.example", "d.example"),
        ("https://d.example/%E6%B5%B7", "海"),
    ],
)
def test_a_page_has_a_title_of_its_url(url: str, title: str) -> None:
    assert title_of_url(url) == title


@given(st.text(alphabet="[]()<>`~#-*!\\:/.ab \n\"'", max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    found = urls(text)
    assert len(found) == len(set(found))
    assert all(url.startswith(("https://", "http://")) and "#" not in url for url in found)


@pytest.mark.skipif(not INDEX, reason="the samples are not at ../shared")
@pytest.mark.parametrize("sample", INDEX, ids=lambda sample: sample["file"])
def test_files_from_the_wild_have_what_was_counted(sample: dict[str, Any]) -> None:
    scan = scan_index((SAMPLES / sample["file"]).read_text(encoding="utf-8", errors="replace"))
    assert len(scan.links) == sample["links"]
    assert sum(link.leads_item for link in scan.links) == sample["listItemLinks"]
    assert len(scan.sections) == sample["sections"]
    assert len(scan.titles) == sample["h1"]


def test_published_is_the_text_but_for_invisible_characters_and_relative_links() -> None:
    text = (
        "# Rockets\r\n\r\n> About\u200b rockets. ![logo](logo.png)\n\n"
        '- [Engines](guide/engines.md#v2): see [tanks](/tanks "/tanks")\n'
        "- [Away](https://else.example/a) [mail](mailto:a@b.example) [here](#here) [odd](<two words.md>)\n"
    )
    assert published_text(text, "https://docs.example/en/llms.txt") == (
        "# Rockets\n\n> About rockets. ![logo](logo.png)\n\n"
        '- [Engines](https://docs.example/en/guide/engines.md#v2): see [tanks](https://docs.example/tanks "/tanks")\n'
        "- [Away](https://else.example/a) [mail](mailto:a@b.example) [here](#here) "
        "[odd](<https://docs.example/en/two words.md>)\n"
    )


def test_published_leaves_out_what_is_too_large() -> None:
    assert published_text("x" * 1_000_001, "https://docs.example/llms.txt") == ""
