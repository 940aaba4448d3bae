"""Hits to passages: never over the budget, best first, something of many pages, in context."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.domain.model import Chunk, Hit, Passage
from pro_context_engine.search.excerpts.quoting import FRAME, quote
from pro_context_engine.search.excerpts.token_cost import most_tokens
from pro_context_engine.search.ranking.passage_selection import PAGES, select_passages
from pro_context_engine.search.ranking.ranked_pages import PageKey, pages_of

Hits = Callable[..., Hit]
LOREM = "Load the tank slowly and watch the gauge until the needle rests beside the mark; then close valve number "


def key_of(hit: Hit) -> PageKey:
    return pages_of([hit])[0].key


def chosen(
    hits: Sequence[Hit], max_tokens: int = 1000, term: str = "part", page: Sequence[Chunk] = ()
) -> list[Passage]:
    """Choose from one library; `page` has the chunks of the first hit's page."""
    neighbours = {key_of(hits[0]): page} if page else {}
    return select_passages([pages_of(hits)], neighbours, max_tokens, [[term]])


def different(number: int, words: int = 30) -> str:
    """Return a text that no other number gives a run of words of."""
    return " ".join(f"w{number}x{position}" for position in range(words)) + "\n"


def test_nothing_makes_no_passages() -> None:
    assert select_passages([], {}, 1000, [["fuel"]]) == []
    assert select_passages([[]], {}, 1000, [["fuel"]]) == []


def test_the_best_page_comes_first_and_names_itself(hit_of: Hits) -> None:
    hits = [hit_of("tank", 0, 5.0, "Tank.\n"), hit_of("fuel", 2, 9.0, "## Fuel\n\nBurns.\n", ("Fuel", "Kinds"))]
    first, second = chosen(hits, term="fuel")
    assert (first.title, first.url, first.text) == (
        "Fuel › Kinds",
        "https://docs.example/fuel#part-2",
        "## Fuel\n\nBurns.",
    )
    assert (first.library_id, first.version, first.tokens) == ("acme/rockets", "1.0", most_tokens(first.text))
    assert second.title == "Tank"
    assert 0 <= second.relevance < first.relevance <= 1


def test_the_section_around_a_hit_comes_along_and_no_other(hit_of: Hits) -> None:
    section = ("Fuel", "Kinds")
    paths = [("Fuel",), section, section, (*section, "Solid"), ("Fuel", "Prices")]
    page = [hit_of("fuel", i, 0.0, f"Part {i}.\n", path).chunk for i, path in enumerate(paths)]
    (passage,) = chosen([Hit(page[2], 5.0, "acme/rockets", "1.0")], page=page)
    assert passage.text == "Part 1.\nPart 2.\nPart 3."
    assert passage.url.endswith("#part-1")


def test_what_ends_a_section_takes_no_room_from_it(hit_of: Hits) -> None:
    section = ("Fuel", "Kinds")
    hit = hit_of("fuel", 1, 5.0, "Kinds part.\n", section)
    before, after = hit_of("fuel", 0, 0.0, "Before.\n", section), hit_of("fuel", 2, 0.0, different(1, 200), ("Fuel",))
    [passage] = chosen([hit], page=[one.chunk for one in (before, hit, after)])
    assert passage.text == "Before.\nKinds part."


def test_context_takes_its_share_of_the_budget_only(hit_of: Hits) -> None:
    page = [hit_of("fuel", i, 0.0, different(i, 50)).chunk for i in range(30)]
    (passage,) = chosen([Hit(page[10], 5.0, "acme/rockets", "1.0")], 4000, page=page)
    assert most_tokens(page[10].text) < passage.tokens <= most_tokens(page[10].text) + 1200


def test_pieces_apart_on_a_page_stay_apart_in_page_order(hit_of: Hits) -> None:
    hits = [hit_of("fuel", 7, 9.0, "Seven.\n"), hit_of("fuel", 1, 8.0, "One.\n")]
    assert [passage.text for passage in chosen(hits)] == ["One.", "Seven."]


def test_noise_is_left_out_however_large_the_budget(hit_of: Hits) -> None:
    hits = [hit_of("fuel", 0, 10.0, different(1)), hit_of("tank", 0, 1.0, different(2))]
    assert [passage.title for passage in chosen(hits, 10_000)] == ["Fuel"]


@pytest.mark.behavior("full/get-docs/varied")
def test_what_was_shown_is_not_shown_again(hit_of: Hits) -> None:
    text = f"{LOREM * 3}four.\n"
    twice = [hit_of("fuel", 0, 9.0, f"# Fuel\n\n{text}"), hit_of("fuel-2", 0, 8.0, f"# Fuel of 2.0\n\n{text}")]
    hits = [*twice, hit_of("tank", 0, 7.0, different(3))]
    assert [passage.title for passage in chosen(hits)] == ["Fuel", "Tank"]
    older = replace(twice[0], version="0.9", score=8.5)
    assert [(one.title, one.version) for one in chosen([*hits, older])] == [("Fuel", "1.0"), ("Tank", "1.0")]


@pytest.mark.behavior("full/get-docs/varied")
def test_another_page_comes_before_more_of_the_first(hit_of: Hits) -> None:
    rich = [hit_of("fuel", 2 * i, 10.0 - i / 100, different(i, 60)) for i in range(6)]
    other = hit_of("tank", 0, 8.0, different(99, 60))
    first = chosen([*rich, other], 700)
    assert [passage.title for passage in first] == ["Fuel", "Tank"]
    assert {passage.title for passage in chosen([*rich, other], 5000)} == {"Fuel", "Tank"}


def test_so_many_pages_are_shown(hit_of: Hits) -> None:
    hits = [hit_of(f"page{i}", 0, 10.0, different(i)) for i in range(PAGES + 4)]
    assert len(chosen(hits, 10_000)) == PAGES


def test_a_chunk_larger_than_the_budget_is_cut(hit_of: Hits) -> None:
    (passage,) = chosen([hit_of("fuel", 0, 5.0, "Fuel burns well. " * 500)], 300)
    assert passage.text.startswith("Fuel burns well.")
    assert 150 <= passage.tokens <= 280


@pytest.mark.behavior("full/get-docs/whole-code")
def test_code_is_whole_or_left_out(hit_of: Hits) -> None:
    code = "```python\n" + "".join(f"pump_{i}.start(pressure={i})\n" for i in range(60)) + "```\n"
    text = f"## Start\n\nStart every pump, then wait.\n\n{code}\nStop them in the same order.\n"
    (whole,) = chosen([hit_of("fuel", 0, 5.0, text)], 3000)
    assert whole.text == text.strip("\n")
    (cut,) = chosen([hit_of("fuel", 0, 5.0, text)], 300)
    assert cut.text == "## Start\n\nStart every pump, then wait."
    (only,) = chosen([hit_of("fuel", 0, 5.0, code)], 300)
    assert only.text.startswith("```python\npump_0")
    assert only.text.endswith("\n```"), "what must be cut nevertheless is closed"


def test_a_page_that_does_not_fit_makes_room_for_the_next(hit_of: Hits) -> None:
    sizes = {"fuel": 60, "huge": 2000, "tank": 10}
    hits = [hit_of(name, 0, 9.0 - i, different(i, size)) for i, (name, size) in enumerate(sizes.items())]
    assert [passage.title for passage in chosen(hits, 600)] == ["Fuel", "Tank"]


@pytest.mark.parametrize("max_tokens", [-50, 0, 5, 20])
def test_no_room_makes_no_passages(hit_of: Hits, max_tokens: int) -> None:
    assert chosen([hit_of("fuel", 0, 5.0)], max_tokens) == []


def of_library(hit: Hit, library_id: str) -> Hit:
    return replace(hit, library_id=library_id)


@pytest.mark.behavior("full/get-docs/fair-shares")
def test_each_library_is_heard(hit_of: Hits) -> None:
    loud = [hit_of(f"loud{i}", 0, 90.0, different(i, 80)) for i in range(20)]
    quiet = [of_library(hit_of(f"quiet{i}", 0, 2.0, different(100 + i, 80)), "acme/boats") for i in range(20)]
    found = select_passages([pages_of(loud), pages_of(quiet)], {}, 2000, [["part"]])
    spent = {
        name: sum(one.tokens for one in found if one.library_id == name) for name in ("acme/rockets", "acme/boats")
    }
    assert min(spent.values()) >= 500
    assert [one.library_id for one in found] == sorted((one.library_id for one in found), reverse=True), (
        "in one block each"
    )


@pytest.mark.behavior("full/get-docs/fair-shares")
def test_what_one_leaves_is_for_the_others(hit_of: Hits) -> None:
    short = [of_library(hit_of("short", 0, 2.0, "Short.\n"), "acme/boats")]
    long = [hit_of(f"long{i}", 0, 9.0, different(i, 60)) for i in range(8)]
    found = select_passages([pages_of(short), pages_of(long)], {}, 2000, [["part"]])
    assert found[0].text == "Short."
    assert sum(one.tokens for one in found) > 1300


@pytest.mark.behavior("full/get-docs/fair-shares")
def test_each_is_heard_where_its_best_is_larger_than_its_share(hit_of: Hits) -> None:
    text = "".join(f"{LOREM}{i}.\n\n" for i in range(40))
    libraries = [pages_of([of_library(hit_of("fuel", 0, 5.0, text), f"acme/{name}")]) for name in "abc"]
    assert [one.library_id for one in select_passages(libraries, {}, 800, [["part"]])] == ["acme/a", "acme/b", "acme/c"]


LINES = st.lists(st.text(alphabet="ab `~#\n水ж", max_size=300), min_size=1, max_size=12)


def _world(texts: list[list[str]], scores: list[float]) -> tuple[list[Hit], dict[PageKey, list[Chunk]]]:
    """Make pages of the texts, a hit on each second chunk, and their neighbours."""
    hits: list[Hit] = []
    neighbours: dict[PageKey, list[Chunk]] = {}
    for number, parts in enumerate(texts):
        url = f"https://docs.example/{number}"
        chunks = [
            Chunk(f"{number}-{i}", url, "Page", "", "", ("Page", "ab"[i // 3 % 2]), "", part * 9, len(part), 1, i)
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
    libraries=st.integers(1, 4),
    seed=st.integers(0, 5),
)
def test_the_budget_is_never_exceeded_and_the_order_never_changes(
    texts: list[list[str]], scores: list[float], max_tokens: int, libraries: int, seed: int
) -> None:
    hits, neighbours = _world(texts, scores)

    def choose(found: Sequence[Hit]) -> list[Passage]:
        of_each = [pages_of(sorted(found[number::libraries], key=str)) for number in range(libraries)]
        return select_passages([pages for pages in of_each if pages], neighbours, max_tokens - FRAME, [["ab", "水"]])

    first = choose(hits)
    assert most_tokens(quote(first, lambda: "5eed5eed")) <= max_tokens
    assert all(0 <= passage.relevance <= 1 for passage in first)
    if libraries == 1:
        assert choose(Random(seed).sample(hits, len(hits))) == first


def test_versions_of_one_page_do_not_mix(hit_of: Hits) -> None:
    hit = hit_of("fuel", 0, 5.0, "Old.\n")
    newer = replace(hit, chunk=replace(hit.chunk, text="New.\n"), version="2.0", score=6.0)
    assert [(p.version, p.text) for p in chosen([hit, newer], term="old")] == [("2.0", "New."), ("1.0", "Old.")]


def test_a_section_whose_declaration_does_not_fit_is_shown_with_the_asked_lines(hit_of: Hits) -> None:
    lines = "\n".join(f"    option_{number}: int = {number}," for number in range(200))
    text = f"## moor\n\n```python\ndef moor(\n{lines}\n    patience: float,\n)\n```\n\nFasten a ship.\n"
    hits = [hit_of("dock", 0, 9.0, text), hit_of("other", 0, 8.0, "## Rope\n\nA rope of patience.\n")]
    first = chosen(hits, 400, "patienc")[0]
    assert first.text.startswith("## moor\n\n```python\ndef moor(\n    option_0: int = 0,\n")
    assert first.text.endswith("    ...\n    patience: float,\n)\n```\n\nFasten a ship.")
    assert first.tokens <= 400


def test_a_section_with_the_text_of_one_beside_it_is_shown_by_its_name(hit_of: Hits) -> None:
    said = f"```ts\n{{}}\n```\n\n{different(1, 60)}"
    texts = [f"## {name}\n\n{said.replace('{}', f'{name}: Mooring')}" for name in ("Mooring", "Options.moor", "other")]
    urls = ("dock", "dock", "sea")
    hits = [hit_of(url, place, 9.0 - place, text) for place, (url, text) in enumerate(zip(urls, texts, strict=True))]
    pages = [replace(pages_of([hit])[0], anchor=hit.chunk.anchor, line=hit.chunk.first_line) for hit in hits]
    (passage,) = select_passages([pages], {}, 1000, [["moor"]])
    assert passage.text.endswith("## Options.moor\n\n```ts\nOptions.moor: Mooring\n```")
    assert passage.text.count("w1x1 ") == 1
