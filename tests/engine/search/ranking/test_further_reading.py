"""Further reading: links of an answer to pages of the same table of contents."""

from tests.growth import grows_linearly

from pro_context_engine.domain.model import Passage, TocEntry
from pro_context_engine.search.ranking.further_reading import linked_entries

ENTRIES = {
    entry.url: entry
    for entry in (
        TocEntry("Tank", "https://docs.example/guide/tank"),
        TocEntry("Pump", "https://docs.example/guide/pump#parts"),
        TocEntry("Fuel", "https://docs.example/fuel.md"),
    )
}


def titles(text: str) -> list[str]:
    passage = Passage("acme/rockets", None, "https://docs.example/guide/start#first", "Start", text, 1, 1.0)
    return [entry.title for entry in linked_entries([passage], ENTRIES)]


def test_links_are_followed_as_a_browser_would() -> None:
    assert titles("[a](tank) [b](/fuel.md#kinds) [c](https://docs.example/guide/pump#parts)") == [
        "Tank",
        "Fuel",
        "Pump",
    ]


def test_other_pages_and_what_is_no_address_are_left_out() -> None:
    assert titles("[a](https://elsewhere.example/tank) [b](http://[x) [c](#here) [d](mailto:a@b.example) tank") == []


def test_each_is_named_once() -> None:
    assert titles("[a](tank) ![b](tank#1) [c](<tank>)") == ["Tank"]


def test_many_links_take_linear_time() -> None:
    assert titles("[a](" * 100_000 + "[a](tank)") == []
    assert grows_linearly(lambda times: titles("[a](" * times + "[a](tank)"), 100_000)
