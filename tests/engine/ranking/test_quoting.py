"""Quotation: every passage under a line that names its source, at a price that is known before."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pro_context_engine.chunks.tokens import count
from pro_context_engine.model import Chunk, Hit, Passage
from pro_context_engine.ranking.pages import pages_of
from pro_context_engine.ranking.quoting import overhead, quoted

WORDS = st.text(min_size=0, max_size=200)


def passage(text: str, anchor: str = "", version: str | None = "1.2", page: str = "fuel") -> Passage:
    url = f"https://docs.example/{page}{'#' if anchor else ''}{anchor}"
    return Passage("acme/rockets", version, url, "Fuel", text, count(text), 1.0)


def hit(anchor: str, version: str | None, page: str = "fuel") -> Hit:
    chunk = Chunk("fuel-0", f"https://docs.example/{page}", "Fuel", "", "", ("Fuel",), anchor, "text", 1, 1, 0)
    return Hit(chunk, 1.0, "acme/rockets", version)


def test_every_passage_stands_under_its_source() -> None:
    content = quoted([passage("It burns.", "kinds"), passage("It is stored.", version=None, page="tank")])
    assert content == (
        "> Source: https://docs.example/fuel#kinds (acme/rockets 1.2)\n\nIt burns."
        "\n\n---\n\n"
        "> Source: https://docs.example/tank (acme/rockets)\n\nIt is stored."
    )


def test_nothing_quoted_is_empty() -> None:
    assert quoted([]) == ""
    assert overhead([]) == 0


@settings(deadline=None)
@given(st.lists(st.tuples(WORDS, st.text(max_size=60), st.none() | st.text(max_size=20)), min_size=1, max_size=8))
def test_the_overhead_covers_what_quoting_adds(parts: list[tuple[str, str, str | None]]) -> None:
    passages = [passage(text, anchor, version) for text, anchor, version in parts]
    price = overhead([page for _, anchor, version in parts for page in pages_of([hit(anchor, version)])])
    assert count(quoted(passages)) <= sum(one.tokens + price for one in passages)
