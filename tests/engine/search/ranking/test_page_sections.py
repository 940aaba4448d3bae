"""Pages to the sections that are results."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Chunk, Heading, Hit, Page
from pro_context_engine.search.index.analysis import query_terms
from pro_context_engine.search.ranking.page_sections import best_anchor, containing_section, section_alone, sections_of
from pro_context_engine.search.ranking.ranked_pages import RankedPage, pages_of

Hits = Callable[..., Hit]


def saying(hit_of: Hits, name: str, own: Sequence[float], score: float = 9.0) -> list[Hit]:
    return [replace(hit_of(name, ordinal, score), own_score=value) for ordinal, value in enumerate(own)]


def shown(results: Sequence[RankedPage]) -> list[tuple[str, int]]:
    return [(result.title, result.hits[0].chunk.ordinal) for result in results]


def parts_of(hit_of: Hits, own: Sequence[float], section: str = "Valves") -> list[Hit]:
    return [
        replace(hit_of("tank", ordinal, 9.0, path=("Tank", section, f"Part {ordinal}")), own_score=value)
        for ordinal, value in enumerate(own)
    ]


def test_a_page_gives_the_sections_that_answer_each_worth_what_it_says(hit_of: Hits) -> None:
    pages = pages_of(saying(hit_of, "start", (5.0, 4.0, 1.0)))
    results = sections_of(pages, {})
    assert shown(results) == [("Start", 0), ("Start", 1)]
    assert [result.score for result in results] == [pages[0].score, pages[0].score * 0.8]


def test_a_better_page_comes_before_the_lesser_sections_of_the_one_before_it(hit_of: Hits) -> None:
    hits = [*saying(hit_of, "start", (5.0, 4.9, 2.1), 9.0), *saying(hit_of, "next", (3.0, 1.5), 7.0)]
    assert shown(sections_of(pages_of(hits), {})) == [
        ("Start", 0),
        ("Start", 1),
        ("Next", 0),
        ("Start", 2),
        ("Next", 1),
    ]


def test_pages_stay_in_their_order(hit_of: Hits) -> None:
    hits = [hit for name in "cab" for hit in saying(hit_of, name, (2.0, 1.9), 9.0 - ord(name) % 3)]
    pages = pages_of(hits)
    assert list(dict.fromkeys(result.title for result in sections_of(pages, {}))) == [page.title for page in pages]


def test_no_page_gives_more_than_three_sections(hit_of: Hits) -> None:
    assert len(sections_of(pages_of(saying(hit_of, "start", [5.0] * 8)), {})) == 3


def test_a_page_found_by_its_title_alone_is_one_result(hit_of: Hits) -> None:
    assert len(sections_of(pages_of([hit_of("start", ordinal, 9.0) for ordinal in range(4)]), {})) == 1


def test_pieces_of_one_section_are_one_result(hit_of: Hits) -> None:
    hits = [replace(hit, chunk=replace(hit.chunk, anchor="one")) for hit in saying(hit_of, "start", (5.0, 5.0))]
    (only,) = sections_of(pages_of(hits), {})
    assert len(only.hits) == 2


def test_a_section_of_which_three_parts_answer_is_a_result_itself(hit_of: Hits) -> None:
    (page,) = pages_of(parts_of(hit_of, (5.0, 4.0, 3.0)))
    path = containing_section(page)
    assert path == ("Tank", "Valves")
    first = hit_of("tank", 9, 0.0).chunk
    whole = section_alone(replace(first, headings=(Heading("Valves", 2, "valves", 10),)), path)
    assert whole is not None
    results = sections_of([page], {page.key: whole})
    assert [result.hits[0].chunk.anchor for result in results] == ["part-0", "valves", "part-1", "part-2"]
    assert results[1].score == page.score


def test_two_parts_or_parts_that_do_not_answer_make_no_whole(hit_of: Hits) -> None:
    for own in ((5.0, 4.0), (5.0, 4.0, 1.0, 1.0)):
        assert containing_section(pages_of(parts_of(hit_of, own))[0]) == ()


def test_the_page_itself_is_no_whole_but_a_section_on_a_page_without_title_is(hit_of: Hits) -> None:
    paths = [("Tank", f"Part {ordinal}") for ordinal in range(3)]
    hits = [replace(hit_of("tank", at, 9.0, path=path), own_score=5.0) for at, path in enumerate(paths)]
    assert containing_section(pages_of(hits)[0]) == ()
    untitled = [replace(hit, chunk=replace(hit.chunk, page_title="All about tanks")) for hit in hits]
    assert containing_section(pages_of(untitled)[0]) == ("Tank",)


def test_the_smallest_whole_counts(hit_of: Hits) -> None:
    deep = [
        replace(hit.chunk, heading_path=("Tank", "Inside", *hit.chunk.heading_path[1:]))
        for hit in parts_of(hit_of, [5.0] * 3)
    ]
    hits = [Hit(chunk, 9.0, "acme/rockets", "1.0", 5.0) for chunk in deep]
    assert containing_section(pages_of(hits)[0]) == ("Tank", "Inside", "Valves")


def test_a_whole_whose_beginning_is_shown_anyway_is_not_shown_twice(hit_of: Hits) -> None:
    heading = Heading("Valves", 2, "valves", 1)
    hits = parts_of(hit_of, (5.0, 4.0, 3.0))
    hits[0] = replace(hits[0], chunk=replace(hits[0].chunk, headings=(heading, Heading("Part 0", 3, "part-0", 3))))
    (page,) = pages_of(hits)
    whole = section_alone(hits[0].chunk, containing_section(page))
    assert whole is not None
    assert (whole.anchor, whole.headings) == ("valves", (heading,))
    assert len(sections_of([page], {page.key: whole})) == 3


def test_a_chunk_without_the_heading_is_of_other_sections(hit_of: Hits) -> None:
    assert section_alone(hit_of("tank", 0, 1.0).chunk, ("Tank", "Valves")) is None


MARKDOWN = """# Valves (V12)

Short.

## Relief

They open at forty bar.

## Drain

They empty the tank.

## Relief

Of the second stage: they open at ten bar.
"""


def chunk() -> Chunk:
    (only,) = chunks_of(Page("https://docs.example/valves", "Valves", MARKDOWN))
    return only


def anchor(topic: str) -> str:
    return best_anchor(chunk(), query_terms(topic))


def test_the_section_whose_heading_or_text_has_the_words_is_meant() -> None:
    assert anchor("how to drain it") == "drain"
    assert anchor("empty the tank") == "drain"
    assert anchor("relief of the second stage") == "relief-2"


def test_the_page_itself_may_be_meant() -> None:
    assert anchor("V12") == "valves-v12"


def test_of_equals_the_first_is_meant() -> None:
    assert anchor("zanthropy") == "valves-v12"
    assert anchor("relief") == "relief"


def test_of_equals_one_whose_heading_says_nothing_else_is_meant() -> None:
    markdown = (
        "# tanks\n\n## Tank.fill_by_hand\n\nSlow.\n\n## Tank.fill\n\nQuick.\n\n## What is it\n\nA tank to fill.\n"
    )
    (only,) = chunks_of(Page("https://docs.example/tanks", "tanks", markdown))
    assert best_anchor(only, query_terms("Tank.fill")) == "tankfill"


def test_without_headings_the_anchor_above_is_meant() -> None:
    piece = Chunk(
        "1", "https://docs.example/valves", "Valves", "", "", ("Valves",), "valves", "Further text.\n", 4, 9, 1
    )
    assert best_anchor(piece, ["text"]) == "valves"
