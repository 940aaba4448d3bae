"""Asked words are found in their own form, and in related words, which count less."""

from __future__ import annotations

from pro_context_engine.search.index.analysis import query_pairs, query_terms
from pro_context_engine.search.ranking.meant_terms import SHARE, MeantTerms


def test_a_related_word_counts_as_a_part_of_the_asked_one() -> None:
    meant = MeantTerms(query_terms("join the ropes"))
    assert meant.find("Join two ropes.") == ({"join": 1.0, "rope": 1.0}, 3)
    assert meant.find("Concatenate, then merge.")[0] == {"join": 2 * SHARE}
    assert meant.find("A ship.") == ({}, 2)


def test_a_word_that_is_related_to_two_asked_ones_counts_for_both() -> None:
    assert MeantTerms(["join", "merg"]).find("concatenate")[0] == {"join": SHARE, "merg": SHARE}
    assert MeantTerms(["join", "merg"]).find("merge")[0] == {"merg": 1.0}


def test_the_share_of_terms_that_are_meant() -> None:
    meant = MeantTerms(["join"])
    assert meant.share(["join", "rope"]) == 0.5
    assert meant.share(["concaten"]) == SHARE
    assert meant.share(["join"], 4) == 0.25
    assert meant.share([]) == 0.0


def test_terms_begin_with_the_asked_ones() -> None:
    assert MeantTerms(["qwerty"]).terms == ["qwerty"]
    terms = MeantTerms(["rope", "join"]).terms
    assert terms[:2] == ["join", "rope"]
    assert "concaten" in terms


def test_a_phrase_means_more_than_its_words() -> None:
    question = "give up the harbour"
    assert MeantTerms(query_terms(question)).find("Abandon the ship.")[0] == {}
    meant = MeantTerms(query_terms(question), query_pairs(question))
    assert meant.find("Abandon the ship.")[0] == {"give": SHARE}
    assert "abandon" in meant.terms


def test_the_words_of_a_phrase_mean_nothing_else_when_they_stand_apart() -> None:
    question = "give the ship up"
    assert MeantTerms(query_terms(question), query_pairs(question)).find("Abandon it.")[0] == {}
