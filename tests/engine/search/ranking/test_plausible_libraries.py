"""Libraries: which of several have something to say."""

from collections.abc import Callable

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.plausible_libraries import are_plausible

Hits = Callable[..., Hit]


def test_the_share_of_what_is_asked_decides_not_the_score(hit_of: Hits) -> None:
    small = [hit_of("fuel", 0, 0.5, "Kerosene burns in the engine.\n")]
    large = [hit_of("shop", 0, 90.0, "An engine for a search.\n")]
    assert are_plausible([large, small], ["kerosen", "burn", "engin"]) == [False, True]


def test_libraries_with_as_much_are_all_heard(hit_of: Hits) -> None:
    hits = [[hit_of(name, 0, score, "Kerosene burns.\n")] for name, score in (("a", 9.0), ("b", 1.0))]
    assert are_plausible(hits, ["kerosen"]) == [True, True]


def test_one_without_a_hit_is_not() -> None:
    assert are_plausible([[], []], ["kerosen"]) == [False, False]
    assert are_plausible([], ["kerosen"]) == []


def test_a_single_one_is_heard_whatever_it_has(hit_of: Hits) -> None:
    assert are_plausible([[hit_of("fuel", 0, 1.0, "A tank.\n")]], ["kerosen", "tank", "burn"]) == [True]
