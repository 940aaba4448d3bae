"""Which section of a chunk is meant."""

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Chunk, Page
from pro_context_engine.search.index.analysis import query_terms
from pro_context_engine.search.ranking.anchors import best_anchor

MARKDOWN = """# Valves (V12)

Short.

## Relief

They open at forty bar.

## Drain

They empty the tank.

## Relief

Of the second stage: they open at ten bar.
"""


def chunk() -> Chunk:
    (only,) = chunks_of(Page("https://docs.example/valves", "Valves", MARKDOWN))
    return only


def anchor(topic: str) -> str:
    return best_anchor(chunk(), query_terms(topic))


def test_the_section_whose_heading_or_text_has_the_words_is_meant() -> None:
    assert anchor("how to drain it") == "drain"
    assert anchor("empty the tank") == "drain"
    assert anchor("relief of the second stage") == "relief-2"


def test_the_page_itself_may_be_meant() -> None:
    assert anchor("V12") == "valves-v12"


def test_of_equals_the_first_is_meant() -> None:
    assert anchor("zanthropy") == "valves-v12"
    assert anchor("relief") == "relief"


def test_of_equals_one_whose_heading_says_nothing_else_is_meant() -> None:
    markdown = (
        "# tanks\n\n## Tank.fill_by_hand\n\nSlow.\n\n## Tank.fill\n\nQuick.\n\n## What is it\n\nA tank to fill.\n"
    )
    (only,) = chunks_of(Page("https://docs.example/tanks", "tanks", markdown))
    assert best_anchor(only, query_terms("Tank.fill")) == "tankfill"


def test_without_headings_the_anchor_above_is_meant() -> None:
    piece = Chunk(
        "1", "https://docs.example/valves", "Valves", "", "", ("Valves",), "valves", "Further text.\n", 4, 9, 1
    )
    assert best_anchor(piece, ["text"]) == "valves"
