"""The table of words that mean about the same, and of opposites."""

from __future__ import annotations

import pytest

from pro_context_engine.search.index.analysis import query_terms
from pro_context_engine.search.index.related_words import OPPOSITES, RELATED


def term(word: str) -> str:
    return query_terms(word)[0]


@pytest.mark.parametrize(("asked", "written"), [("join", "concatenate"), ("folder", "directory"), ("erase", "delete")])
def test_words_of_people_have_the_words_of_documentation(asked: str, written: str) -> None:
    assert term(written) in RELATED[term(asked)]
    assert term(asked) in RELATED[term(written)]


@pytest.mark.parametrize("table", [RELATED, OPPOSITES])
def test_relations_hold_in_both_directions_and_between_different_terms(table: dict[str, frozenset[str]]) -> None:
    for one, others in table.items():
        assert one not in others
        assert all(one in table[other] for other in others)


def test_a_word_and_its_opposite_are_not_related() -> None:
    assert [one for one, others in OPPOSITES.items() if others & RELATED.get(one, frozenset())] == []
