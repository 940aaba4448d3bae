"""Hits to passages: never over the budget, best first, in context."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.chunks.tokens import count
from pro_context_engine.model import Chunk, Hit
from pro_context_engine.ranking import pages_of, passages
from pro_context_engine.ranking.pages import PageKey

Hits = Callable[..., Hit]
SEPARATOR = "\n\n---\n\n"


def key_of(hit: Hit) -> PageKey:
    return pages_of([hit])[0].key


def test_no_hits_make_no_passages() -> None:
    assert passages([], {}, 1000, ["fuel"]) == []


def test_the_best_page_comes_first_and_names_itself(hit_of: Hits) -> None:
    hits = [hit_of("tank", 0, 5.0, "Tank.\n"), hit_of("fuel", 2, 9.0, "## Fuel\n\nBurns.\n", ("Fuel", "Kinds"))]
    first, second = passages(hits, {}, 1000, ["fuel"])
    assert (first.title, first.url, first.text) == (
        "Fuel › Kinds",
        "https://docs.example/fuel#part-2",
        "## Fuel\n\nBurns.",
    )
    assert (first.library_id, first.version, first.tokens) == ("acme/rockets", "1.0", count(first.text))
    assert second.title == "Tank"
    assert 0 <= second.relevance < first.relevance <= 1


def test_the_section_around_a_hit_comes_along_and_no_other(hit_of: Hits) -> None:
    section = ("Fuel", "Kinds")
    paths = [("Fuel",), section, section, (*section, "Solid"), ("Fuel", "Prices")]
    page = [hit_of("fuel", i, 0.0, f"Part {i}.\n", path).chunk for i, path in enumerate(paths)]
    hit = Hit(page[2], 5.0, "acme/rockets", "1.0")
    (passage,) = passages([hit], {key_of(hit): page}, 1000, ["part"])
    assert passage.text == "Part 1.\nPart 2.\nPart 3."
    assert passage.url.endswith("#part-1")


def test_context_takes_its_share_of_the_budget_only(hit_of: Hits) -> None:
    page = [hit_of("fuel", i, 0.0, f"Part {i}. " + "word " * 100 + "\n").chunk for i in range(30)]
    hit = Hit(page[10], 5.0, "acme/rockets", "1.0")
    (passage,) = passages([hit], {key_of(hit): page}, 2000, ["part"])
    assert page[10].tokens < passage.tokens <= page[10].tokens + 500


def test_pieces_apart_on_a_page_stay_apart_in_page_order(hit_of: Hits) -> None:
    hits = [hit_of("fuel", 7, 9.0, "Seven.\n"), hit_of("fuel", 1, 8.0, "One.\n"), hit_of("fuel", 2, 7.0, "Two.\n")]
    assert [passage.text for passage in passages(hits, {}, 1000, ["one"])] == ["One.\nTwo.", "Seven."]


def test_noise_is_left_out_however_large_the_budget(hit_of: Hits) -> None:
    hits = [hit_of("fuel", 0, 10.0), hit_of("tank", 0, 1.0)]
    assert [passage.title for passage in passages(hits, {}, 10_000, ["text"])] == ["Fuel"]


def test_a_chunk_larger_than_the_budget_is_cut(hit_of: Hits) -> None:
    (passage,) = passages([hit_of("fuel", 0, 5.0, "Fuel burns well. " * 500)], {}, 300, ["fuel"], overhead=20)
    assert passage.text.startswith("Fuel burns well.")
    assert 150 <= passage.tokens <= 280


def test_a_page_that_does_not_fit_makes_room_for_the_next(hit_of: Hits) -> None:
    sizes = {"fuel": 200, "huge": 2000, "tank": 10}
    hits = [hit_of(name, 0, 9.0 - rank, "word " * size) for rank, (name, size) in enumerate(sizes.items())]
    assert [passage.title for passage in passages(hits, {}, 500, ["word"])] == ["Fuel", "Tank"]


@pytest.mark.parametrize("max_tokens", [0, 5, 20])
def test_no_room_makes_no_passages(hit_of: Hits, max_tokens: int) -> None:
    assert passages([hit_of("fuel", 0, 5.0)], {}, max_tokens, ["text"], overhead=20) == []


LINES = st.lists(st.text(alphabet="ab `~#\n水ж", max_size=300), min_size=1, max_size=12)


def _world(texts: list[list[str]], scores: list[float]) -> tuple[list[Hit], dict[PageKey, list[Chunk]]]:
    """Make pages of the texts, a hit on each second chunk, and their neighbours."""
    hits: list[Hit] = []
    neighbours: dict[PageKey, list[Chunk]] = {}
    for number, parts in enumerate(texts):
        url = f"https://docs.example/{number}"
        chunks = [
            Chunk(f"{number}-{i}", url, "Page", "", "", ("Page", "ab"[i // 3 % 2]), "", part * 9, count(part * 9), 1, i)
            for i, part in enumerate(parts)
        ]
        found = [Hit(chunk, scores[chunk.ordinal % len(scores)], "acme/rockets", None) for chunk in chunks[::2]]
        neighbours[key_of(found[0])] = chunks
        hits += found
    return hits, neighbours


@given(
    texts=st.lists(LINES, min_size=1, max_size=5),
    scores=st.lists(st.floats(0.1, 50), min_size=1, max_size=6),
    max_tokens=st.integers(500, 10_000),
    seed=st.integers(0, 5),
)
def test_the_budget_is_never_exceeded_and_the_order_never_changes(
    texts: list[list[str]], scores: list[float], max_tokens: int, seed: int
) -> None:
    hits, neighbours = _world(texts, scores)
    overhead = count(SEPARATOR)
    chosen = passages(hits, neighbours, max_tokens, ["ab", "水"], overhead=overhead)
    assert count("".join(passage.text + SEPARATOR for passage in chosen)) <= max_tokens
    assert sum(passage.tokens + overhead for passage in chosen) <= max_tokens
    assert all(0 <= passage.relevance <= 1 for passage in chosen)
    shuffled = Random(seed).sample(hits, len(hits))
    assert passages(shuffled, neighbours, max_tokens, ["ab", "水"], overhead=overhead) == chosen


def test_versions_of_one_page_do_not_mix(hit_of: Hits) -> None:
    hit = hit_of("fuel", 0, 5.0, "Old.\n")
    newer = replace(hit, chunk=replace(hit.chunk, text="New.\n"), version="2.0", score=6.0)
    assert [(p.version, p.text) for p in passages([hit, newer], {}, 1000, ["old"])] == [
        ("2.0", "New."),
        ("1.0", "Old."),
    ]
