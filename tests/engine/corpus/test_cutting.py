"""Which chunks a page becomes, and what they are called."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.corpus.cutting import chunks_of
from pro_context_engine.corpus.values import Strategy
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.domain.model import Chunk


def cut(text: str, strategy: Strategy | None = None) -> list[Chunk]:
    return chunks_of(markdown_page("file:///a.md", text), "a.md", strategy or Strategy())


def ids(text: str, strategy: Strategy | None = None) -> list[str]:
    return [chunk.chunk_id for chunk in cut(text, strategy)]


def test_a_title_names_the_page_and_is_no_part_of_the_path() -> None:
    text = "# Retries\nThis guide explains.\n\n### Backoff Strategy\nExponential.\n\n### Jitter\nApplied.\n"
    assert ids(text, Strategy("h3")) == ["a.md#_preamble", "a.md#backoff-strategy", "a.md#jitter"]
    assert cut(text, Strategy("h3"))[0].text == "# Retries\nThis guide explains."


def test_a_level_1_heading_below_text_is_a_section() -> None:
    text = "Words here.\n\n# Retries\n\n## Backoff strategy\n\nWaits.\n\n## Jitter\n\nAvoids herds.\n"
    found = cut(text)
    assert [chunk.chunk_id for chunk in found] == [
        "a.md#_preamble",
        "a.md#retries/backoff-strategy",
        "a.md#retries/jitter",
    ]
    assert found[1].text == "# Retries\n\n## Backoff strategy\n\nWaits."
    assert found[1].heading_path == ("Retries", "Backoff strategy")


@pytest.mark.parametrize(
    ("chunk_by", "expected"),
    [
        ("h1", ["a.md#_preamble"]),
        ("h2", ["a.md#_preamble", "a.md#b"]),
        ("h3", ["a.md#_preamble", "a.md#b", "a.md#b/c"]),
        ("file", ["a.md"]),
    ],
)
def test_down_to_which_level(chunk_by: str, expected: list[str]) -> None:
    assert ids("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n", Strategy(chunk_by)) == expected  # type: ignore[arg-type]


def test_equal_headings_are_numbered_under_each_heading() -> None:
    text = (
        "## Go\n\nx\n\n### Use\n\nx\n\n### Use\n\nx\n\n## Rust\n\nx\n\n### Use\n\nx\n\n### Use 2\n\nx\n\n### Use\n\nx\n"
    )
    expected = ["go", "go/use", "go/use-2", "rust", "rust/use", "rust/use-2", "rust/use-3"]
    assert ids(text, Strategy("h3")) == [f"a.md#{path}" for path in expected]


def test_a_heading_cannot_take_the_place_of_the_preamble() -> None:
    assert ids("x\n\n## _preamble\n\ny\n") == ["a.md#_preamble", "a.md#_preamble-2"]


def test_what_is_too_small_joins_what_stands_before_it() -> None:
    text = "# A\n\nA long enough beginning.\n\n## B\n\nb\n\n## C\n\nA long enough section.\n"
    assert ids(text, Strategy("h2", min_chunk_size=20)) == ["a.md#_preamble", "a.md#c"]


def test_what_is_too_large_is_cut_between_blocks() -> None:
    paragraphs = [f"Paragraph {number} of the section." for number in range(8)]
    found = cut("## B\n\n" + "\n\n".join(paragraphs), Strategy("h2", 100))
    assert [chunk.chunk_id for chunk in found][:3] == ["a.md#b", "a.md#b-part-2", "a.md#b-part-3"]
    assert all(len(chunk.text) <= 100 for chunk in found)
    assert "\n\n".join(chunk.text for chunk in found).endswith("\n\n".join(paragraphs))


def test_a_part_does_not_take_the_name_of_a_section() -> None:
    text = "## B\n\none line\n\nanother line\n\n## B part 2\n\nsmall\n"
    assert ids(text, Strategy("h2", 20)) == ["a.md#b", "a.md#b-part-3", "a.md#b-part-2"]


def test_a_long_line_is_cut_between_words() -> None:
    found = cut(" ".join(f"word{number}" for number in range(40)), Strategy("h2", 50))
    assert all(re.fullmatch(r"(word\d+ ?)+", chunk.text) and len(chunk.text) <= 50 for chunk in found)


def test_a_file_that_is_too_large_has_parts() -> None:
    assert ids("one line\n\nanother line\n", Strategy("file", 12)) == ["a.md", "a.md#_part-2"]


texts = st.lists(
    st.sampled_from(
        [
            "# One",
            "## Two",
            "### Three",
            "## Two",
            "## Two part 2",
            "words",
            "",
            "- item",
            "```",
            "| a |",
            "Long " * 30,
            "===",
            "---",
        ]
    ),
    max_size=30,
).map("\n".join)
strategies = st.builds(
    Strategy, st.sampled_from(["h1", "h2", "h3", "file"]), st.integers(20, 400), st.sampled_from([0, 10, 100])
)


@given(texts, strategies)
def test_nothing_is_lost_and_every_id_is_unique(text: str, strategy: Strategy) -> None:
    try:
        page = markdown_page("file:///a.md", text)
    except Exception:
        return
    found = chunks_of(page, "a.md", strategy)
    names = [chunk.chunk_id for chunk in found]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"a\.md(#[\w-]+(/[\w-]+)*)?", name) for name in names)
    assert "".join("".join(chunk.text for chunk in found).split()) == "".join(page.markdown.split())
    assert [chunk.ordinal for chunk in found] == list(range(len(found)))
    assert chunks_of(page, "a.md", strategy) == found
    assert max((len(chunk.text) for chunk in found), default=0) <= strategy.max_chunk_size
