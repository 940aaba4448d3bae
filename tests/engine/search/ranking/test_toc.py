"""Entries of a table of contents for a topic."""

from tests.growth import grows_linearly

from pro_context_engine.domain.model import TocEntry
from pro_context_engine.search.ranking.toc import foremost_entries, likely_entries, related_entries


def entry(title: str, description: str = "", section: str = "", path: str = "") -> TocEntry:
    return TocEntry(title, f"https://docs.example/{path or title.replace(' ', '')}.md", description, section)


ENTRIES = [
    entry("Introduction"),
    entry("Tanks", "Filling and draining"),
    entry("Engines", "How tanks feed them"),
    entry("Refill", path="guides/tanks/refill"),
    entry("Pricing"),
]


def titles(entries: list[TocEntry]) -> list[str]:
    return [one.title for one in entries]


def test_a_title_counts_more_than_path_and_description() -> None:
    assert titles(likely_entries(ENTRIES, "tank", 3)) == ["Tanks", "Refill", "Engines"]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    entries = [*(entry(f"Engine part {number}") for number in range(20)), entry("Coolant")]
    assert titles(likely_entries(entries, "engine coolant", 1)) == ["Coolant"]


def test_entries_without_a_match_follow_in_their_own_order() -> None:
    assert titles(likely_entries(ENTRIES, "engine", 10)) == ["Engines", "Introduction", "Tanks", "Refill", "Pricing"]
    assert titles(likely_entries(ENTRIES, "zanthropy", 2)) == ["Introduction", "Tanks"]
    assert likely_entries([], "engine", 2) == []


def test_related_pages_match_and_are_not_those_of_the_answer() -> None:
    answered = [f"{ENTRIES[1].url}#filling"]
    assert titles(related_entries([ENTRIES], "tank", answered)) == ["Refill", "Engines"]
    assert titles(related_entries([ENTRIES], "tank", [], limit=1)) == ["Tanks"]
    assert related_entries([ENTRIES], "zanthropy", []) == []


def test_many_tables_of_contents_in_turn_are_told_apart() -> None:
    tocs = [[entry(f"Valve {number}"), entry("Tank")] * 2_000 for number in range(20)]
    for _ in range(2):
        assert [likely_entries(toc, "valve", 1)[0].title for toc in tocs] == [f"Valve {number}" for number in range(20)]


def test_the_foremost_entries_are_of_all_sections_that_most_are_asked_about() -> None:
    sizes = {"Release Notes": 50, "Tutorials": 30, "Cookbook": 10, "API": 30, "": 2}
    entries = [entry(f"{section} {n}", section=section) for section, size in sizes.items() for n in range(size)]
    assert foremost_entries(entries, len(entries)) == entries
    assert titles(foremost_entries(entries, 4)) == ["Tutorials 0", "Tutorials 1", "API 0", "API 1"]
    most = foremost_entries(entries, 75)
    assert most == [one for one in entries if one in most]
    assert {section: sum(one.section == section for one in most) for section in sizes} == {
        **sizes,
        "Release Notes": 3,
    }


def test_a_large_table_is_ranked_quickly() -> None:
    entries = [
        entry(f"Page {number} of part {number % 97}", "What it does and how to use it") for number in range(10_000)
    ]
    assert likely_entries(entries, "part 13", 5)[0].title.endswith("part 13")
    assert len(foremost_entries(entries, 100)) == 100
    assert grows_linearly(
        lambda size: (likely_entries(entries[:size], "part 13", 5), foremost_entries(entries[:size], 100)), 10_000
    )
