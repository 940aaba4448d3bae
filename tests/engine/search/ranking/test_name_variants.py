"""The order of a function and its variants."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Hit, Page
from pro_context_engine.search.ranking.hit_sections import hit_sections
from pro_context_engine.search.ranking.name_variants import plain_first
from pro_context_engine.search.ranking.section_reading import ReadSection

MOOR = "Fasten a ship."


def sections(*documented: tuple[str, str]) -> list[ReadSection]:
    members = "".join(f"### Dock.{name}\n\n```python\ndef {name}(self)\n```\n\n{text}\n\n" for name, text in documented)
    page = Page("pypi://dock/1.0.0/api/dock", "dock", f"# dock\n\n## Dock\n\nA dock.\n\n{members}")
    hits = [Hit(chunk, 2.0, "harbour/dock", "1.0.0", own_score=2.0) for chunk in chunks_of(page)]
    return [one for one in map(ReadSection, hit_sections(hits)) if one.symbol != "Dock"]


def order(given: Sequence[ReadSection], *asked: str, most: int = 9) -> list[str]:
    return [one.symbol for one in plain_first(given, asked, most)]


def test_a_function_stands_before_its_variants() -> None:
    given = sections(("moor_with_log", MOOR), ("sink", "Go down."), ("moor_async", MOOR), ("moor", MOOR))
    assert order(given, "ship") == ["moor", "moor_with_log", "sink", "moor_async"]


def test_a_variant_that_is_asked_for_keeps_its_place() -> None:
    given = sections(("moor_async", MOOR), ("moor", MOOR))
    assert order(given, "moor", "async") == ["moor_async", "moor"]


def test_a_function_that_does_something_else_is_no_variant() -> None:
    given = sections(("moor_all", "Fasten each ship."), ("mooring", MOOR), ("moor", MOOR))
    assert order(given, "ship") == ["moor_all", "mooring", "moor"]
    assert order(sections(("sink_fast", ""), ("sink", "")), "ship") == ["sink_fast", "sink"]


def test_of_several_plain_functions_the_plainest_counts() -> None:
    given = sections(("moor_two_async", MOOR), ("moor_two", MOOR), ("moor", MOOR))
    assert order(given, "ship") == ["moor", "moor_two_async", "moor_two"]


def test_only_variants_among_the_first_sections_move() -> None:
    given = sections(("sink", "Go down."), ("moor_async", MOOR), ("moor", MOOR))
    assert order(given, "ship", most=1) == ["sink", "moor_async", "moor"]
