"""The scores of hits against an independent BM25: rank-bm25 over the same tokens, with rarity as Lucene takes it."""

from collections import Counter
from datetime import datetime
from math import log
from random import Random

import pytest

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry
from pro_context_engine.search.index.analysis import analyse

WORDS = tuple(f"word{letter}" for letter in "abcdefghijklmnop")


def _texts(random: Random) -> list[str]:
    """Make texts of a few words each, so that words come several times in one text and in several texts."""
    return [" ".join(random.choices(random.sample(WORDS, 4), k=random.randint(3, 60))) for _ in range(60)]


@pytest.mark.parametrize("seed", range(8))
async def test_hits_come_in_the_order_of_the_oracle(seed: int, noon: datetime) -> None:
    oracle_of = pytest.importorskip("rank_bm25").BM25Okapi
    random = Random(seed)
    texts = _texts(random)
    store = open_store(None)
    store.weights = {"score": 1.0}
    page = Page("https://docs.example/", "", "")
    await store.put_toc("acme/rockets", Toc((TocEntry("", page.url),), SourceName.CUSTOM, "here"), noon)
    chunks = [Chunk(str(i), page.url, "", "", "", (), "", text, 0, 1, i) for i, text in enumerate(texts)]
    await store.put_page("acme/rockets", "", page, chunks, noon)
    oracle = oracle_of([analyse(text) for text in texts], k1=1.2, b=0.75)
    having = Counter(term for text in texts for term in set(analyse(text)))
    oracle.idf = {term: log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in having.items()}
    for _ in range(10):
        terms = analyse(" ".join(random.sample(WORDS, 3)))
        expected = oracle.get_scores(terms)
        hits = await store.search(terms, [("acme/rockets", "")], len(texts))
        assert {hit.chunk.ordinal for hit in hits} == {i for i, score in enumerate(expected) if score > 0}
        for hit in hits:
            assert hit.score == pytest.approx(expected[hit.chunk.ordinal], rel=1e-6)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    await store.close()
