"""A table of contents as Markdown is read back as it was."""

from __future__ import annotations

from pro_context_engine.documents.toc_markdown import toc_markdown
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.sources.llms_files.link_list import parse_index

ENTRIES = (
    TocEntry("Overview", "https://docs.example/"),
    TocEntry("Engines (liquid)", "https://docs.example/engines_(liquid)", "What burns: and how", "Guides"),
    TocEntry("Tanks", "https://docs.example/tanks#size", "", "Guides"),
    TocEntry("API", "https://docs.example/api", "Every class", "Reference"),
)


def test_links_stand_under_their_sections() -> None:
    assert toc_markdown(ENTRIES, about=" — ") == (
        "- [Overview](https://docs.example/)\n\n"
        "## Guides\n"
        "- [Engines (liquid)](<https://docs.example/engines_(liquid)>) — What burns: and how\n"
        "- [Tanks](https://docs.example/tanks#size)\n\n"
        "## Reference\n"
        "- [API](https://docs.example/api) — Every class"
    )


def test_entries_of_no_section_never_stand_under_one() -> None:
    assert toc_markdown(reversed(ENTRIES)).startswith("- [Overview]")


def test_is_an_llms_txt() -> None:
    without_fragments = [entry for entry in ENTRIES if "#" not in entry.url]
    text = f"# Rockets\n\n{toc_markdown(without_fragments)}\n"
    assert parse_index(text, "https://rockets.example/llms.txt") == ("Rockets", "", tuple(without_fragments))


def test_a_bracket_in_a_title_opens_no_link() -> None:
    assert toc_markdown([TocEntry("a](https://evil.example) [b", "https://docs.example/a")]) == (
        r"- [a\](https://evil.example) \[b](https://docs.example/a)"
    )


def test_an_entry_without_title_goes_by_its_url() -> None:
    assert (
        toc_markdown([TocEntry("", "https://docs.example/a")]) == "- [https://docs.example/a](https://docs.example/a)"
    )
