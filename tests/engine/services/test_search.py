"""SearchService over a real world and over fake sources: what is found, some at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from tests.engine.fakes import ROCKETS, Bench, FakeSource, InterruptedIndex, SlowIndex, bench_of, until
from tests.patience import PATIENT, SECONDS

from pro_context_engine import DocsEngine
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.errors import CursorUnusable, FetchFailed, IndexingUnderway, SourceUnavailable
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.settings import Patience
from pro_context_engine.domain.storage import ChunkIndex
from pro_context_engine.search.query import parse_question
from pro_context_engine.services.search import SearchRequest, SearchService

LANGCHAIN = "langchain-ai/langchain"
BOATS = Library("acme/boats", "boats", "Boats")


@asynccontextmanager
async def searching_of(
    *sources: FakeSource, patience: Patience = PATIENT
) -> AsyncIterator[tuple[Bench, SearchService]]:
    async with bench_of(*sources, patience=patience) as bench:
        yield bench, bench.parts.search


def request(words: str, limit: int = 5, **more: Any) -> SearchRequest:
    return SearchRequest(parse_question(words), limit, **more)


def searching(bench: Bench, store: object, patience: float) -> SearchService:
    return bench.parts_over(store, Patience(searches=patience)).search


async def begin_anew(bench: Bench) -> None:
    """Delete everything; store a table of contents of two pages, and the first of them."""
    await bench.store.clear(None)
    bench.clock.advance(seconds=1)
    source = FakeSource("engines", "fins")
    toc = await source.toc(ROCKETS, None)
    await bench.store.put_toc(ROCKETS.library_id, toc, bench.clock())
    page = await source.page(ROCKETS, None, toc.entries[0].url)
    await bench.store.put_page(ROCKETS.library_id, "", page, chunks_of(page), bench.clock())


async def test_while_pages_are_on_their_way_asking_again_is_worthwhile() -> None:
    source = FakeSource("engines")
    source.gate.clear()
    async with searching_of(source, patience=Patience(searches=0.01)) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        with pytest.raises(IndexingUnderway):
            await read.search_opened([opened], request("engines"))
        source.gate.set()
        await bench.backfills.fill(opened, (), None)
        assert (await read.search_opened([opened], request("engines"))).results
        assert (await read.search_opened([opened], request("zzqqxx"))).results == ()


async def test_what_arrives_while_is_searched_is_still_on_its_way() -> None:
    source = FakeSource("engines")
    source.gate.clear()
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        index = cast(ChunkIndex, SlowIndex(bench, opened, source.gate))
        read = searching(bench, index, 0.01)
        with pytest.raises(IndexingUnderway):
            await read.search_opened([opened], request("engines"))
        assert (await read.search_opened([opened], request("engines"))).results


async def test_a_search_whose_pages_are_deleted_meanwhile_asks_to_search_again() -> None:
    async with bench_of(FakeSource("engines")) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        await bench.backfills.fill(opened, (), None)
        read = searching(bench, InterruptedIndex(bench, lambda: bench.store.clear(None)), 0.01)
        with pytest.raises(IndexingUnderway):
            await read.search_opened([opened], request("engines"))
        opened = await bench.ingest.open(ROCKETS, None)
        assert (await read.search_opened([opened], request("engines", patience=SECONDS))).results


async def test_a_search_begins_anew_while_another_process_stores_deleted_pages_again() -> None:
    async with bench_of(FakeSource("engines", "fins")) as bench:
        read = searching(bench, InterruptedIndex(bench, lambda: begin_anew(bench)), SECONDS)
        await bench.parts.search.search(request("engines fins", library_ids=[ROCKETS.library_id]))
        found = await read.search(request("engines fins", library_ids=[ROCKETS.library_id]))
        assert sorted(one.title for one in found.results) == ["Engines", "Fins"]


async def test_a_search_goes_on_while_its_library_is_renewed() -> None:
    asked = request("engines", library_ids=[ROCKETS.library_id])
    async with bench_of(FakeSource("engines", "fins")) as bench:
        await bench.parts.search.search(asked)
        bench.clock.advance(hours=25)
        index = InterruptedIndex(bench, lambda: bench.ingest.current(ROCKETS, None))
        assert (await searching(bench, index, SECONDS).search(asked)).results
        assert index.searches == 1


async def test_a_search_whose_library_is_deleted_while_its_pages_arrive_begins_anew() -> None:
    source = FakeSource("engines")
    source.gate.clear()
    async with searching_of(source) as (bench, read):
        asking = asyncio.create_task(read.search(request("engines", library_ids=[ROCKETS.library_id])))
        await until(lambda: source.read == ["engines"])
        await bench.store.clear(None)
        source.gate.set()
        found = await asking
        assert [one.title for one in found.results] == ["Engines"]
        assert found.unsearched == ()


async def test_who_does_not_wait_is_told_to_ask_again_however_fast_the_pages_come() -> None:
    async with searching_of(FakeSource("engines", "sails")) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        with pytest.raises(IndexingUnderway):
            await read.search_opened([opened], request("engines", patience=0))
        await bench.backfills.fill(opened, (), None)
        assert (await read.search_opened([opened], request("engines", patience=0))).results
        assert (await read.search_opened([opened], request("zzqqxx", patience=0))).results == ()


async def test_who_does_not_wait_gets_nothing_from_a_part_of_a_library() -> None:
    source = FakeSource("engines", "fins", "tank")
    source.gates["tank"] = asyncio.Event()
    async with searching_of(source) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        with pytest.raises(IndexingUnderway):
            await read.search_opened([opened], request("engines", patience=0))
        while len(await bench.store.pages(*opened.key)) < 2:
            with pytest.raises(IndexingUnderway):
                await read.search_opened([opened], request("engines", patience=0))
        with pytest.raises(IndexingUnderway):
            await read.search_opened([opened], request("engines", patience=0))
        assert (await read.search_opened([opened], request("engines", patience=0.01))).results
        source.page_facts["tank"] = FetchFailed(source.url("tank"), FetchFailed.TOOK_TOO_LONG)
        source.gates["tank"].set()
        await bench.backfills.fill(opened, (), None)
        assert (await read.search_opened([opened], request("engines", patience=0))).results
        # What failed is tried again behind the answer.
        source.gates["tank"].clear()
        bench.clock.advance(minutes=11)
        assert (await read.search_opened([opened], request("engines", patience=0))).results
        assert bench.backfills.underway(opened)


async def test_a_stored_library_is_searched_at_once_though_a_few_of_its_pages_are_missing() -> None:
    source = FakeSource("engines", *(f"part-{number}" for number in range(9)))
    source.page_facts["part-8"] = FetchFailed(source.url("part-8"), FetchFailed.TOOK_TOO_LONG)
    async with bench_of(source) as bench:
        await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        await bench.restart()
        source.gate.clear()
        read = searching(bench, bench.store, 0.01)
        opened = await bench.ingest.open(ROCKETS, None)
        assert (await read.search_opened([opened], request("engines", patience=0))).results
        assert bench.backfills.underway(opened)


async def test_a_library_without_a_page_to_be_had_is_unavailable() -> None:
    source = FakeSource("engines", "fins")
    source.page_facts["engines"] = FetchFailed(source.url("engines"), "status 503")
    source.page_facts["fins"] = FetchFailed(source.url("fins"), "status 503")
    async with searching_of(source) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        with pytest.raises(SourceUnavailable) as raised:
            await read.search_opened([opened], request("engines"))
        assert raised.value.transient
        del source.page_facts["fins"]
        bench.clock.advance(minutes=11)
        assert (await read.search_opened([opened], request("engines"))).results == ()
        assert (await read.search_opened([opened], request("fins"))).results


async def test_only_the_named_libraries_are_searched() -> None:
    rockets, boats = FakeSource("engines"), FakeSource("engines", name=SourceName.INSTALLED, version="2.0")
    boats.library_id, boats.site = "acme/boats", "https://boats.example"
    async with searching_of(rockets, boats) as (bench, read):
        opened = [await bench.ingest.open(library, None) for library in (ROCKETS, BOATS)]
        found = await read.search_opened(opened, request("engines"))
        assert found.searched == ("acme/rockets", "acme/boats")
        assert {result.library_id for result in found.results} == {"acme/rockets", "acme/boats"}
        only = await read.search_opened(opened[1:], request("engines"))
        assert {result.library_id for result in only.results} == {"acme/boats"}


async def test_everything_indexed_is_searched_as_long_as_it_may_be_served() -> None:
    source = FakeSource("engines")
    async with searching_of(source) as (bench, read):
        assert (await read.search_all(request("engines"))).searched == ()
        await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        found = await read.search_all(request("engines"))
        assert (found.searched, found.total, len(found.results)) == (("acme/rockets",), 1, 1)
        bench.clock.advance(days=8)
        assert (await read.search_all(request("engines"))).results == ()


async def test_search_counts_more_than_it_shows(langchain: DocsEngine) -> None:
    found = await langchain.search("model", [LANGCHAIN], None, 2)
    assert len(found.results) == 2 < found.total
    assert [result.relevance for result in found.results] == sorted(
        (result.relevance for result in found.results), reverse=True
    )
    assert all(result.snippet and result.url.startswith("http") for result in found.results)


async def test_a_misspelt_query_is_told_what_comes_nearest(langchain: DocsEngine) -> None:
    for libraries in ([LANGCHAIN], None):
        found = await langchain.search("chatt modles", libraries, None, 5)
        assert found.results == ()
        assert found.nearest[0] == "Chat Models"
    assert (await langchain.search("chat models", None, None, 5)).nearest == ()


async def test_another_wording_finds_what_the_query_misses(langchain: DocsEngine) -> None:
    found = await langchain.search("zzqqxx", None, None, 5, ["chat models"])
    assert found.results[0].title == "Chat Models"
    assert found.results[0].relevance > 0.8
    assert "**Chat** **models**" in found.results[0].snippet


async def test_results_carry_the_name_of_their_library_and_the_path_to_their_section(langchain: DocsEngine) -> None:
    found = await langchain.search("model", None, None, 20)
    assert {result.library_name for result in found.results} == {"LangChain"}
    assert any(result.headings for result in found.results)
    assert all(result.title not in result.headings for result in found.results)


@pytest.mark.parametrize("size", [1, 2, 5, 7])
async def test_cursors_give_everything_once_in_one_order(langchain: DocsEngine, size: int) -> None:
    whole = await langchain.search("model", [LANGCHAIN], None, 100)
    assert whole.cursor == ""
    assert len(whole.results) == whole.total > 7
    pages, cursor = [], ""
    while not pages or cursor:
        page = await langchain.search("model", [LANGCHAIN], None, size, cursor=cursor)
        assert (page.total, page.searched) == (whole.total, whole.searched)
        pages += page.results
        cursor = page.cursor
    assert tuple(pages) == whole.results


async def test_a_cursor_is_of_one_search(langchain: DocsEngine) -> None:
    cursor = (await langchain.search("model", [LANGCHAIN], None, 2)).cursor
    assert (await langchain.search("model", [LANGCHAIN], None, 20, cursor=cursor)).results
    position, digest = cursor.split("-")
    for query, rephrasings, given in (
        ("models", (), cursor),
        ("model", ("chat",), cursor),
        ("model", (), f"{int(position) + 1}-{digest}"),
        ("model", (), f"{position}-{digest[::-1]}"),
        ("model", (), "999-0000000000000000"),
        ("model", (), "0-0000000000000000"),
        ("model", (), "next"),
        ("model", (), "²-0000000000000000"),
        ("model", (), f"{cursor}\n"),
    ):
        with pytest.raises(CursorUnusable):
            await langchain.search(query, [LANGCHAIN], None, 2, rephrasings, given)


async def test_a_cursor_ends_with_what_was_shown_before_it() -> None:
    source = FakeSource("engines", "tank", "fins")
    source.padding = "How engines work."
    async with searching_of(source) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        await bench.backfills.fill(opened, (), None)
        first = await read.search_all(request("engines", 1))
        rest = await read.search_all(request("engines", cursor=first.cursor))
        assert len(rest.results) == 2
        await bench.store.drop_page(*opened.key, first.results[0].url.partition("#")[0])
        with pytest.raises(CursorUnusable):
            await read.search_all(request("engines", cursor=first.cursor))


VALVES = """
## Valves

Each of them lets something through or holds it back, and all of them are made of brass. What follows tells them apart,
one after the other, as they stand in the tank from its top to its bottom.

### Relief valves

Set the pressure of a relief valve by its spring.{filling}

### Check valves

A check valve has no pressure of its own; the valve closes by the flow.{filling}

### Gate valves

The pressure on a gate valve must be low before the valve is turned.{filling}

## Paint

Grey.{filling}
"""


async def test_where_several_parts_of_a_section_answer_it_is_a_result_too() -> None:
    source = FakeSource("tank")
    source.padding = VALVES.format(filling=" Then go on with the next one." * 20)
    async with searching_of(source) as (bench, read):
        await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        found = await read.search_all(request("pressure of a valve", 10))
        anchors = [result.url.partition("#")[2] for result in found.results]
        assert anchors[1] == "valves"
        assert {"relief-valves", "check-valves", "gate-valves"} == {*anchors} - {"valves"}
        assert found.results[1].headings == ("Valves",)
        assert [one.relevance for one in found.results] == sorted(
            (one.relevance for one in found.results), reverse=True
        )


async def test_a_pasted_error_finds_the_page_about_it_not_about_its_folders() -> None:
    async with searching_of(FakeSource("valves", "tutorial", "deployment")) as (bench, read):
        await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        pasted = (
            'Traceback (most recent call last):\n  File "/opt/ann/tutorial/deployment/app.py", line 3, in deployment\n'
            "    tutorial.deployment()\nRuntimeError: valves are stuck"
        )
        found = await read.search_all(request(pasted, 10))
        assert [result.url.rpartition("/")[2].partition("#")[0] for result in found.results] == ["valves"]
