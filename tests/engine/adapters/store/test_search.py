"""The hits of a search in every store: scripts, rarity by library, links, hostile input."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

import pytest

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Hit, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.storage import Store
from pro_context_engine.search.index.analysis import query_pairs, query_terms
from pro_context_engine.search.ranking.hit_sections import hit_sections
from pro_context_engine.search.ranking.section_reading import ReadSection
from pro_context_engine.search.ranking.section_scores import SectionScorer

Put = Callable[..., Awaitable[None]]


@pytest.fixture
def put(store: Store, noon: datetime) -> Put:
    """Store a library of pages, each with its text."""

    async def put_library(library: str, texts: dict[str, str]) -> None:
        pages = {name: Page(f"https://{library}.example/{name}", name, text) for name, text in texts.items()}
        entries = tuple(TocEntry(name, page.url) for name, page in pages.items())
        await store.put_toc(library, Toc(entries, SourceName.CUSTOM, library), noon)
        for page in pages.values():
            assert await store.put_page(library, "", page, chunks_of(page), noon)

    return put_library


async def search(store: Store, topic: str, *libraries: str) -> list[Hit]:
    scopes = [(library, None) for library in libraries] or None
    return await store.search([*query_terms(topic), *query_pairs(topic)], scopes, 100)


async def names(store: Store, topic: str, *libraries: str) -> list[str]:
    return list(dict.fromkeys(hit.chunk.page_title for hit in await search(store, topic, *libraries)))


SCRIPTS = {
    "chinese": ("重试上传的方法。连接断开后等待一秒。", "断开连接"),
    "japanese": ("アップロードを再試行します。接続が切れたら待ちます。", "再試行の接続"),
    "korean": ("업로드를 다시 시도합니다. 연결이 끊어지면 기다립니다.", "연결이 끊어지면"),
    "russian": ("Повторить загрузку ещё раз после разрыва соединения.", "РАЗРЫВ загрузку еще"),
    "greek": ("Επανάληψη μεταφόρτωσης μετά από διακοπή.", "επαναληψη ΜΕΤΑΦΟΡΤΩΣΗΣ"),
    "french": ("Réessayer le téléversement après une coupure réseau.", "reessayer televersement"),
    "german": ("Größe der Warteschlange für Wiederholungen.", "GRÖßE Warteschlange"),
    "hebrew": ("נסה שוב את ההעלאה לאחר ניתוק.", "ההעלאה ניתוק"),
}


async def test_pages_in_any_script_are_found(store: Store, put: Put) -> None:
    await put("acme/rockets", {name: f"# {name}\n\n{text}\n" for name, (text, _) in SCRIPTS.items()})
    for name, (_, topic) in SCRIPTS.items():
        assert (await names(store, topic, "acme/rockets"))[:1] == [name]


async def test_how_rare_a_word_is_is_told_by_the_library_that_is_searched(store: Store, put: Put) -> None:
    kites = {f"p{number}": "A spool and more line.\n" for number in range(9)}
    rockets = {"fuel": "Fuel of the engine, fuel.\n", "spool": "The spool of the engine.\n"}
    await put("acme/rockets", rockets | {f"p{number}": "Fuel and stages.\n" for number in range(7)})
    before = [(hit.chunk.chunk_id, hit.score) for hit in await search(store, "fuel spool", "acme/rockets")]
    await put("acme/kites", kites)
    after = [(hit.chunk.chunk_id, hit.score) for hit in await search(store, "fuel spool", "acme/rockets")]
    assert before == after
    assert (await names(store, "fuel spool", "acme/rockets"))[0] == "spool"


async def test_a_page_that_others_call_so_goes_first_until_they_do_not(store: Store, put: Put, noon: datetime) -> None:
    texts = {"one": "Open the valve.\n", "two": "Open the valve.\n", "list": "See [the relief valve](two.html).\n"}
    await put("acme/rockets", {**texts, **{f"p{number}": "Fuel.\n" for number in range(5)}})
    assert (await names(store, "open relief valve", "acme/rockets")).index("two") < (
        await names(store, "open relief valve", "acme/rockets")
    ).index("one")
    page = Page("https://acme/rockets.example/list", "list", "Nothing to see.\n")
    await store.put_page("acme/rockets", "", page, chunks_of(page), noon)
    one, two = [hit.score for hit in await search(store, "open valve", "acme/rockets")]
    assert one == two


async def test_a_page_renewed_or_dropped_is_found_by_what_it_says_now(store: Store, put: Put, noon: datetime) -> None:
    await put("acme/rockets", {"one": "Fuel.\n", "two": "Wings.\n"})
    page = Page("https://acme/rockets.example/one", "one", "Sails.\n")
    await store.put_page("acme/rockets", "", page, chunks_of(page), noon)
    assert await names(store, "fuel") == []
    assert await names(store, "sails") == ["one"]
    await store.drop_page("acme/rockets", "", page.url)
    assert await names(store, "sails") == []
    assert await store.verify() == []


@pytest.mark.parametrize("topic", ["", "   ", "!?-.,;:" * 71, '"*" OR (NEAR) AND ^', "\0\x1b[31m", "x" * 500])
async def test_a_query_that_says_nothing_finds_nothing(store: Store, put: Put, topic: str) -> None:
    await put("acme/rockets", {"one": "Fuel.\n"})
    assert await search(store, topic, "acme/rockets") == []
    assert not store.failing


async def test_what_was_not_asked_for_is_not_found(store: Store, put: Put) -> None:
    await put("acme/rockets", {"one": "Fuel.\n"})
    assert await search(store, "fuel", "acme/kites") == []
    assert await store.search(["fuel"], [], 10) == []


@pytest.mark.parametrize("store", ["sqlite memory"], indirect=True)
async def test_a_page_of_many_headings_is_indexed_and_found_within_bounds(store: Store, put: Put) -> None:
    started = time.process_time()
    await put("acme/rockets", {"many": "".join(f"# Valve {number}\n" for number in range(100_000))})
    assert await names(store, "valve 77", "acme/rockets") == ["many"]
    assert time.process_time() - started < 60


@pytest.mark.parametrize("store", ["sqlite memory"], indirect=True)
async def test_a_page_of_one_long_line_is_indexed_and_found_within_bounds(store: Store, put: Put) -> None:
    started = time.process_time()
    await put("acme/rockets", {"long": "valve " * 1_400_000})
    hits = await search(store, "valve", "acme/rockets")
    assert 0 < len(hits) <= 100
    assert max(len(hit.chunk.text) for hit in hits) < 10_000
    assert time.process_time() - started < 60


async def test_as_many_as_asked_for_are_found_and_the_order_does_not_depend_on_it(store: Store, put: Put) -> None:
    await put("acme/rockets", {f"p{number}": f"{'valve ' * (number + 1)}{'x ' * 30}\n" for number in range(30)})
    ten = await store.search(["valv"], None, 10)
    assert [hit.chunk.page_title for hit in ten] == [
        hit.chunk.page_title for hit in await store.search(["valv"], None, 30)
    ][:10]


async def test_preferred_libraries_keep_half_of_the_hits(store: Store, put: Put) -> None:
    # The names stand in the titles of the large library alone, so each of its pages scores higher.
    await put("acme/kites", {f"knot{number}": f"# Tie a knot\n\nTie a knot, knot {number}.\n" for number in range(80)})
    await put("acme/rockets", {f"p{number}": f"Far down, a knot is tied in line {number}.\n" for number in range(8)})
    terms = query_terms("tie a knot")
    plain = await store.search(terms, None, 60)
    assert {hit.library_id for hit in plain} == {"acme/kites"}
    for scopes in (None, [("acme/kites", ""), ("acme/rockets", "")]):
        hits = await store.search(terms, scopes, 60, [("acme/rockets", "")])
        assert len([hit for hit in hits if hit.library_id == "acme/rockets"]) == 8
        assert len(hits) == 60
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    both = await store.search(terms, None, 60, [("acme/kites", ""), ("acme/rockets", "")])
    assert both[0].library_id == "acme/kites"


REFERENCE = """# dock

What a dock has.

## moor

```python
def moor(ship, *, line_count=2, wait=None)
```

Fasten a ship to the quay, with ropes.
It waits for the tide.

- **line_count** – Number of ropes.
- **wait** – Seconds after which the pilot fastens no rope.

The ropes are checked.

## Ship

```python
class Ship
```

## Rope

**Parameters**

1. A rope of hemp.
"""


async def test_what_a_section_says_is_read_from_its_stored_terms_as_from_its_text(store: Store, noon: datetime) -> None:
    page = Page("pypi://dock/1.0.0/api/dock", "dock", REFERENCE)
    toc = Toc((TocEntry("dock", page.url),), SourceName.CUSTOM, "dock", "1.0.0")
    await store.put_toc("harbour/dock", toc, noon)
    assert await store.put_page("harbour/dock", "1.0.0", page, chunks_of(page), noon)
    hits = await search(store, "fasten a ship with ropes", "harbour/dock")
    read = [ReadSection(section) for section in hit_sections(hits)]
    assert [one.url.partition("#")[2] for one in read if one.section.pieces] == ["dock", "moor", "ship", "rope"]
    for question in ("fasten a ship with ropes", "line_count", "the tide", "class ship", "hemp", "fasten to the quay"):
        scorer = SectionScorer(query_terms(question), hits, {})
        from_text = [ReadSection(section) for section in hit_sections([replace(hit, terms="") for hit in hits])]
        assert scorer.scores(read) == scorer.scores(from_text)
