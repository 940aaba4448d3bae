"""Candidates: the fast way finds what adding everything up finds."""

from collections.abc import Iterable, Sequence
from random import Random

import pytest

from pro_context_engine.search.index.candidates import candidates, shared_candidates
from pro_context_engine.search.index.number_runs import NumberRuns
from pro_context_engine.search.index.postings import Postings

Lists = Sequence[tuple[float, Postings]]


def added_up(lists: Lists, limit: int) -> list[int]:
    """Return the same by the definition: all that is added to each chunk, sorted."""
    sums: dict[int, float] = {}
    for weight, one in sorted(lists, key=lambda one: -one[0] * one[1].highest):
        for number, impact in zip(one.numbers, one.impacts or [1.0] * len(one.numbers), strict=True):
            sums[number] = sums.get(number, 0.0) + weight * impact
    return sorted(sums, key=lambda number: (-sums[number], -number))[:limit]


def having(lists: Lists, chunks: Iterable[int]) -> dict[int, int]:
    """Return the lists that have each chunk, a bit for each."""
    return {
        number: sum(1 << place for place, (_, one) in enumerate(lists) if number in one.numbers) for number in chunks
    }


def latest(numbers: Sequence[int], limit: int) -> list[int]:
    """Return the largest of some numbers, which are ascending."""
    assert list(numbers) == sorted(numbers)
    return list(numbers[::-1][:limit])


@pytest.mark.parametrize("seed", range(100))
def test_the_best_are_those_that_adding_everything_up_gives(seed: int) -> None:
    random = Random(seed)
    chunks = random.choice([20, 300, 3_000])
    # Rare terms weigh most, as they do in the index; some weigh the same.
    sizes = [random.randint(1, max(1, chunks // random.choice([1, 4, 30]))) for _ in range(random.randint(1, 9))]
    numbers = [sorted(random.sample(range(chunks), size)) for size in sizes]
    lists = [(round(10 * chunks / (len(some) + 1)) / chunks + 0.1, Postings(some)) for some in numbers]
    for limit in (1, 5, 60):
        best = candidates(lists, limit, latest)
        assert sorted(best) == sorted(added_up(lists, limit))
        assert best == having(lists, best)


@pytest.mark.parametrize("seed", range(100))
def test_what_a_term_counts_in_each_chunk_decides(seed: int) -> None:
    random = Random(seed)
    chunks = random.choice([20, 300, 3_000])
    lists = []
    for _ in range(random.randint(1, 9)):
        size = random.randint(1, max(1, chunks // random.choice([1, 4, 30])))
        # Eighths, which add up to the same in any order; some chunks are equal.
        impacts = [random.randint(1, 18) / 8 for _ in range(size)]
        numbers = sorted(random.sample(range(chunks), size))
        lists.append((round(8 * chunks / size) / 8, Postings(numbers, impacts, max(impacts))))
    for limit in (1, 5, 60):
        best = candidates(lists, limit, latest)
        assert sorted(best) == sorted(added_up(lists, limit))
        assert best == having(lists, best)


@pytest.mark.parametrize("seed", range(10))
def test_the_best_of_many_terms_are_found_too(seed: int) -> None:
    random = Random(seed)
    lists = [
        # Eighths, which add up to the same in any order.
        (random.randint(1, 40) / 8, Postings(sorted(random.sample(range(2_000), random.randint(1, 400)))))
        for _ in range(random.randint(30, 60))
    ]
    for limit in (1, 60, 3_000):
        best = candidates(lists, limit, latest)
        assert sorted(best) == sorted(added_up(lists, limit))
        assert best == having(lists, best)


def test_among_equals_the_caller_chooses() -> None:
    common = (1.0, Postings(range(50, 150)))
    assert list(candidates([(1.0, Postings(range(100))), common], 3, latest)) == [99, 98, 97]
    assert list(candidates([(2.0, Postings([7])), common], 3, latest)) == [7, 149, 148]


def test_a_common_term_is_only_looked_up_where_it_matters() -> None:
    class Counted(list[int]):
        read = 0

        def __iter__(self):  # type: ignore[no-untyped-def]
            Counted.read += 1
            return super().__iter__()

    common = Counted(range(100_000))
    rare = Postings(range(7, 700, 7))
    best = candidates([(9.0, rare), (8.0, rare), (0.5, Postings(common))], 10, latest)
    assert list(best) == list(range(693, 623, -7))
    assert Counted.read == 0


def test_nothing_gives_nothing() -> None:
    assert not candidates([], 10, latest)
    assert not candidates([(1.0, Postings([]))], 10, latest)


@pytest.mark.parametrize("seed", range(100))
def test_preferred_chunks_take_half_of_the_places_if_so_many_match(seed: int) -> None:
    random = Random(seed)
    chunks = random.choice([40, 300, 3_000])
    preferred = sorted(random.sample(range(chunks), random.choice([0, 5, chunks // 4, chunks])))
    sizes = [random.randint(1, max(1, chunks // random.choice([1, 4, 30]))) for _ in range(random.randint(1, 9))]
    lists = [(float(chunks // size), Postings(sorted(random.sample(range(chunks), size)))) for size in sizes]
    own, others = _parts(lists, preferred)
    for limit in (2, 10, 60):
        best = shared_candidates(lists, NumberRuns.of(preferred), limit, latest)
        matching = len({number for _, one in own for number in one.numbers})
        rest = len({number for _, one in others for number in one.numbers})
        share = max(limit // 2, limit - rest)
        assert sorted(best) == sorted(
            [*added_up(own, share), *added_up(others, limit - min(share, matching))],
        )
        assert best == having(lists, best)


def _parts(lists: Lists, preferred: Sequence[int]) -> tuple[Lists, Lists]:
    """Return the same lists with the preferred chunks alone, and with the others."""
    own = [(weight, Postings([number for number in one.numbers if number in preferred])) for weight, one in lists]
    rest = [(weight, Postings([number for number in one.numbers if number not in preferred])) for weight, one in lists]
    return own, rest
