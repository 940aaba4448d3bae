"""Pages into chunks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.domain.model import Chunk, Page

_PROSE = "The client opens a connection and keeps it for the next request. " * 4


def _page(markdown: str, url: str = "https://docs.example/guide") -> Page:
    return Page(url, "Guide", markdown, outline(markdown), "How to.", "Basics")


def _chunks(markdown: str) -> tuple[Chunk, ...]:
    return chunks_of(_page(markdown))


_BLOCKS = st.sampled_from(
    [
        "# Title",
        "## Section",
        "### Detail",
        "Setext\n------",
        "",
        "short",
        _PROSE * 3,
        "```py\n" + "value = compute(1, 2)\n" * 60 + "\n# comment\n```",
        "~~~\ntildes\n~~~",
        "| a | b |\n|---|---|\n" + "| one | two |\n" * 40,
        "- item\n\n  more\n" * 60,
        "1. step\n\n   ```sh\n   # run\n   make\n   ```\n" * 40,
        "> quoted\n" * 90,
        "漢字かな交じり文" * 60,
        "Текст на русском языке. " * 60,
        "    indented code\n" * 90,
        "\t- tabbed",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_BLOCKS, max_size=12).map("\n".join))
def test_chunks_joined_are_the_page_again(markdown: str) -> None:
    chunks = _chunks(markdown)
    assert "".join(chunk.text for chunk in chunks) == (markdown if markdown.strip() else "")
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    assert len({chunk.chunk_id for chunk in chunks}) == len(chunks)
    lines = markdown.split("\n")
    for chunk in chunks:
        assert chunk.tokens == count(chunk.text)
        assert chunk.text.split("\n", 1)[0] in lines[chunk.first_line - 1]
    headings = [heading for chunk in chunks for heading in chunk.headings]
    assert headings == list(outline(markdown) if chunks else ())


@settings(max_examples=100, deadline=None)
@given(st.lists(_BLOCKS, max_size=12).map("\n\n".join))
def test_no_chunk_is_much_larger_than_it_should_be(markdown: str) -> None:
    assert all(chunk.tokens <= 700 or chunk.text.count("```") or "|" in chunk.text for chunk in _chunks(markdown))
    assert all(chunk.tokens <= 2_200 for chunk in _chunks(markdown))


def test_a_blank_page_has_no_chunks() -> None:
    assert _chunks("") == ()
    assert _chunks(" \n\n\t\n") == ()


def test_a_section_is_a_chunk_with_its_place() -> None:
    _, second = _chunks(f"# Guide\n\n{_PROSE * 2}\n\n## Connect\n\n{_PROSE * 2}\n")
    assert second.heading_path == ("Guide", "Connect")
    assert second.anchor == "connect"
    assert second.first_line == 5
    assert second.text.startswith("## Connect\n")
    assert (second.page_url, second.page_title) == ("https://docs.example/guide", "Guide")
    assert (second.section, second.description) == ("Basics", "How to.")


def test_text_before_the_first_heading_has_no_path() -> None:
    first, _ = _chunks(f"{_PROSE * 3}\n\n# Guide\n\n{_PROSE * 3}")
    assert first.heading_path == ()
    assert first.anchor == ""


def test_small_siblings_are_joined() -> None:
    options = "".join(f"## Option {number}\n\nSets it.\n\n" for number in range(4))
    (chunk,) = [chunk for chunk in _chunks(f"# Guide\n\n{_PROSE * 3}\n\n{options}") if "Option" in chunk.text]
    assert chunk.heading_path == ("Guide", "Option 0")
    assert "Option 3" in chunk.text


def test_messages_of_errors_make_no_section_large_enough_to_stand_alone() -> None:
    messages = "**Error messages**\n\n" + "- `ValueError`: The frog cannot hop so far.\n" * 12
    functions = "".join(f"## hop{number}\n\nHop on.\n\n{messages}\n" for number in range(3))
    (chunk,) = [chunk for chunk in _chunks(f"# pond\n\n{_PROSE * 3}\n\n{functions}") if "hop1" in chunk.text]
    assert {"hop0", "hop2"} <= set(chunk.text.split())


def test_sections_of_different_parents_are_not_joined() -> None:
    page = f"# One\n\n{_PROSE * 3}\n\n## A\n\nshort text\n\n# Two\n\n{_PROSE * 3}\n\n## B\n\nshort text\n"
    assert [chunk.heading_path[0] for chunk in _chunks(page)] == ["One", "One", "Two", "Two"]


def test_a_bare_title_goes_with_its_first_section() -> None:
    first = _chunks(f"# Guide\n\n## Connect\n\n{_PROSE * 3}\n")[0]
    assert first.text.startswith("# Guide\n\n## Connect\n")
    assert first.anchor == "connect"


def test_a_large_section_is_cut_between_paragraphs() -> None:
    chunks = _chunks("# Guide\n\n" + f"{_PROSE.strip()}\n\n" * 30)
    assert len(chunks) > 2
    assert all(
        chunk.text.startswith(("# Guide", "The client")) and chunk.text.endswith("\n\n") for chunk in chunks[:-1]
    )
    assert {chunk.heading_path for chunk in chunks} == {("Guide",)}


def test_a_heading_stays_with_what_follows() -> None:
    fence = "```py\n" + "value = compute(1, 2)\n" * 200 + "```\n"
    for chunk in _chunks(f"# Guide\n\n{_PROSE * 12}\n\n## Code\n\n{fence}\n\n## End\n\n{_PROSE}"):
        assert chunk.text.strip() != "## Code"


def test_fences_up_to_two_thousand_tokens_stay_whole() -> None:
    fence = "```py\n" + "value = compute(1, 2)\n\n" * 280 + "```\n"
    assert 1_500 < count(fence) < 2_000
    assert any(fence in chunk.text for chunk in _chunks(f"# Guide\n\n{_PROSE * 10}\n\n{fence}\n{_PROSE * 10}"))


@pytest.mark.parametrize(("prefix", "first"), [("", ""), ("  ", "- item\n\n"), ("> ", "> quote\n>\n")])
def test_a_larger_fence_is_closed_and_opened_again(prefix: str, first: str) -> None:
    rows = [f"{prefix}row({number})" for number in range(2_000)]
    chunks = _chunks("# Guide\n\n" + first + "\n".join([f"{prefix}```py", *rows, f"{prefix}```", ""]))
    assert len(chunks) > 4
    for chunk in chunks:
        lines = chunk.text.splitlines()
        assert lines.count(f"{prefix}```py") == 1
        assert lines.count(f"{prefix}```") == 1
        assert chunk.tokens <= 720
    assert [line for chunk in chunks for line in chunk.text.splitlines() if "row(" in line] == rows


def test_a_larger_table_repeats_its_head() -> None:
    head = "| name | value |\n|------|-------|\n"
    rows = [f"| option {number} | {number} |" for number in range(900)]
    chunks = _chunks("# Guide\n\n" + head + "\n".join(rows) + "\n")
    assert len(chunks) > 4
    assert all(head in chunk.text for chunk in chunks)
    assert [line for chunk in chunks for line in chunk.text.splitlines() if "| option" in line] == rows


def test_one_endless_line_is_cut_between_words() -> None:
    chunks = _chunks("word " * 20_000)
    assert all(chunk.tokens <= 700 for chunk in chunks)
    assert all(chunk.text.endswith("word ") for chunk in chunks)


def test_ids_survive_edits_elsewhere() -> None:
    before = _chunks(f"# Guide\n\n{_PROSE * 3}\n\n## Connect\n\n{_PROSE * 3}\n\n## Close\n\n{_PROSE * 3}\n")
    after = _chunks(f"# Guide\n\n{_PROSE * 30}\n\n## Connect\n\nNew. {_PROSE * 3}\n\n## Close\n\n{_PROSE * 3}\n")
    ids = {chunk.anchor: chunk.chunk_id for chunk in before}
    for chunk in after:
        if chunk.anchor in ("connect", "close"):
            assert chunk.chunk_id == ids[chunk.anchor]


def test_ids_differ_between_pages_and_equal_titles() -> None:
    markdown = f"# Guide\n\n{_PROSE * 3}\n\n## Mode\n\n{_PROSE * 3}\n\n## Mode\n\n{_PROSE * 3}\n"
    ids = {
        chunk.chunk_id
        for url in ("https://a.example/x", "https://a.example/y")
        for chunk in chunks_of(_page(markdown, url))
    }
    assert len(ids) == 6


def test_headings_are_read_from_the_text_if_the_page_has_none() -> None:
    markdown = f"# Guide\n\n{_PROSE * 3}\n\n## Connect\n\n{_PROSE * 3}\n"
    assert chunks_of(Page("u", "Guide", markdown))[1].anchor == "connect"
