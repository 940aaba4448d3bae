"""The preference for some libraries: the hits of two searches in one order."""

import pytest

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.ranking.preference import OTHERS, merge


def hit(library_id: str, score: float, reach: float) -> Hit:
    chunk = Chunk("id", f"https://{library_id}.example/", "Title", "", "", (), "", "text", 1, 0, 0)
    return Hit(chunk, score, library_id, None, reach=reach)


OWN = [hit("own", 10.0, 2.0), hit("own", 5.0, 1.0)]


def test_others_are_put_on_the_scale_of_the_preferred_and_count_less() -> None:
    merged = merge(OWN, [hit("other", 300.0, 2.0), hit("other", 30.0, 0.2)], 10)
    assert [one.library_id for one in merged] == ["own", "other", "own", "other"]
    assert [one.score for one in merged] == pytest.approx([10.0, 10.0 * OTHERS, 5.0, OTHERS])


def test_clearly_more_relevant_others_lead() -> None:
    assert merge(OWN[1:], [hit("other", 3.0, 2.0)], 10)[0].library_id == "other"
    assert merge(OWN[1:], [hit("other", 3.0, 1.5)], 10)[0].library_id == "own"


def test_the_best_are_kept() -> None:
    assert [one.library_id for one in merge(OWN, [hit("other", 1.0, 1.9)], 2)] == ["own", "other"]


@pytest.mark.parametrize(("own", "others"), [(OWN, []), ([], OWN)])
def test_the_hits_of_one_search_stay_as_they_are(own: list[Hit], others: list[Hit]) -> None:
    assert merge(own, others, 10) == OWN
    assert merge(own, others, 1) == OWN[:1]
