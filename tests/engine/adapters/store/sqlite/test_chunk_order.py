"""The first chunks of some rows are those of the first pages, however many rows there are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.adapters.store.sqlite.chunk_order import ChunkOrder

# Three pages of four chunks, stored in another order than theirs.
PAGES = [[5, 6, 7, 8], [1, 2, 3, 4], [9, 10, 11, 12]]
ORDER = ChunkOrder([5, 1, 9], [1, 5, 9], [1, 0, 2])


@given(st.sets(st.integers(1, 12), min_size=1), st.integers(1, 12))
def test_chunks_come_in_the_order_of_their_pages(rows: set[int], limit: int) -> None:
    expected = [row for page in PAGES for row in page if row in rows]
    assert ORDER.first(sorted(rows), limit) == expected[:limit]
