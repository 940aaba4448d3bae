"""Fusion: several wordings of a question, one ranking."""

from collections.abc import Callable

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.fusion import best_relevances, fuse

Hits = Callable[..., Hit]


def names(hits: list[Hit]) -> list[str]:
    return [hit.chunk.page_title for hit in hits]


def test_a_single_ranking_stays_as_it_is(hit_of: Hits) -> None:
    ranking = [hit_of("a", 0, 9.0), hit_of("b", 0, 3.0)]
    assert fuse([ranking]) == ranking
    assert fuse([ranking, []]) == ranking
    assert fuse([[], ranking]) == ranking
    assert fuse([]) == fuse([[], []]) == []


def test_what_several_wordings_find_goes_up(hit_of: Hits) -> None:
    topic = [hit_of("a", 0, 10.0), hit_of("b", 0, 9.0), hit_of("c", 0, 2.0)]
    assert names(fuse([topic, [hit_of("b", 0, 4.0), hit_of("d", 0, 2.0)]])) == ["B", "A", "D", "C"]


def test_the_topic_counts_most(hit_of: Hits) -> None:
    assert names(fuse([[hit_of("a", 0, 10.0)], [hit_of("b", 0, 900.0)]])) == ["A", "B"]


def test_scores_stay_on_the_scale_of_the_topic(hit_of: Hits) -> None:
    found = fuse([[hit_of("a", 0, 10.0)], [hit_of("a", 0, 900.0), hit_of("b", 0, 450.0)]])
    assert [hit.score for hit in found] == [15.0, 2.5]


def test_a_chunk_is_as_relevant_as_the_wording_it_fits_best_says(hit_of: Hits) -> None:
    hits = [hit_of("fuel", 0, 9.0, "Kerosene burns.\n"), hit_of("tank", 0, 9.0, "Kerosene.\n")]
    [first, _] = best_relevances(hits, [["zzqqxx"], ["kerosen", "burn"]])
    assert first > 0.9
