"""Hits to pages."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.ranked_pages import pages_of

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
