"""Where the parts of a section stand among the terms of its chunk."""

from __future__ import annotations

import pytest

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Chunk, Page
from pro_context_engine.search.index.chunk_fields import analysed
from pro_context_engine.search.index.section_parts import Pieces

URL = "pypi://dock/1.0.0/api/dock"


def chunk_of(text: str, url: str = URL) -> Chunk:
    (chunk,) = chunks_of(Page(url, "dock", text))
    return chunk


def test_the_rooms_of_pieces_are_those_of_the_terms() -> None:
    chunk, fields = analysed(
        chunk_of("# moor\n\n```python\ndef moor(ship)\n```\n\nFasten a ship.\n\n- one\n- the two\n")
    )
    (stored,) = chunk.pieces
    pieces = Pieces.of(stored)
    assert fields["body"] == ["moor", "python", "def", "moor", "ship", "fasten", "a", "ship", "on", "the", "two"]
    assert (pieces.before, pieces.declaration, pieces.items) == (6 + 8, 5 + 6 + 6, (8 + 3 + 6, 4, 5 + 5))
    assert (pieces.declared_words, pieces.summary_words, pieces.telling, pieces.summary) == (3, 3, 2, 1)
    assert (pieces.is_class, pieces.is_function) == (0, 1)
    assert pieces.stored == stored


@pytest.mark.parametrize(
    "chunk",
    [
        chunk_of("# moor\n\nFasten a ship.\n", "https://dock.example/moor"),
        chunk_of("Fasten a ship.\n"),
    ],
)
def test_a_text_without_documented_names_has_no_pieces(chunk: Chunk) -> None:
    assert analysed(chunk)[0].pieces == ()


@pytest.mark.parametrize(
    ("declaration", "is_class", "is_function"),
    [
        ("function moor(ship: Ship): void", 0, 1),
        ("function moor<T>(\n  ship: T,\n): void", 0, 1),
        ("moor(ship: Ship): void", 0, 1),
        ("static moor?(): void", 0, 1),
        ("const moor: (ship: Ship) => void", 0, 1),
        ("readonly moor: <T>(ship: T) => void", 0, 1),
        ("moor?: boolean", 0, 0),
        ("const moor: Moor", 0, 0),
        ("interface Ship {\n  moor(): void\n}", 1, 0),
        ("class Ship {\n  constructor(name: string)\n}", 1, 0),
        ("type Moor = (ship: Ship) => void", 1, 0),
    ],
)
def test_what_typescript_declares_is_told(declaration: str, is_class: int, is_function: int) -> None:
    chunk, _ = analysed(chunk_of(f"# moor\n\n```ts\n{declaration}\n```\n\nFasten a ship.\n", "npm://dock/1.0.0/api/a"))
    pieces = Pieces.of(chunk.pieces[0])
    assert (pieces.is_class, pieces.is_function) == (is_class, is_function)
