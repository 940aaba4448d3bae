"""The read path over real worlds and over fake sources."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.fakes import ROCKETS, SITE, Bench, FakeSource, SlowIndex, bench_of
from tests.patience import PATIENT
from tests.worlds import serve

from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.domain.errors import (
    FetchFailed,
    IndexingUnderway,
    PageMissing,
    SourceUnavailable,
    TopicUnmatched,
)
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.settings import Patience
from pro_context_engine.search.excerpts.token_cost import most_tokens
from pro_context_engine.search.query import parse_question
from pro_context_engine.services import found_pages
from pro_context_engine.services.passages import PassagesService

LANGCHAIN = "langchain-ai/langchain"


@asynccontextmanager
async def retrieval_of(
    *sources: FakeSource, patience: Patience = PATIENT
) -> AsyncIterator[tuple[Bench, PassagesService]]:
    async with bench_of(*sources, patience=patience) as bench:
        yield bench, bench.parts.passages


TOPICS = st.sampled_from(
    ["chat models", "streaming", "retry", "how to cache model responses", "TimeoutError", "structured output", "tool"]
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(max_tokens=st.integers(500, 10_000), topic=TOPICS)
async def test_an_answer_keeps_its_budget_and_names_its_sources(
    langchain: DocsEngine, max_tokens: int, topic: str
) -> None:
    answer = await langchain.passages([(LANGCHAIN, None)], topic, max_tokens)
    assert most_tokens(answer.content) <= answer.tokens <= max_tokens
    mark = answer.content.rpartition(" ")[2]
    for passage in answer.passages:
        head = f"> Source: {passage.url} ({LANGCHAIN}) {mark}\n> Section: {passage.title}\n\n"
        assert f"{head}{passage.text}" in answer.content
    assert answer.content.count(mark) == len(answer.passages) + 2
    assert 0 <= answer.confidence <= 1


async def test_a_larger_budget_says_no_less(langchain: DocsEngine) -> None:
    sizes = [(await langchain.passages([(LANGCHAIN, None)], "chat models", size)).tokens for size in (500, 2000, 8000)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


async def test_related_pages_are_others_than_those_answered(langchain: DocsEngine) -> None:
    answer = await langchain.passages([(LANGCHAIN, None)], "chat models", 1000)
    answered = {passage.url.partition("#")[0] for passage in answer.passages}
    related = [entry.url for entry in answer.related]
    assert related
    assert len(related) <= found_pages.NEXT_PAGES
    assert answered.isdisjoint(related)
    assert len(set(related)) == len(related)


async def test_what_is_warm_is_answered_without_a_fetch(tmp_path: Path) -> None:
    with serve("tideway") as world:
        docs = open_engine(world.settings(tmp_path))
        cold = await docs.passages([(world.library_id, None)], "worker concurrency", 2000)
        asked = len(world.asked)
        warm = await docs.passages([(world.library_id, None)], "worker concurrency", 2000)
        assert (cold.cached, warm.cached, len(world.asked)) == (False, True, asked)
        assert warm.passages == cold.passages
        await docs.close()


async def test_a_topic_that_nothing_matches_is_a_fact(langchain: DocsEngine) -> None:
    with pytest.raises(TopicUnmatched) as raised:
        await langchain.passages([(LANGCHAIN, None)], "zzqqxx wwvvkk", 2000)
    pages = raised.value.pages_known
    assert pages > 5
    assert raised.value.details() == {
        "library_ids": [LANGCHAIN],
        "topic": "zzqqxx wwvvkk",
        "searched": [f"{LANGCHAIN} (custom): {pages} of {pages} pages"],
        "pages_indexed": pages,
        "pages_known": pages,
        "oldest": raised.value.oldest,
        "nearest_headings": [],
        "nearest_pages": [],
        "missing": [],
        "language": "",
    }
    assert datetime.fromisoformat(raised.value.oldest) <= datetime.now(UTC)


async def test_a_misspelt_topic_is_told_what_comes_nearest(langchain: DocsEngine) -> None:
    with pytest.raises(TopicUnmatched) as raised:
        await langchain.passages([(LANGCHAIN, None)], "chatt modles", 2000)
    [first, *_] = raised.value.nearest_headings
    assert first == "Chat Models"
    assert (await langchain.page(raised.value.nearest_pages[0])).page.title == "Chat Models"
    assert "Chat Models" not in str(raised.value)


async def test_another_wording_finds_what_the_topic_misses(langchain: DocsEngine) -> None:
    found = await langchain.passages([(LANGCHAIN, None)], "zzqqxx", 2000, ["wwvvkk", "chat models"])
    alone = await langchain.passages([(LANGCHAIN, None)], "chat models", 2000)
    assert (found.passages[0].url, found.confidence) == (alone.passages[0].url, alone.confidence)


async def test_the_topic_counts_more_than_another_wording(langchain: DocsEngine) -> None:
    alone = await langchain.passages([(LANGCHAIN, None)], "structured output", 2000)
    both = await langchain.passages([(LANGCHAIN, None)], "structured output", 2000, ["retry strategies"])
    assert both.passages[0].url == alone.passages[0].url
    assert {passage.url for passage in both.passages} > {both.passages[0].url}


async def test_what_is_odd_to_ask_is_no_trouble(langchain: DocsEngine) -> None:
    for topic in ("", "   ", "?!" * 250, "\x00\x1b[31m", "x" * 500, "\ud800"):
        with pytest.raises(TopicUnmatched):
            await langchain.passages([(LANGCHAIN, None)], topic, 2000)
    mixed = await langchain.passages([(LANGCHAIN, None)], "模型 модель μοντέλο chat", 2000)
    assert mixed.passages


async def test_an_incomplete_index_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    source = FakeSource("engines", "fins")
    source.page_facts["fins"] = FetchFailed(source.url("fins"), FetchFailed.TOOK_TOO_LONG)
    async with retrieval_of(source) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        await bench.backfills.fill(opened, (), None)
        with pytest.raises(TopicUnmatched) as raised:
            await read.answer([opened], parse_question("fns"), 1000, {})
    assert (raised.value.pages_indexed, raised.value.pages_known) == (1, 2)
    assert raised.value.searched == ["acme/rockets (llms.txt): 1 of 2 pages"]
    assert (raised.value.nearest_headings, raised.value.nearest_pages) == (["Fins"], [source.url("fins")])


@pytest.mark.parametrize(
    ("fact", "transient", "reason"),
    [
        (FetchFailed(SITE, "status 503"), True, "status 503"),
        (PageMissing(SITE), False, "status 404"),
        (ValueError(), False, "a page cannot be read"),
    ],
)
async def test_a_library_without_a_page_to_be_had_is_unavailable(fact: Exception, transient: bool, reason: str) -> None:
    source = FakeSource("engines", "fins")
    source.page_facts = dict.fromkeys(source.names, fact)
    async with retrieval_of(source) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        for _ in range(2):  # the second time nothing is tried
            with pytest.raises(SourceUnavailable) as raised:
                await read.answer([opened], parse_question("engines"), 1000, {})
            told = raised.value
            assert (told.library_id, told.tried, told.transient) == ("acme/rockets", ["llms.txt"], transient)
            assert (told.reason, told.attempts) == (reason, [f"llms.txt: {reason}"])
        assert len(source.read) == 2
        source.page_facts = {}
        bench.clock.advance(minutes=11)
        assert (await read.answer([opened], parse_question("engines"), 1000, {})).passages


async def test_of_several_libraries_one_with_pages_is_enough_to_find_nothing() -> None:
    rockets, boats = FakeSource("engines"), FakeSource("sails", name=SourceName.INSTALLED, version="2.0")
    boats.library_id, boats.site = "acme/boats", "https://boats.example"
    rockets.page_facts["engines"] = PageMissing(rockets.url("engines"))
    async with retrieval_of(rockets, boats) as (bench, read):
        opened = [
            await bench.ingest.open(library, None) for library in (ROCKETS, Library("acme/boats", "boats", "Boats"))
        ]
        with pytest.raises(TopicUnmatched):
            await read.answer(opened, parse_question("engines"), 1000, {})


async def test_while_pages_are_on_their_way_asking_again_is_worthwhile() -> None:
    source = FakeSource("engines")
    source.gate.clear()
    async with retrieval_of(source, patience=Patience(answers=0.01)) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        with pytest.raises(IndexingUnderway) as raised:
            await read.answer([opened], parse_question("engines"), 1000, {})
        assert raised.value.retry_after > 0
        source.gate.set()
        await bench.backfills.fill(opened, (), None)
        assert (await read.answer([opened], parse_question("engines"), 1000, {})).passages
        with pytest.raises(TopicUnmatched):
            await read.answer([opened], parse_question("zzqqxx"), 1000, {})


async def test_the_likeliest_pages_are_waited_for_first(monkeypatch: pytest.MonkeyPatch) -> None:
    source = FakeSource(*(f"page-{number}" for number in range(40)), "nozzles")
    async with retrieval_of(source) as (bench, read):
        await read.answer([await bench.ingest.open(ROCKETS, None)], parse_question("nozzles"), 1000, {})
    assert source.read[0] == "nozzles"


@pytest.mark.behavior("full/get-docs/indexes-behind")
async def test_the_likeliest_pages_answer_while_others_are_on_their_way() -> None:
    source = FakeSource("fins", "engines")
    source.gates["fins"] = asyncio.Event()
    async with retrieval_of(source, patience=Patience(answers=0.5)) as (bench, read):
        opened = await bench.ingest.open(ROCKETS, None)
        early = None
        while early is None:
            with suppress(IndexingUnderway):  # where half a second is too little for a page
                early = await read.answer([opened], parse_question("engines"), 1000, {})
        assert early.passages
        assert early.indexing
        source.gates["fins"].set()
        await bench.backfills.fill(opened, (), None)
        assert not (await read.answer([opened], parse_question("engines"), 1000, {})).indexing


@pytest.mark.parametrize("topic", ["engines", "fins"])
async def test_what_arrives_while_an_answer_is_made_is_still_on_its_way(topic: str) -> None:
    source = FakeSource("fins", "engines")
    gate = source.gates["fins"] = asyncio.Event()
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        while not await bench.text(source.url("engines")):
            await bench.backfills.fill(opened, (), 0.01)
        read = bench.parts_over(SlowIndex(bench, opened, gate), Patience(answers=0.01)).passages
        try:
            assert (await read.answer([opened], parse_question(topic), 1000, {})).indexing
        except IndexingUnderway:
            assert topic == "fins"
        again = await read.answer([opened], parse_question(topic), 1000, {})
        assert (again.indexing, again.passages[0].url) == (False, f"{source.url(topic)}#{topic}")


async def test_an_answer_that_is_given_again_is_the_same_until_its_page_changes() -> None:
    source = FakeSource("engines", "fins")
    async with retrieval_of(source) as (bench, read):
        opened = [await bench.ingest.open(ROCKETS, None)]
        await bench.backfills.fill(opened[0], (), None)
        asked = parse_question("engines")
        first = await read.answer(opened, asked, 1000, {})
        again = await read.answer(opened, asked, 1000, {})
        assert again.content != first.content  # the marks of each answer are its own
        assert (again.passages, again.related, again.tokens, again.confidence) == (
            first.passages,
            first.related,
            first.tokens,
            first.confidence,
        )
        assert (await read.answer(opened, asked, 600, {})).tokens <= 600
        url = source.url("engines")
        changed = markdown_page(url, "# Engines\n\nThe engines of another year.\n")
        await bench.store.put_page(*opened[0].key, changed, chunks_of(changed), bench.clock())
        assert (await read.answer(opened, asked, 1000, {})).passages[0].text.endswith("of another year.")


async def test_several_libraries_are_answered_together() -> None:
    rockets, boats = FakeSource("engines"), FakeSource("engines", "sails", name=SourceName.INSTALLED, version="2.0")
    boats.library_id, boats.site = "acme/boats", "https://boats.example"
    async with retrieval_of(rockets, boats) as (bench, read):
        opened = [
            await bench.ingest.open(library, None) for library in (ROCKETS, Library("acme/boats", "boats", "Boats"))
        ]
        answer = await read.answer(opened, parse_question("engines"), 1000, {})
        assert {(one.library_id, one.version) for one in answer.passages} == {
            ("acme/rockets", None),
            ("acme/boats", "2.0"),
        }
        apart = await read.answer(opened, parse_question("sails"), 1000, {})
        assert {one.library_id for one in apart.passages} == {"acme/boats"}
        assert apart.content.startswith("> Warning: Nothing on this topic was found in acme/rockets. [")


async def test_an_answer_is_as_stale_as_what_it_is_made_of() -> None:
    rockets, boats = FakeSource("engines"), FakeSource("sails")
    boats.library_id, boats.site = "acme/boats", "https://boats.example"
    async with retrieval_of(rockets, boats) as (bench, read):
        library = Library("acme/boats", "boats", "Boats")
        await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        bench.clock.advance(days=2)
        rockets.toc_gate.clear()
        opened = [await bench.ingest.open(ROCKETS, None), await bench.ingest.open(library, None)]
        assert (await read.answer(opened, parse_question("engines"), 1000, {})).stale
        sails = await read.answer(opened, parse_question("sails"), 1000, {})
        assert (sails.stale, sails.fetched_at) == (False, bench.clock())
