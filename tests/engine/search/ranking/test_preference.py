"""The preference for some libraries: their hits before those of others that are about as relevant."""

import pytest

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.ranking.preference import OTHERS, prefer


def hit(library_id: str, score: float, version: str | None = None) -> Hit:
    chunk = Chunk("id", f"https://{library_id}.example/", "Title", "", "", (), "", "text", 1, 0, 0)
    return Hit(chunk, score, library_id, version)


def test_others_count_less() -> None:
    hits = [hit("other", 10.0), hit("own", 10.0 * OTHERS + 0.1), hit("other", 5.0), hit("own", 5.0 * OTHERS - 0.1)]
    preferred = prefer(hits, {("own", "")})
    assert [one.library_id for one in preferred] == ["own", "other", "other", "own"]
    weighed = [10 * OTHERS + 0.1, 10 * OTHERS, 5 * OTHERS, 5 * OTHERS - 0.1]
    assert [one.score for one in preferred] == pytest.approx(weighed)


def test_clearly_more_relevant_others_lead() -> None:
    assert prefer([hit("other", 2.0), hit("own", 1.0)], {("own", "")})[0].library_id == "other"


def test_another_version_of_a_preferred_library_is_another() -> None:
    hits = [hit("own", 10.0, "2.0"), hit("own", 9.0, "1.0")]
    assert [one.version for one in prefer(hits, {("own", "1.0")})] == ["1.0", "2.0"]
