"""Hits to rank."""

from collections.abc import Callable

import pytest

from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.domain.model import Chunk, Hit


@pytest.fixture
def hit_of() -> Callable[..., Hit]:
    """Make a hit on a page named by the last word of its URL."""

    def make(name: str, ordinal: int, score: float, text: str = "Some text.\n", path: tuple[str, ...] = ()) -> Hit:
        chunk = Chunk(
            f"{name}-{ordinal}", f"https://docs.example/{name}", name.title(), "", "", path or (name.title(),),
            f"part-{ordinal}", text, count(text), ordinal + 1, ordinal,
        )  # fmt: skip
        return Hit(chunk, score, "acme/rockets", "1.0")

    return make
