"""The behaviour of every store, for each database."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pro_context_engine.domain.model import (
    Chunk,
    Dates,
    Delivery,
    Heading,
    Page,
    Snapshot,
    SourceName,
    Symbol,
    Toc,
    TocEntry,
    Validators,
)
from pro_context_engine.domain.storage import Store
from pro_context_engine.search.index.analysis import analyse

Tocs = Callable[..., Toc]
Pages = Callable[..., tuple[Page, list[Chunk]]]

DELIVERY = Delivery("https://docs.example/start.md", Validators('W/"one"', "Sat, 21 Nov 2026 10:00:00 GMT"))


async def texts_found(store: Store, words: str, *scopes: tuple[str, str | None]) -> list[str]:
    return [hit.chunk.text for hit in await store.search(analyse(words), scopes or None, 10)]


async def test_an_empty_store_has_nothing(store: Store) -> None:
    assert await store.snapshots() == []
    assert await store.snapshot("acme/rockets", "") is None
    assert await store.toc("acme/rockets", "") is None
    assert await store.page("https://docs.example/start") is None
    assert await store.owner("https://docs.example/start") is None
    assert await store.indexed() == []
    assert await texts_found(store, "anything") == []


async def test_a_snapshot_comes_back_as_it_went_in(store: Store, toc_of: Tocs, noon: datetime) -> None:
    toc = replace(toc_of("start", "api", version="2.1.0"), delivery=DELIVERY)
    put = await store.put_toc("acme/rockets", toc, noon)
    origin = "https://docs.example/llms.txt"
    assert put == Snapshot("acme/rockets", "2.1.0", SourceName.LLMS_TXT, origin, noon, noon, 0, 2)
    assert await store.snapshot("acme/rockets", "2.1.0") == put
    assert await store.toc("acme/rockets", "2.1.0") == toc
    assert await store.snapshot("acme/rockets", "") is None


async def test_symbols_are_found_by_their_endings(store: Store, toc_of: Tocs, noon: datetime) -> None:
    api = "https://docs.example/api"
    names = [
        "rockets.Engine.start_up",
        "rockets.old.Engine.start_up",
        "rockets.Engine.start",
        "rockets.Fengine.start_up",
    ]
    toc = replace(toc_of("start", "api"), symbols=tuple(Symbol(name, f"{api}#{name}") for name in names))
    await store.put_toc("acme/rockets", toc, noon)
    assert await store.symbols("acme/rockets", "", ["engine.startup"]) == [f"{api}#{name}" for name in names[:2]]
    assert await store.symbols("acme/rockets", "", ["r.engine.start", "engine.start"]) == [f"{api}#{names[2]}"]
    assert await store.symbols("acme/rockets", "", ["engine.stop"]) == []
    assert await store.symbols("acme/rockets", "2.0", ["engine.start"]) == []
    assert await store.symbols("acme/kites", "", ["engine.start"]) == []
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    assert await store.symbols("acme/rockets", "", ["engine.start"]) == []


async def test_a_page_comes_back_as_it_went_in(store: Store, toc_of: Tocs, noon: datetime) -> None:
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    url = "https://docs.example/start"
    outline = (Heading("Start", 1, "start", 1),)
    page = Page(url, "Start ✓", '# Start\n\n‘q’ "dq" 水\n', outline, "How to", "Guide", DELIVERY)
    later = (noon + timedelta(minutes=5)).astimezone(timezone(timedelta(hours=2)))
    await store.put_page("acme/rockets", "", page, [], later)
    stored = await store.page(f"{url}#start")
    assert stored is not None
    assert (stored.page, stored.library_id, stored.version, stored.source) == (page, "acme/rockets", "", "llms.txt")
    assert stored.fetched_at == stored.read_at == later
    assert stored.fetched_at.utcoffset() == timedelta(0)


async def test_the_pages_of_a_snapshot_are_read_in_order_some_at_a_time(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    names = ["sails", "engines", "ropes", "anchors", "keels"]
    for version in ("1.0", "2.0"):
        await store.put_toc("acme/rockets", toc_of(*names, version=version), noon)
        for name in names:
            page, chunks = page_of(name, f"All about {name} {version}. ")
            await store.put_page(
                "acme/rockets", version, replace(page, headings=(Heading(name, 1, name, 1),)), chunks, noon
            )
    found: list[Page] = []
    while batch := await store.pages_after("acme/rockets", "2.0", found[-1].url if found else "", 2):
        assert len(batch) <= 2
        found += batch
    assert [page.title for page in found] == sorted(name.title() for name in names)
    assert all(page.markdown.endswith(" 2.0. ") and page.headings for page in found)
    assert await store.pages_after("acme/rockets", "3.0", "", 2) == []


async def test_the_outlines_of_pages_are_read_by_their_urls(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("sails", "ropes", version="2.0"), noon)
    outlines = {}
    for name in ("sails", "ropes"):
        page, chunks = page_of(name, f"All about {name}. ")
        outlines[page.url] = (Heading(name, 1, name, 1), Heading("Care", 2, "care", 7))
        await store.put_page("acme/rockets", "2.0", replace(page, headings=outlines[page.url]), chunks, noon)
    assert await store.outlines("acme/rockets", "2.0", [*outlines, "https://docs.example/unknown"]) == outlines
    assert await store.outlines("acme/rockets", "1.0", list(outlines)) == {}
    assert await store.outlines("acme/rockets", "2.0", []) == {}


async def test_the_headings_of_a_snapshot_are_read_with_their_places(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("sails", "ropes", version="2.0"), noon)
    places = set()
    for name in ("sails", "ropes"):
        page, chunks = page_of(name, f"All about {name}. ")
        headings = (Heading(name, 1, "", 1), Heading("Care", 2, "care", 7))
        places |= {(one.title, page.url, one.anchor) for one in headings}
        await store.put_page("acme/rockets", "2.0", replace(page, headings=headings), chunks, noon)
    found = await store.headings("acme/rockets", "2.0", 10)
    assert (len(found), set(found)) == (4, places)
    assert len(await store.headings("acme/rockets", "2.0", 3)) == 3
    assert await store.headings("acme/rockets", "1.0", 10) == await store.headings("acme/rockets", "2.0", 0) == []


async def test_a_chunk_is_found_as_it_went_in(store: Store, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    await store.put_toc("acme/rockets", toc_of("start", version="2.0"), noon)
    page, chunks = page_of("start", "# Start\n\nFuel the tank.\n", "Ignite the engine.\n", "Read the gauge.\n")
    await store.put_page("acme/rockets", "2.0", page, chunks, noon)
    (hit,) = await store.search(["ignit"], [("acme/rockets", "2.0")], 10)
    assert (hit.chunk, hit.library_id, hit.version) == (chunks[1], "acme/rockets", "2.0")
    assert hit.score > 0
    assert await store.neighbours(hit) == chunks
    assert await store.indexed() == ["acme/rockets"]


async def test_a_value_made_of_rows_is_made_anew_once_a_page_is_stored(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("start", "api"), noon)

    async def found() -> list[str]:
        return await store.remembered(("engines",), lambda: texts_found(store, "engine"), len)

    assert await found() == await found() == []
    for number, name in enumerate(["start", "api"], 1):
        page, chunks = page_of(name, f"# Page\n\nThe {name} of the engine.\n")
        await store.put_page("acme/rockets", "", page, chunks, noon)
        assert sorted(await found()) == sorted(await texts_found(store, "engine"))
        assert len(await found()) == number


async def test_the_chunk_in_which_a_section_begins_is_found_by_its_headings(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("start", "other"), noon)
    paths = [("Start",), ("Start", 'A "b'), ("Start", 'A "b" c', "水"), ("Start", 'A "b" c', "d"), ("Start", "Tank%")]
    for name in ("start", "other"):
        page, chunks = page_of(name, *("Fuel.\n" for _ in paths))
        placed = [replace(chunk, heading_path=path) for chunk, path in zip(chunks, paths, strict=True)]
        await store.put_page("acme/rockets", "", page, placed, noon)
    hit = next(hit for hit in await store.search(["fuel"], None, 10) if hit.chunk.page_title == "Start")
    for path, ordinal in {("Start",): 0, ("Start", 'A "b'): 1, ("Start", 'A "b" c'): 2, ("Start", "Tank%"): 4}.items():
        found = await store.beginning(hit, path)
        assert found is not None
        assert (found.page_title, found.ordinal) == ("Start", ordinal)
    assert await store.beginning(hit, ("Start", "Tank")) is None


async def test_the_sections_that_urls_name_are_read_together(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    page, chunks = page_of("start", "# Start\n", "## Tank\n\nFuel.\n")
    start, tank = Heading("Start", 1, "start", 0), Heading("Tank", 2, "tank", 1)
    placed = [replace(chunks[0], headings=(start,)), replace(chunks[1], headings=(tank,))]
    await store.put_page("acme/rockets", "", page, placed, noon)
    urls = [f"{page.url}#tank", f"{page.url}#pump", f"{page.url}#start"]
    expected = [(placed[1], [start, tank]), None, (placed[0], [start])]
    assert await store.sections("acme/rockets", "", urls) == expected
    assert await store.sections("acme/rockets", "2.0", urls[:1]) == [None]
    assert await store.sections("acme/rockets", "", []) == []


async def test_a_page_replaces_itself_with_its_chunks(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    for text in ("Kerosene burns.\n", "Hydrogen burns.\n"):
        await store.put_page("acme/rockets", "", *page_of("start", text), noon)
    assert await texts_found(store, "kerosene") == []
    assert await texts_found(store, "burns") == ["Hydrogen burns.\n"]
    snapshot = await store.snapshot("acme/rockets", "")
    assert snapshot is not None
    assert snapshot.pages == 1


async def test_a_new_toc_drops_the_pages_it_does_not_name_and_keeps_the_others(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("start", "old"), noon)
    await store.put_page("acme/rockets", "", *page_of("start", "Fuel lasts.\n"), noon)
    await store.put_page("acme/rockets", "", *page_of("old", "Fuel lasted.\n"), noon)
    renewed = await store.put_toc("acme/rockets", toc_of("new", "start"), noon + timedelta(days=1))
    assert (renewed.pages, renewed.total_pages) == (1, 2)
    assert renewed.fetched_at == noon + timedelta(days=1)
    assert await texts_found(store, "fuel") == ["Fuel lasts.\n"]
    assert await store.page("https://docs.example/old") is None
    assert await store.owner("https://docs.example/old") is None
    assert len(await store.snapshots()) == 1


async def test_what_is_found_unchanged_keeps_its_text_and_when_that_was_read(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    toc, later = replace(toc_of("start", "api"), delivery=DELIVERY), noon + timedelta(days=1)
    await store.put_toc("acme/rockets", toc, noon)
    for name, delivery in (("start", DELIVERY), ("api", Delivery())):
        page, chunks = page_of(name, "Fuel.\n")
        await store.put_page("acme/rockets", "", replace(page, delivery=delivery), chunks, noon)
    await store.confirm_toc("acme/rockets", "", later)
    for _ in range(2):
        await store.confirm_page("acme/rockets", "", "https://docs.example/start#fuel", later)
        later += timedelta(hours=1)
    snapshot = await store.snapshot("acme/rockets", "")
    assert snapshot is not None
    assert (snapshot.fetched_at, snapshot.read_at) == (noon + timedelta(days=1), noon)
    assert await store.toc("acme/rockets", "") == toc
    stored = await store.page("https://docs.example/start")
    assert stored is not None
    assert (stored.page.markdown, stored.page.delivery) == ("Fuel.\n", DELIVERY)
    assert (stored.fetched_at, stored.read_at) == (noon + timedelta(days=1, hours=1), noon)
    assert await store.pages("acme/rockets", "") == {
        "https://docs.example/start": Dates(stored.fetched_at, noon),
        "https://docs.example/api": Dates(noon, noon),
    }
    assert len(await texts_found(store, "fuel")) == 2
    assert await store.verify() == []


async def test_text_of_a_toc_is_kept_beside_it_as_long_as_it_has_one(
    store: Store, toc_of: Tocs, noon: datetime
) -> None:
    assert await store.toc_text("acme/rockets", "") == ""
    await store.put_toc("acme/rockets", replace(toc_of("start"), text="# Rockets\n"), noon)
    await store.confirm_toc("acme/rockets", "", noon)
    assert await store.toc("acme/rockets", "") == toc_of("start")
    assert await store.toc_text("acme/rockets", "") == "# Rockets\n"
    assert await store.toc_text("acme/rockets", "2.0") == ""
    unstorable = replace(toc_of("start"), text="# Secrets\n", delivery=Delivery(storable=False))
    await store.put_toc("acme/rockets", unstorable, noon)
    assert await store.toc_text("acme/rockets", "") == ""
    await store.put_toc("acme/rockets", replace(toc_of("start"), text="# Rockets\n"), noon)
    await store.clear(["acme/rockets"])
    assert (await store.toc_text("acme/rockets", ""), await store.verify()) == ("", [])


async def test_where_redirects_led_is_kept_with_the_page(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    page, chunks = page_of("start", "Fuel.\n")
    moved = replace(page, delivery=replace(DELIVERY, landed="https://docs.example/moved"))
    await store.put_page("acme/rockets", "", moved, chunks, noon)
    await store.confirm_page("acme/rockets", "", page.url, noon)
    stored = await store.page(page.url)
    assert stored is not None
    assert (stored.page, stored.page.final_url) == (moved, "https://docs.example/moved")
    assert await store.verify() == []


async def test_what_is_not_stored_cannot_be_found_unchanged(store: Store, toc_of: Tocs, noon: datetime) -> None:
    await store.confirm_toc("acme/rockets", "", noon)
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    await store.confirm_page("acme/rockets", "", "https://docs.example/start", noon)
    await store.drop_page("acme/rockets", "", "https://docs.example/start")
    assert await store.page("https://docs.example/start") is None
    assert await store.verify() == []


async def test_a_dropped_page_leaves_the_store_and_the_index(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("start", "api"), noon)
    for name in ("start", "api"):
        page, chunks = page_of(name, f"Fuel of {name}.\n")
        await store.put_page("acme/rockets", "", replace(page, delivery=DELIVERY), chunks, noon)
    await store.drop_page("acme/rockets", "", "https://docs.example/start#fuel")
    assert await store.page("https://docs.example/start") is None
    assert set(await store.pages("acme/rockets", "")) == {"https://docs.example/api"}
    assert await texts_found(store, "fuel") == ["Fuel of api.\n"]
    assert await store.verify() == []


async def test_of_a_toc_that_must_not_be_stored_nothing_is_but_its_pages(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    toc = replace(toc_of("start", "api"), delivery=replace(DELIVERY, storable=False))
    await store.put_toc("acme/rockets", toc, noon)
    await store.put_page("acme/rockets", "", *page_of("start", "Fuel.\n"), noon)
    await store.put_page("acme/rockets", "", *page_of("old", "Fuel.\n"), noon)
    await store.put_toc("acme/rockets", toc, noon)
    assert await store.toc("acme/rockets", "") == Toc((), toc.source, toc.origin)
    assert set(await store.pages("acme/rockets", "")) == {"https://docs.example/start"}
    assert await store.owner("https://docs.example/start") is None


async def test_a_page_of_no_snapshot_is_not_stored(store: Store, page_of: Pages, noon: datetime) -> None:
    assert not await store.put_page("acme/rockets", "", *page_of("start", "Fuel.\n"), noon)
    assert await store.page("https://docs.example/start") is None
    assert await texts_found(store, "fuel") == []


async def test_snapshots_come_newest_first_and_the_newest_owns_a_shared_page(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    for version, hours in (("1.0", 1), ("3.0", 3), ("2.0", 2)):
        moment = noon + timedelta(hours=hours)
        await store.put_toc("acme/rockets", toc_of("start", version=version), moment)
        await store.put_page("acme/rockets", version, *page_of("start", f"Fuel of {version}.\n"), moment)
    assert [snapshot.version for snapshot in await store.snapshots()] == ["3.0", "2.0", "1.0"]
    stored = await store.page("https://docs.example/start")
    assert stored is not None
    assert stored.version == "3.0"
    asked = await store.page("https://docs.example/start", ("acme/rockets", "2.0"))
    assert asked is not None
    assert asked.page.markdown == "Fuel of 2.0.\n"
    assert await store.page("https://docs.example/start", ("acme/rockets", "4.0")) is None
    assert await store.owner("https://docs.example/start#fuel") == ("acme/rockets", "3.0")


async def test_search_keeps_to_its_scopes(store: Store, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    for library, version in (("acme/rockets", "1.0"), ("acme/rockets", "2.0"), ("acme/kites", None)):
        await store.put_toc(library, toc_of("start", version=version), noon)
        text = f"Wind for {library} {version}.\n"
        await store.put_page(library, version or "", *page_of("start", text), noon)
    everything = await store.search(["wind"], None, 10)
    assert len(everything) == 3
    assert {hit.version for hit in everything if hit.library_id == "acme/kites"} == {None}
    assert len(await texts_found(store, "wind", ("acme/rockets", None))) == 2
    assert await texts_found(store, "wind", ("acme/rockets", "2.0")) == ["Wind for acme/rockets 2.0.\n"]
    assert len(await texts_found(store, "wind", ("acme/rockets", "2.0"), ("acme/kites", ""))) == 2
    assert await texts_found(store, "wind", ("acme/boats", None)) == []
    assert await store.search(["wind"], [], 10) == []


async def test_a_title_counts_more_than_the_text(store: Store, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    names = ("gauges", "valves", "pumps", "pipes")
    await store.put_toc("acme/rockets", toc_of(*names), noon)
    for name in names:
        await store.put_page("acme/rockets", "", *page_of(name, "Valves open and close.\n" * (name != "pipes")), noon)
    hits = await store.search(analyse("valves"), None, 10)
    assert hits[0].chunk.page_title == "Valves"
    assert len(hits) == 3


async def test_equal_scores_come_in_one_order(store: Store, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    names = ["delta", "alpha", "charlie", "bravo", "zero", "yes", "x-ray", "whiskey", "victor"]
    await store.put_toc("acme/rockets", toc_of(*names), noon)
    for name in names:
        await store.put_page("acme/rockets", "", *page_of(name, "Same words.\n", "Other text.\n"), noon)
    hits = await store.search(["word"], None, 4)
    assert len(hits) == 4
    assert [hit.chunk.page_url for hit in hits] == sorted(hit.chunk.page_url for hit in hits)
    assert await store.search(["word"], None, 4) == hits


@pytest.mark.parametrize("terms", [[], ['"'], ["NEAR("], ["*"], ["a:b"], ['" OR "'], ["-"], ["^a"]])
async def test_no_term_breaks_the_query(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime, terms: list[str]
) -> None:
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    await store.put_page("acme/rockets", "", *page_of("start", "Some text.\n"), noon)
    assert await store.search(terms, None, 10) == []
    assert await store.search(terms, [("acme/rockets", None)], 10) == []
    assert not store.failing


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(words=st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=8))
async def test_every_term_of_a_page_finds_it(store: Store, page_of: Pages, noon: datetime, words: list[str]) -> None:
    page, chunks = page_of("start", " ".join(words) + "\n")
    toc = Toc((TocEntry("Start", page.url),), SourceName.CUSTOM, "here")
    await store.put_toc("acme/rockets", toc, noon)
    await store.put_page("acme/rockets", "", page, chunks, noon)
    for term in analyse(chunks[0].text):
        assert [hit.chunk for hit in await store.search([term], None, 10)] == chunks


async def test_text_that_no_encoding_can_hold_is_not_stored(
    store: Store, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    await store.put_page("acme/rockets", "", *page_of("start", "Half of a pair: \ud800\n"), noon)
    assert await store.page("https://docs.example/start") is None
    assert await store.page("https://docs.example/\ud800") is None
    assert await store.search(["pair", "\ud800"], None, 10) == []
