"""The confidence that the first section of an answer is meant."""

from __future__ import annotations

import pytest

from pro_context_engine.search.ranking.section_confidence import Evidence, first_confidence, probabilities


def test_scores_are_logarithms_of_probabilities() -> None:
    assert probabilities([3.0]) == [1.0]
    assert probabilities([800.0, 800.0]) == [0.5, 0.5]
    first, second, third = probabilities([5.0, 4.0, -900.0])
    assert first / second == pytest.approx(2.718, abs=0.001)
    assert third == 0.0


SURE = Evidence(together=1.0, alone=0.5, covered=1.0, words=5, agrees=True, named=0.0, name=0.0)
"""Five asked words, all of which stand in two sections of one page, which the search has found too."""


def test_an_answer_is_sure_where_one_page_leads_by_far_and_has_the_words() -> None:
    assert first_confidence(SURE) > 0.9
    assert first_confidence(SURE._replace(together=0.5)) == pytest.approx(0.6, abs=0.05)
    assert first_confidence(SURE._replace(together=0.05, alone=0.05)) < 0.25
    assert first_confidence(SURE._replace(covered=0.1)) < 0.2
    assert first_confidence(SURE._replace(covered=0.0)) == 0.0


def test_one_common_word_that_matched_makes_no_answer_sure() -> None:
    assert first_confidence(SURE._replace(words=1, alone=1.0)) < 0.65
    assert first_confidence(SURE._replace(words=1, together=0.5)) < 0.4


def test_another_page_as_the_best_hit_makes_an_answer_less_sure() -> None:
    assert first_confidence(SURE._replace(together=0.5, agrees=False)) < first_confidence(SURE._replace(together=0.5))


def test_a_name_that_is_asked_is_certain() -> None:
    assert first_confidence(SURE._replace(words=1, named=1.0)) > 0.97


def test_a_name_made_of_asked_words_makes_an_answer_surer() -> None:
    doubtful = SURE._replace(together=0.5)
    half, whole = (first_confidence(doubtful._replace(name=share)) for share in (0.5, 1.0))
    assert first_confidence(doubtful) < half < whole < 0.95
