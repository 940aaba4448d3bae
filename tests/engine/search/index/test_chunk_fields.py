"""The fields of a chunk."""

import pytest

from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.index.chunk_fields import FIELDS, fields_of, path_terms


def test_each_field_holds_its_own_words() -> None:
    chunk = Chunk(
        "c1", "https://docs.example/guide/retries.html?x=1#top", "Resilience", "Guide", "Surviving failures",
        ("Resilience", "Backoff"), "backoff", "## Backoff\n\nWait longer each time.\n", 9, 1, 0,
    )  # fmt: skip
    fields = fields_of(chunk)
    assert tuple(fields) == FIELDS
    assert fields["title"] == ["resili"]
    assert fields["path"] == ["guid", "retri"]
    assert fields["headings"] == ["resili", "backoff"]
    assert fields["summary"] == ["surviv", "failur"]
    assert "longer" in fields["body"]


@pytest.mark.parametrize(
    ("url", "terms"),
    [
        ("https://docs.example/", []),
        ("https://docs.example/v2.1/api", ["v2", "1", "api"]),
        ("https://docs.example/caf%C3%A9.md", ["cafe"]),
        ("file:///docs/first-steps.md", ["doc", "first", "step", "firststep"]),
    ],
)
def test_only_the_words_of_the_path_count(url: str, terms: list[str]) -> None:
    assert path_terms(url) == terms
