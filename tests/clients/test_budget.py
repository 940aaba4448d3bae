"""An answer never takes more tokens than it may, counted with vocabularies that models use (bench/budget.py: 5,000)."""

import re

import pytest
from tests.clients.made_answers import MadeAnswer, made_answer, real_tokens
from tests.clients.node import needs_packages

CASES = 200


@pytest.fixture(scope="module")
def answers() -> list[MadeAnswer]:
    return [made_answer(seed) for seed in range(CASES)]


@pytest.mark.behavior("full/get-docs/within-budget")
@needs_packages
def test_no_answer_is_larger_than_its_budget(answers: list[MadeAnswer]) -> None:
    counted = real_tokens([answer.content for answer in answers])
    assert [seed for seed, (one, real) in enumerate(zip(answers, counted, strict=True)) if real > one.budget] == []
    assert all(answer.content for answer in answers)


@pytest.mark.behavior("full/get-docs/whole-code")
def test_every_fence_is_closed(answers: list[MadeAnswer]) -> None:
    for seed, answer in enumerate(answers):
        fences = re.findall(r"^ *```", answer.content, re.M)
        assert len(fences) % 2 == 0, seed
