"""Hits to pages."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from pro_context_engine.model import Hit
from pro_context_engine.ranking import pages_of
from pro_context_engine.ranking.pages import sections_of

Hits = Callable[..., Hit]


def test_no_hits_make_no_pages() -> None:
    assert pages_of([]) == []


def test_a_page_with_several_good_pieces_beats_one_with_a_single_piece(hit_of: Hits) -> None:
    hits = [hit_of("lone", 0, 10.0), hit_of("rich", 0, 9.5), hit_of("rich", 3, 9.0), hit_of("rich", 1, 8.0)]
    pages = pages_of(hits)
    assert [page.title for page in pages] == ["Rich", "Lone"]
    assert [hit.chunk.ordinal for hit in pages[0].hits] == [0, 3, 1]


def test_many_weak_pieces_do_not_outweigh_a_strong_one(hit_of: Hits) -> None:
    hits = [hit_of("exact", 0, 10.0), *(hit_of("huge", ordinal, 6.0) for ordinal in range(90))]
    assert [page.title for page in pages_of(hits)] == ["Exact", "Huge"]


def test_versions_of_one_page_stay_apart(hit_of: Hits) -> None:
    hit = hit_of("start", 0, 3.0)
    other = Hit(hit.chunk, 2.0, hit.library_id, "2.0")
    assert [page.version for page in pages_of([other, hit])] == ["1.0", "2.0"]


def test_the_order_of_the_hits_does_not_matter(hit_of: Hits) -> None:
    hits = [hit_of(name, ordinal, float(score)) for name in "cab" for ordinal, score in enumerate((5, 5, 2))]
    expected = pages_of(hits)
    for seed in range(20):
        shuffled = Random(seed).sample(hits, len(hits))
        assert pages_of(shuffled) == expected
    assert [page.title for page in expected] == ["A", "B", "C"]


def test_within_a_page_what_says_most_of_its_own_leads(hit_of: Hits) -> None:
    titled, telling = replace(hit_of("start", 0, 9.0), own_score=1.0), replace(hit_of("start", 1, 8.0), own_score=7.0)
    (page,) = pages_of([titled, telling])
    assert [hit.chunk.ordinal for hit in page.hits] == [1, 0]
    assert page.score == pages_of([hit_of("start", 0, 9.0), hit_of("start", 1, 8.0)])[0].score


def test_a_page_gives_another_section_that_answers_about_as_well(hit_of: Hits) -> None:
    own = (5.0, 4.9, 4.5, 1.0)
    hits = [replace(hit_of("start", ordinal, 9.0), own_score=score) for ordinal, score in enumerate(own)]
    others = [replace(hit_of("last", ordinal, 2.0), own_score=score) for ordinal, score in enumerate((2.0, 1.0))]
    sections = sections_of(pages_of([*hits, *others]))
    assert [(page.title, page.hits[0].chunk.ordinal) for page in sections] == [("Start", 0), ("Start", 1), ("Last", 0)]
    assert len({page.score for page in sections[:2]}) == 1


def test_a_page_found_by_its_title_alone_is_one_result(hit_of: Hits) -> None:
    assert len(sections_of(pages_of([hit_of("start", ordinal, 9.0) for ordinal in range(4)]))) == 1


def test_pieces_of_one_section_are_one_result(hit_of: Hits) -> None:
    hits = [replace(hit_of("start", ordinal, 9.0), own_score=5.0) for ordinal in range(2)]
    same = [replace(hit, chunk=replace(hit.chunk, anchor="section")) for hit in hits]
    (only,) = sections_of(pages_of(same))
    assert len(only.hits) == 2
