"""The names in the prose that was found: which ones count, and how much."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.search.ranking.test_package_sections import REFERENCE, URL, hits_of
from tests.growth import grows_linearly

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.hit_sections import hit_sections
from pro_context_engine.search.ranking.prose_mentions import COMPARED_HITS, MOST_HITS, mentions, names_in
from pro_context_engine.search.ranking.section_reading import ReadSection
from pro_context_engine.search.ranking.section_scores import SectionScorer


def prose(text: str, score: float = 2.0, page: str = "ropes") -> Hit:
    return hits_of(f"# ropes\n\n{text}\n", f"pypi://dock/1.0.0/docs/docs/{page}.rst", score)[0]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Call `dock.moor(ship)` before you leave.", {"moor"}),
        ("See `~dock.Ship` and ``Ship.sink``.", {"Ship", "sink"}),
        ("## dock.moor(ship, lines=2)\n\nA rope.", {"moor"}),
        ("```python\nship = dock.Ship(2)\nship.sink()\nlines = 3\n```", {"Ship", "sink"}),
        ("~~~\nfrom dock import Crane\n~~~", {"Crane"}),
        ("Moor a ship (or sink it) with three lines.", set()),
        ("`a b` and `x = 1` are no names.", set()),
        ("`unclosed and ```moor", set()),
    ],
)
def test_names_are_called_marked_or_in_a_heading(text: str, names: set[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize("unit", ["`", "``\n", "```", "```\n", "~~~a\n", "`a(", "a.", "(", "A.", "# A\n"])
def test_hostile_texts_take_linear_time(unit: str) -> None:
    assert grows_linearly(lambda length: names_in(unit * (length // len(unit))), 50_000)


def test_a_fence_that_nothing_closes_is_code() -> None:
    assert names_in("Moor it:\n\n```python\nship = Ship(2)") == {"Ship"}


def test_a_name_weighs_more_in_better_hits_and_where_few_have_it() -> None:
    hits = [prose("`moor()` a `ship`.", 4.0, "a"), prose("`sink()` a `ship`.", 3.0, "b"), prose("A `ship`.", 3.0, "c")]
    found = mentions(hits)
    assert found["moor"] > found["sink"] > found["ship"] > 0
    assert max(found.values()) <= 1


def test_far_and_weak_hits_do_not_count() -> None:
    hits = [prose(f"`name{number}()`", 2.0, f"page{number}") for number in range(MOST_HITS + 5)]
    assert set(mentions(hits)) == {f"name{number}" for number in range(MOST_HITS)}
    assert set(mentions([prose("`moor()`", 4.0), prose("`sink()`", 1.0, "b")])) == {"moor"}


def test_without_prose_nothing_is_mentioned() -> None:
    assert mentions([]) == {}
    assert mentions([prose("`moor()`", 0.0)]) == {}


@given(st.lists(st.tuples(st.text(max_size=80), st.floats(0, 100)), max_size=COMPARED_HITS + 5))
def test_weights_are_shares(texts: list[tuple[str, float]]) -> None:
    ordered = sorted(texts, key=lambda one: -one[1])
    found = mentions([prose(f"`{text}` `moor()`", score, str(at)) for at, (text, score) in enumerate(ordered)])
    assert all(0 <= weight <= 1 for weight in found.values())


def test_a_mentioned_symbol_ranks_before_an_equal_one_and_prose_does_not() -> None:
    api = hits_of(REFERENCE, URL)
    guide = [prose("`moor()`")]
    sections = [ReadSection(one) for one in hit_sections([*api, *guide])]
    plain = SectionScorer(["rope"], [*api, *guide], {}).scores(sections)
    told = SectionScorer(["rope"], [*api, *guide], {}, mentioned={"moor": 0.5, "ropes": 0.5}).scores(sections)
    gains = [after - before for before, after in zip(plain, told, strict=True)]
    assert [one.section.path[-1] for one, gain in zip(sections, gains, strict=True) if gain > 0] == ["moor"]
    assert min(gains) == 0
