"""Runs of chunk numbers: they split postings as a set would."""

from random import Random

import pytest

from pro_context_engine.search.index.number_runs import NumberRuns
from pro_context_engine.search.index.postings import Postings


@pytest.mark.parametrize("seed", range(100))
def test_postings_are_split_by_membership(seed: int) -> None:
    random = Random(seed)
    many = random.choice([1, 30, 1_000])
    members = sorted(random.sample(range(many), random.randint(0, many)))
    numbers = sorted(random.sample(range(many), random.randint(0, many)))
    impacts = [number / 8 for number in numbers] if seed % 2 else None
    parts = NumberRuns.of(members).split(Postings(numbers, impacts, 18.0))
    for part, is_inside in zip(parts, (True, False), strict=True):
        assert list(part.numbers) == [number for number in numbers if (number in members) is is_inside]
        assert part.highest == 18.0
        if impacts is None:
            assert part.impacts is None
        else:
            assert part.impacts is not None
            assert list(part.impacts) == [number / 8 for number in part.numbers]


def test_neighbours_are_one_run() -> None:
    assert len(NumberRuns.of(range(5, 9_000))) == 1
    assert len(NumberRuns([(1, 3), (3, 5), (6, 7)])) == 2
    assert len(NumberRuns.of([1, 2, 3, 7, 8, 10])) == 3
    assert len(NumberRuns.of([])) == 0


def test_a_set_fills_a_share_of_its_span() -> None:
    runs = NumberRuns([(2, 4), (8, 10)])
    assert runs.span == range(2, 10)
    assert runs.share == 0.5
    assert NumberRuns().span == range(0)
    assert NumberRuns().share == 0.0
