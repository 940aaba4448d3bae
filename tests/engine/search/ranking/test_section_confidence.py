"""The confidence that the first section of an answer is meant."""

from __future__ import annotations

import pytest

from pro_context_engine.search.ranking.section_confidence import first_confidence, probabilities


def test_scores_are_logarithms_of_probabilities() -> None:
    assert probabilities([3.0]) == [1.0]
    assert probabilities([800.0, 800.0]) == [0.5, 0.5]
    first, second, third = probabilities([5.0, 4.0, -900.0])
    assert first / second == pytest.approx(2.718, abs=0.001)
    assert third == 0.0


def test_an_answer_is_sure_where_one_section_leads_by_far_and_has_the_words() -> None:
    assert first_confidence(1.0, 1.0) > 0.9
    assert first_confidence(0.5, 1.0) == pytest.approx(0.57, abs=0.05)
    assert first_confidence(0.05, 1.0) < 0.25
    assert first_confidence(1.0, 0.1) < 0.25
    assert first_confidence(1.0, 0.0) == 0.0
