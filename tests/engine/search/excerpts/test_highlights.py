"""Highlighting: asked words in bold, in Markdown that means the same otherwise."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pro_context_engine.search.excerpts.highlights import SoughtTerms, highlight, words_with
from pro_context_engine.search.index.analysis import query_terms

MARKDOWN = MarkdownIt("commonmark")
TERMS = query_terms("retry logic 策略允许")


def bold(line: str) -> str:
    return highlight(line, [span for span, _ in words_with(line, SoughtTerms(TERMS).terms_by_word(line))])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Retrying is the logic of it.", "**Retrying** is the **logic** of it."),
        ("Set max_retry or retry-after.", "Set **max_retry** or **retry-after**."),
        ("重试策略允许模型", "重试**策略允许**模型"),
        ("(retry), 'retry'!", "(**retry**), '**retry**'!"),
        ("No such word.", "No such word."),
        ("", ""),
    ],
)
def test_words_of_the_same_stem_are_bold(line: str, expected: str) -> None:
    assert bold(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "`retry` and ``a `retry` b`` here",
        "an unclosed `retry",
        "[retry](https://docs.example/retry)",
        "![retry](retry(1).png)",
        "[retry][logic]",
        "[retry]: https://docs.example/",
        "logic](https://docs.example/retry)",
        "https://docs.example/retry/logic",
        "<https://docs.example/retry> <b title='retry'>",
        "**retry** and __the logic__",
        "*retry* _logic_ \\retry ~~retry~~ &retry;",
    ],
)
def test_code_links_addresses_tags_and_emphasis_stay(line: str) -> None:
    stays = {"logic](https://docs.example/retry)": "**logic**](https://docs.example/retry)"}
    assert bold(line) == stays.get(line, line)


PIECES = st.sampled_from(
    [
        "retry",
        "logic",
        " ",
        "`",
        "``",
        "[",
        "]",
        "](",
        ")",
        "(",
        "<",
        ">",
        "*",
        "**",
        "_",
        "\\",
        "&",
        "!",
        "https://a/",
        "x",
    ]
)


def meaning(line: str) -> tuple[str, list[str]]:
    """Return the text that a line of Markdown shows, and its code, links and tags."""
    text, rest = "", []
    for token in MARKDOWN.parseInline(line)[0].children or []:
        if token.type in ("text", "code_inline", "image"):
            text += token.content
        if token.type not in ("text", "strong_open", "strong_close"):
            rest.append(f"{token.type} {token.content} {token.attrs}")
    return text, rest


@given(st.lists(PIECES, max_size=14).map("".join))
@example("[a](b) retry `retry` <retry>")
def test_nothing_else_changes(line: str) -> None:
    before, after = meaning(line), meaning(bold(line))
    if "*" not in line and "_" not in line:
        assert after == before
    assert re.sub(r"[*_]", "", after[0]) == re.sub(r"[*_]", "", before[0])


@given(st.text(max_size=300))
def test_only_marks_are_added(line: str) -> None:
    assert bold(line).replace("**", "") == line.replace("**", "")


def test_a_term_of_one_letter_begins_like_any_word() -> None:
    # Stemming may have taken or put its only letter, so that nothing is left to look for.
    assert SoughtTerms(["e", "i", "tank"]).terms_by_word("e or i,\nor else tanks ") == {
        "e": {"e"},
        "i": {"i"},
        "tanks": {"tank"},
    }
    assert SoughtTerms(["e"]).terms_by_word(" \n") == {}
