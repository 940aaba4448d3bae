"""How many chunks a search scores."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

import pytest

from pro_context_engine.adapters.store.chunk_scoring import ChunkRow, best_rows
from pro_context_engine.search.index.postings import Postings
from pro_context_engine.search.index.weights import WEIGHTS


@pytest.mark.parametrize(
    ("chunks", "weights", "scored"),
    [
        (1_000, None, 150),
        (20_000, None, 400),
        (90_000, None, 1_000),
        (90_000, WEIGHTS, 150),
    ],
)
def test_more_chunks_are_scored_in_large_packages(
    chunks: int, weights: Mapping[str, float] | None, scored: int
) -> None:
    read_rows: list[Sequence[int]] = []

    def read(rows: Sequence[int]) -> Mapping[int, ChunkRow]:
        read_rows.append(rows)
        return {}

    postings = {"swim": Postings(array("q", range(chunks)))}
    found = best_rows(
        ["swim"], postings, (chunks, 100.0, 5.0), 150, lambda rows, room: rows[:room], read, None, weights
    )
    assert list(found) == []
    assert [len(rows) for rows in read_rows] == [scored]
