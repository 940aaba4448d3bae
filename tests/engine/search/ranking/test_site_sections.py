"""Pages to the sections that answer: the best one nearly whole, others of several pages in short."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pro_context_engine.domain.model import Chunk, Heading, Hit
from pro_context_engine.search.excerpts.token_cost import most_tokens
from pro_context_engine.search.ranking.passage_selection import PAGES, SECTIONS
from pro_context_engine.search.ranking.ranked_pages import RankedPage, pages_of
from pro_context_engine.search.ranking.site_sections import (
    BEFORE_OUTLINES,
    EARLY_TOKENS,
    FIRST_SHARE,
    FIRST_TOKENS,
    NEXT_TOKENS,
    site_sections,
)

BUDGET = 5_000

Hits = Callable[..., Hit]


def ranked(hits: Sequence[Hit], best: Sequence[Chunk] = ()) -> list[RankedPage]:
    return site_sections(pages_of(hits), best, {}, ["valv"], BUDGET)


def places(found: Sequence[RankedPage]) -> list[tuple[str, str | None]]:
    return [(page.title, page.anchor) for page in found]


def test_a_page_may_have_several_sections_before_another_page_has_one(hit_of: Hits) -> None:
    hits = [hit_of("tanks", 0, 10.0), hit_of("tanks", 4, 9.0), hit_of("pumps", 0, 5.0)]
    assert places(ranked(hits)) == [("Tanks", "part-0"), ("Tanks", "part-4"), ("Pumps", "part-0")]


def test_a_section_counts_less_for_each_better_one_on_its_page(hit_of: Hits) -> None:
    tanks = [hit_of("tanks", number, 10.0 - number / 100) for number in range(6)]
    pumps = hit_of("pumps", 0, 9.9, "Open each valve.\n")
    order = places(ranked([*tanks, pumps]))
    assert order[0] == ("Tanks", "part-0")
    assert ("Pumps", "part-0") in order[2:6], "some of the same page stay behind the other page"


def test_the_best_section_is_completed_from_its_page_and_others_are_shortened(hit_of: Hits) -> None:
    part = "\n\n".join(f"Paragraph {number} tells about the gauge of the tank." for number in range(60))
    asked = "Close the valve before the pump starts."
    first = hit_of("tanks", 0, 10.0, "Fill it.\n", ("Tanks", "Filling"))
    rest = replace(hit_of("tanks", 1, 0.0, "Then close it.\n", ("Tanks", "Filling")).chunk, anchor=first.chunk.anchor)
    other = hit_of("tanks", 2, 0.0, "Not asked about.\n", ("Tanks", "Emptying")).chunk
    long = hit_of("pumps", 0, 9.0, f"{part}\n\n{asked}\n\n{part}\n", ("Pumps", "Valves"))
    best, second = ranked([first, long], [first.chunk, rest, other])
    assert best.hits[0].chunk.text == "Fill it.\nThen close it.\n"
    assert most_tokens(second.hits[0].chunk.text) <= EARLY_TOKENS < FIRST_TOKENS
    assert asked in second.hits[0].chunk.text
    assert second.hits[0].chunk.heading_path == ("Pumps", "Valves")


def test_another_page_completes_nothing(hit_of: Hits) -> None:
    alone = hit_of("tanks", 0, 10.0, "Fill it.\n")
    page = [hit_of("pumps", number, 8.0, "Pump.\n", ("Tanks",)) for number in range(3)]
    pages = pages_of([alone, *page])
    assert pages[0].title == "Pumps", "the best section is on another page than the best page"
    best, *_ = site_sections(pages, [replace(hit.chunk, anchor="part-0") for hit in page], {}, ["valv"], BUDGET)
    assert best.hits[0].chunk.text == "Fill it.\n"


def test_the_sections_are_bounded(hit_of: Hits) -> None:
    hits = [hit_of(f"page{page}", number, 10.0) for page in range(PAGES + 3) for number in range(5)]
    found = ranked(hits)
    assert len(found) == SECTIONS
    assert len({page.url for page in found}) == PAGES


def test_the_scores_fall_from_the_first_section_on(hit_of: Hits) -> None:
    hits = [hit_of("tanks", number, 10.0 - number) for number in range(5)] + [hit_of("pumps", 0, 8.5)]
    scores = [page.score for page in ranked(hits)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 10.0


def test_the_other_headings_of_a_page_come_alone_before_further_sections(hit_of: Hits) -> None:
    hits = [hit_of("tanks", number, 10.0 - number / 100) for number in range(6)]
    url = hits[0].chunk.page_url
    headings = [Heading("Tanks", 1, "tanks", 1), *(Heading(f"Part {n}", 2, f"part-{n}", n + 2) for n in range(8))]
    found = site_sections(pages_of(hits), [], {url: headings}, ["valv"], BUDGET)
    texts = [page.hits[0].chunk.text.split("\n")[0] for page in found]
    alone = texts[1 + BEFORE_OUTLINES : -2]
    assert alone == ["# Tanks", *(f"## Part {number}" for number in range(8))]
    assert len({page.key for page in found}) == 1, "they are shown in one passage"
    assert [page.line for page in found[:2]] == [2, 3], "a section begins at its heading"


def test_a_section_of_which_a_later_part_was_found_has_its_heading(hit_of: Hits) -> None:
    hit = hit_of("tanks", 3, 10.0, "Close the valve.\n")
    headings = [Heading("Valves", 2, "part-3", 1)]
    first, *_ = site_sections(pages_of([hit]), [], {hit.chunk.page_url: headings}, ["valv"], BUDGET)
    assert first.hits[0].chunk.text == "## Valves {#part-3}\n\n…\n\nClose the valve.\n"


def test_a_small_budget_has_small_sections(hit_of: Hits) -> None:
    text = "\n\n".join(f"Paragraph {number} tells about the valve of the tank." for number in range(90))
    hits = [hit_of("tanks", 0, 10.0, text), hit_of("pumps", 0, 9.0, text)]
    best, second, *_ = site_sections(pages_of(hits), [], {}, ["valv"], 1_000)
    assert most_tokens(best.hits[0].chunk.text) <= FIRST_SHARE * 1_000
    assert most_tokens(second.hits[0].chunk.text) <= NEXT_TOKENS[0]


def test_headings_without_a_text_make_no_section(hit_of: Hits) -> None:
    bare = hit_of("tanks", 0, 10.0, "## Valves\n")
    heading = Heading("Valves", 2, "valves", bare.chunk.first_line)
    assert ranked([replace(bare, chunk=replace(bare.chunk, headings=(heading,)))]) == []
