"""Relevance and confidence: low for missing words, high for a heading; libraries that plausibly answer."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pro_context_engine.adapters.store.sqlite import SqliteStore, open_store
from pro_context_engine.domain.model import Chunk, Hit, Page, SourceName, Toc, TocEntry
from pro_context_engine.search.index.analysis import query_pairs, query_terms
from pro_context_engine.search.ranking.relevance import are_plausible, confidence, relevances

TEXTS = {
    "Loading propellant": "Open the valve, then load the propellant slowly. Watch the pressure of the tank.",
    "Pressure limits": "The tank holds a pressure of forty bar. Above it the valve opens by itself.",
    "Ignition sequence": "Start the pumps, wait for pressure, then ignite the engine with the igniter.",
    "Telemetry": "Every sensor sends its readings twice a second; use the recorder to keep them.",
}


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    opened = open_store(None)
    entries = tuple(TocEntry(title, f"https://docs.example/{number}") for number, title in enumerate(TEXTS))
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    await opened.put_toc("acme/rockets", Toc(entries, SourceName.CUSTOM, "here"), moment)
    for entry in entries:
        text = f"# {entry.title}\n\n{TEXTS[entry.title]}\n"
        chunk = Chunk(entry.url, entry.url, entry.title, "", "", (entry.title,), "", text, 40, 1, 0)
        await opened.put_page("acme/rockets", "", Page(entry.url, entry.title, text), [chunk], moment)
    yield opened
    await opened.close()


async def confidence_in(store: SqliteStore, topic: str) -> float:
    terms = query_terms(topic)
    return confidence(await store.search([*terms, *query_pairs(topic)], None, 50), len(terms))


@pytest.mark.parametrize("title", TEXTS)
async def test_an_exact_heading_is_answered_with_confidence(store: SqliteStore, title: str) -> None:
    assert await confidence_in(store, title) > 0.8


@pytest.mark.parametrize(
    "nonsense",
    [
        "flurbonic zanthropy of the quimbly",
        "load the washing machine with purple elephants",
        "start a sourdough bakery",
    ],
)
async def test_nonsense_is_answered_without(store: SqliteStore, nonsense: str) -> None:
    assert await confidence_in(store, nonsense) < 0.3


async def test_words_in_the_text_alone_give_less_than_words_in_a_heading(store: SqliteStore) -> None:
    inside = await confidence_in(store, "sensor readings recorder")
    assert 0.4 < inside < await confidence_in(store, "telemetry")


async def test_a_missing_word_lowers_it(store: SqliteStore) -> None:
    assert await confidence_in(store, "ignition sequence kubernetes") < await confidence_in(store, "ignition sequence")


def test_nothing_found_is_no_confidence() -> None:
    assert confidence([], 3) == 0


def test_it_rises_with_what_the_best_hit_reaches_and_stays_below_certainty(hit_of: Callable[..., Hit]) -> None:
    found = [
        confidence([hit_of("fuel", 0, 1.0), replace(hit_of("fuel", 1, 0.5), reach=reach / 100)], 4)
        for reach in range(400)
    ]
    assert found == sorted(found)
    assert found[0] == 0
    assert 0.9 < found[-1] < 1


def test_the_same_reach_says_more_the_more_words_were_asked(hit_of: Callable[..., Hit]) -> None:
    hits = [replace(hit_of("fuel", 0, 1.0), reach=0.8)]
    found = [confidence(hits, words) for words in (1, 3, 6, 12)]
    assert found == sorted(found)
    assert found[0] < 0.4 < found[-1]


async def test_relevance_falls_with_the_score_and_with_what_is_missing(store: SqliteStore) -> None:
    async def relevance(topic: str) -> list[float]:
        terms = query_terms(topic)
        return relevances(await store.search(terms, None, 50), terms)

    full = await relevance("tank pressure")
    assert full[0] == 1
    assert full == sorted(full, reverse=True)
    assert 0 < (await relevance("tank pressure zanthropy"))[0] < 0.7
    assert relevances([], ["tank"]) == []


Hits = Callable[..., Hit]


def test_the_share_of_what_is_asked_decides_not_the_score(hit_of: Hits) -> None:
    small = [hit_of("fuel", 0, 0.5, "Kerosene burns in the engine.\n")]
    large = [hit_of("shop", 0, 90.0, "An engine for a search.\n")]
    assert are_plausible([large, small], ["kerosen", "burn", "engin"]) == [False, True]


def test_libraries_with_as_much_are_all_heard(hit_of: Hits) -> None:
    hits = [[hit_of(name, 0, score, "Kerosene burns.\n")] for name, score in (("a", 9.0), ("b", 1.0))]
    assert are_plausible(hits, ["kerosen"]) == [True, True]


def test_one_without_a_hit_is_not() -> None:
    assert are_plausible([[], []], ["kerosen"]) == [False, False]
    assert are_plausible([], ["kerosen"]) == []


def test_a_single_one_is_heard_whatever_it_has(hit_of: Hits) -> None:
    assert are_plausible([[hit_of("fuel", 0, 1.0, "A tank.\n")]], ["kerosen", "tank", "burn"]) == [True]
