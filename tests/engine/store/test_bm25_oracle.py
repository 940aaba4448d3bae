"""The order of hits against an independent BM25: rank-bm25 over the same tokens."""

from datetime import datetime
from random import Random

import pytest

from pro_context_engine.index import analyse
from pro_context_engine.model import Chunk, Page, SourceName, Toc, TocEntry
from pro_context_engine.store import open_store

WORDS = tuple(f"word{letter}" for letter in "abcdefghijklmnop")


def _texts(random: Random) -> list[str]:
    """Make texts in which no word is in half of them: there the two formulas for rarity part."""
    return [" ".join(random.choices(random.sample(WORDS, 4), k=random.randint(3, 60))) for _ in range(60)]


@pytest.mark.parametrize("seed", range(8))
async def test_hits_come_in_the_order_of_the_oracle(seed: int, noon: datetime) -> None:
    oracle_of = pytest.importorskip("rank_bm25").BM25Okapi
    random = Random(seed)
    texts = _texts(random)
    store = open_store(None)
    page = Page("https://docs.example/", "", "")
    await store.put_toc("acme/rockets", Toc((TocEntry("", page.url),), SourceName.CUSTOM, "here"), noon)
    chunks = [Chunk(str(i), page.url, "", "", "", (), "", text, 0, 1, i) for i, text in enumerate(texts)]
    await store.put_page("acme/rockets", "", page, chunks, noon)
    # The store keeps one more token per chunk, its scope, which counts for the length as any other.
    oracle = oracle_of([["scope", *analyse(text)] for text in texts], k1=1.2, b=0.75)
    for _ in range(10):
        terms = analyse(" ".join(random.sample(WORDS, 3)))
        expected = oracle.get_scores(terms)
        hits = await store.search(terms, [("acme/rockets", "")], len(texts))
        assert {hit.chunk.ordinal for hit in hits} == {i for i, score in enumerate(expected) if score > 0}
        for hit in hits:
            assert hit.score == pytest.approx(expected[hit.chunk.ordinal], rel=1e-6)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    await store.close()
