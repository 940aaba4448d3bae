"""Headings that stand near the sections that are shown."""

from pro_context_engine.domain.model import Heading
from pro_context_engine.search.excerpts.page_outlines import MOST_HEADINGS, heading_line, outline
from pro_context_engine.search.index.term_finder import TermFinder

PAGE = [
    Heading("Tanks", 1, "tanks", 1),
    *(Heading(f"Chapter {n}", 2, f"chapter-{n}", 10 * n) for n in range(1, 31)),
    Heading("Filling", 3, "filling", 301),
    Heading("Emptying", 3, "emptying", 302),
    Heading("Valves", 2, "valves", 400),
]


def titles(shown: set[str], asked: list[str]) -> list[str]:
    return [heading.title for heading, _ in outline(PAGE, shown, TermFinder(asked))]


def test_a_short_page_has_all_its_headings_with_the_paths_to_them() -> None:
    found = outline(PAGE[30:], set(), TermFinder([]))
    assert [path for _, path in found][1] == ("Chapter 30", "Filling")
    assert [path for _, path in found][3] == ("Valves",)


def test_of_a_long_page_the_headings_near_shown_sections_and_those_with_asked_words_are_kept() -> None:
    found = titles({"filling"}, ["valv"])
    assert len(found) == 1 + MOST_HEADINGS
    assert {"Tanks", "Chapter 30", "Filling", "Valves"} <= set(found)
    assert found == [one.title for one in PAGE if one.title in found], "in page order"


def test_an_anchor_is_told_where_it_does_not_follow_from_the_title() -> None:
    assert heading_line(Heading("Fill it", 2, "fill-it", 1)) == "## Fill it"
    assert heading_line(Heading("Usage", 3, "usage-2", 1)) == "### Usage {#usage-2}"
