"""The outline of a page, held against a full CommonMark parser."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pro_context_engine.documents.pages.headings import outline, plain, title_in

_ORACLE = MarkdownIt("commonmark").enable("table")

# Lines that matter to block structure; link reference definitions are left out, the one rule the scanner does without.
_LINES = st.sampled_from(
    [
        "",
        "",
        "text",
        "more text",
        "  two",
        "    four",
        "\ttab",
        "# One",
        "## Two ##",
        "###### Six",
        "####### Seven",
        "#not",
        " # Indented",
        "    # Code",
        "===",
        "---",
        "--",
        "- - -",
        "***",
        "```",
        "```py",
        "~~~",
        "````",
        "  ```",
        "    ```",
        "``` a`b",
        "- item",
        "  - nested",
        "  # In item",
        "  ```",
        "1. first",
        "2. second",
        "10) tenth",
        "-",
        "* # Heading item",
        "> quote",
        "> # Quoted",
        "> ```",
        ">",
        "| a | b |",
        "|---|---|",
        "| x | y |",
        "a | b",
        "--- | ---",
        "<!-- comment",
        "-->",
        "<!-- whole -->",
        "<div>",
        "</div>",
        "<pre>",
        "</pre>",
        '<a href="x">',
        "<b>bold</b> text",
        "<?php",
        "?>",
    ]
)


def _expected(markdown: str) -> list[tuple[int, int]]:
    return [
        (token.map[0] + 1, int(token.tag[1]))
        for token in _ORACLE.parse(markdown)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


@settings(max_examples=600)
@given(st.lists(_LINES, max_size=14))
def test_finds_the_headings_that_a_full_parser_finds(lines: list[str]) -> None:
    markdown = "\n".join(lines)
    assert [(heading.line, heading.level) for heading in outline(markdown)] == _expected(markdown)


@given(st.text(st.sampled_from("#=-`~>*+ \t\n1.|<!ab"), max_size=60))
def test_survives_any_soup_of_marks(markdown: str) -> None:
    lines = markdown.count("\n") + 1
    headings = outline(markdown)
    assert all(1 <= heading.line <= lines and 1 <= heading.level <= 6 for heading in headings)
    assert len({heading.anchor for heading in headings}) == len(headings)


def test_lines_are_counted_from_one() -> None:
    assert [(h.title, h.line) for h in outline("# A\n\ntext\n\n## B\nC\n---\n")] == [("A", 1), ("B", 5), ("C", 6)]


def test_comments_in_code_are_no_headings() -> None:
    page = "# Real\n\n```sh\n# not\n```\n\n- item\n\n  ```sh\n  # not\n  ```\n\n> ```\n> # not\n> ```\n\n    # not\n"
    assert [heading.title for heading in outline(page)] == ["Real"]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert [h.title for h in outline("````md\n```\n# not\n```\n# not\n````\n# Yes\n")] == ["Yes"]


def test_admonitions_hold_their_code() -> None:
    page = "!!! note\n    ```sh\n    # not\n\n    # not\n    ```\n\n# Yes\n"
    assert [heading.title for heading in outline(page)] == ["Yes"]


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("Using [the client](https://a.example/x_(y))", "Using the client"),
        ("`List[int](x)` and **bold** *words*", "List[int](x) and bold words"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("`__init__` method", "__init__ method"),
        ("a \\* b &amp; c", "a * b & c"),
        ("![logo](l.png) Name", "logo Name"),
        ('<a id="x"></a>Anchored', "Anchored"),
        ("~~old~~ new", "old new"),
        ("Title [¶](#title)", "Title"),
        ("Closed ##", "Closed"),
        ("C#", "C#"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
    ],
)
def test_titles_are_plain_text(source: str, title: str) -> None:
    assert outline(f"## {source}")[0].title == title


@pytest.mark.parametrize(
    ("source", "title", "anchor"),
    [
        ("[`useState`](/reference/react/useState)", "useState", "usestate"),
        ("[`v1.2.3`](https://x.example/compare/a...b) (2024-01-01)", "v1.2.3 (2024-01-01)", "v123-2024-01-01"),
        ("[`pick[0]`](x) and [**`rest`**][ref]", "pick[0] and rest", "pick0-and-rest"),
        ("**`Model.save()`**", "Model.save()", "modelsave"),
        ("*from `a` to `b`*", "from a to b", "from-a-to-b"),
        ("~~`old`~~", "old", "old"),
        ("<b title='`x`'>`y`</b>", "y", "y"),
    ],
)
def test_markup_around_code_is_no_part_of_the_title(source: str, title: str, anchor: str) -> None:
    heading = outline(f"## {source}")[0]
    assert (heading.title, heading.anchor) == (title, anchor)


@pytest.mark.parametrize("code", ["a*b*c", "__init__", "~~x~~", "&amp;", r"\*", "<b>", "[a](b)", "*", "]("])
@pytest.mark.parametrize("around", ["{}", "a {} and {}", "[{}](x)", "*see {}*", "**{}** _{}_", "&lt;{}", "{}5{}"])
def test_code_in_a_title_stays_as_it_is_written(code: str, around: str) -> None:
    assert plain(around.replace("{}", f"`{code}`")) == plain(around.replace("{}", "CODE")).replace("CODE", code)


def test_a_title_may_hold_what_marks_the_places_of_code() -> None:
    assert plain("`a` \x000\x00 `b`\x00") == "a 0 b"


@pytest.mark.parametrize(
    ("source", "anchor"),
    [
        ("Using .stream()", "using-stream"),
        ("Streaming with Chat Models", "streaming-with-chat-models"),
        ("What's new?", "whats-new"),
        ("snake_case", "snake_case"),
        ("A & B", "a-b"),
        ("Привет мир", "привет-мир"),
        ("設定", "設定"),
        ("Named {#own-id}", "own-id"),
        ("Named { #own_id }", "own_id"),
        ("Named {: #own.id .class }", "own.id"),
        ("!!!", "section"),
    ],
)
def test_anchors_are_slugs_or_the_author_s_own(source: str, anchor: str) -> None:
    assert outline(f"## {source}")[0].anchor == anchor


def test_repeated_anchors_are_numbered_from_two() -> None:
    page = "### Browser Mode\n### Browser Mode\n### Browser Mode\n"
    assert [heading.anchor for heading in outline(page)] == ["browser-mode", "browser-mode-2", "browser-mode-3"]


def test_a_number_that_a_title_took_is_not_given_again() -> None:
    anchors = [heading.anchor for heading in outline("# A\n# A 2\n# A\n# A\n")]
    assert anchors == ["a", "a-2", "a-3", "a-4"]


def test_custom_id_is_not_part_of_the_title() -> None:
    assert outline("## Named {#own-id}")[0].title == "Named"


def test_title_is_the_first_level_one_heading() -> None:
    assert title_in(outline("## Sub\n\n# Main\n\n# Other")) == "Main"
    assert title_in(outline("no heading")) == ""


@given(st.text(max_size=200))
def test_plain_leaves_one_line(inline: str) -> None:
    assert "\n" not in plain(inline)
