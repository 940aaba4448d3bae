"""The search against a plain one."""

from datetime import datetime
from random import Random

import pytest
from tests.engine.adapters.store.plain import LIBRARIES, WORDS, made_page, plainly

from pro_context_engine.adapters.store.sqlite import SqliteStore, chunk_search
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry
from pro_context_engine.search.index.analysis import analyse, query_pairs, query_terms
from pro_context_engine.search.index.chunk_fields import fields_of


@pytest.mark.parametrize("dense", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("seed", range(3))
async def test_hits_and_scores_are_those_of_the_plain_search(
    seed: int, dense: float, store: SqliteStore, noon: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunk_search, "DENSE", dense)
    random = Random(seed)
    pages = {library: [made_page(random, library, number) for number in range(15)] for library in LIBRARIES}
    for library, own in pages.items():
        await store.put_toc(library, Toc(tuple(TocEntry("", one.url) for one in own), SourceName.CUSTOM, "here"), noon)
    # One library after the other, or their pages mixed.
    stored = [(library, page) for library, own in pages.items() for page in random.sample(own, len(own))]
    for library, page in random.sample(stored, len(stored)) if seed else stored:
        assert await store.put_page(library, "", page, chunks_of(page), noon)
    for _ in range(8):
        topic = " ".join(random.sample(WORDS, random.randint(1, 5)))
        terms = [*query_terms(topic), *query_pairs(topic)]
        for library, own in pages.items():
            hits = await store.search(terms, [(library, "")], 60)
            assert [(hit.chunk.page_url, hit.chunk.ordinal, round(hit.score, 9)) for hit in hits] == plainly(
                own, terms, 60
            )
            assert all(set(hit.terms.split()) == _terms(hit.chunk) for hit in hits)


async def test_everything_is_searched_alike_whether_it_is_named_or_not(store: SqliteStore, noon: datetime) -> None:
    random = Random(1)
    for library in LIBRARIES:
        page = made_page(random, library, 1)
        await store.put_toc(library, Toc((TocEntry("", page.url),), SourceName.CUSTOM, "here"), noon)
        await store.put_page(library, "", page, chunks_of(page), noon)
    terms = analyse("valve tank fuel")
    named = await store.search(terms, [(library, None) for library in LIBRARIES], 60)
    assert named
    assert named == await store.search(terms, None, 60)
    assert await store.search(terms, [("acme/boats", None)], 60) == []


async def test_what_is_found_does_not_depend_on_what_was_stored_first(store: SqliteStore, noon: datetime) -> None:
    # Each has as much as the others, and there are more than are looked at.
    text = "".join(f"## Valve {number}\n\n{'All about the valve. ' * 60}\n\n" for number in range(3))
    pages = [Page(f"https://docs.example/{number}", "Valves", text) for number in range(40)]
    orders = {"acme/rockets": pages, "acme/kites": pages[::-1], "acme/boats": pages[20:] + pages[:20]}
    for library, own in orders.items():
        await store.put_toc(library, Toc(tuple(TocEntry("", one.url) for one in own), SourceName.CUSTOM, "here"), noon)
        for page in own:
            await store.put_page(library, "", page, chunks_of(page), noon)
    found = [
        [(hit.chunk.page_url, hit.chunk.ordinal) for hit in await store.search(["valv"], [(library, "")], 60)]
        for library in orders
    ]
    assert len(found[0]) == 60
    assert found[0] == found[1] == found[2]
    every = await store.search(["valv"], None, 60)
    assert [hit.library_id for hit in every] == ["acme/boats"] * 60


def _terms(chunk: Chunk) -> set[str]:
    return {term for terms in fields_of(chunk).values() for term in terms}
