"""Asked words are found in their own form, and in related words, which count less."""

from __future__ import annotations

from pro_context_engine.search.index.analysis import analyse, query_pairs, query_terms, telling_stop_words
from pro_context_engine.search.ranking.expanded_terms import SHARE, ExpandedTerms


def test_a_related_word_counts_as_a_part_of_the_asked_one() -> None:
    meant = ExpandedTerms(query_terms("join the ropes"))
    assert meant.count(analyse("Join two ropes.")) == {"join": 1.0, "rope": 1.0}
    assert meant.count(analyse("Concatenate, then merge.")) == {"join": 2 * SHARE}
    assert meant.count(analyse("A ship.")) == {}


def test_a_word_that_is_related_to_two_asked_ones_counts_for_both() -> None:
    assert ExpandedTerms(["join", "merg"]).count(analyse("concatenate")) == {"join": SHARE, "merg": SHARE}
    assert ExpandedTerms(["join", "merg"]).count(analyse("merge")) == {"merg": 1.0}


def test_the_share_of_terms_that_are_meant() -> None:
    meant = ExpandedTerms(["join"])
    assert meant.share(["join", "rope"]) == 0.5
    assert meant.share(["concaten"]) == SHARE
    assert meant.share(["join"], 4) == 0.25
    assert meant.share([]) == 0.0


def test_terms_begin_with_the_asked_ones() -> None:
    assert ExpandedTerms(["qwerty"]).terms == ["qwerty"]
    terms = ExpandedTerms(["rope", "join"]).terms
    assert terms[:2] == ["join", "rope"]
    assert "concaten" in terms


def test_a_phrase_means_more_than_its_words() -> None:
    question = "give up the harbour"
    assert ExpandedTerms(query_terms(question)).count(analyse("Abandon the ship.")) == {}
    meant = ExpandedTerms(query_terms(question), query_pairs(question))
    assert meant.count(analyse("Abandon the ship.")) == {"give": SHARE}
    assert "abandon" in meant.terms


def test_the_words_of_a_phrase_mean_nothing_else_when_they_stand_apart() -> None:
    question = "give the ship up"
    assert ExpandedTerms(query_terms(question), query_pairs(question)).count(analyse("Abandon it.")) == {}


def test_the_places_of_meant_terms_are_in_order() -> None:
    meant = ExpandedTerms(["join", "rope"])
    padded = " a  rope  rope  ropeway  concaten "
    assert meant.places(padded, 0, len(padded)) == [(3, "rope"), (9, "rope"), (24, "concaten")]
    assert meant.places(padded, 9, 24) == [(9, "rope")]


def test_a_stop_word_that_tells_is_counted_and_not_searched_for() -> None:
    question = "are all ropes of the same length"
    meant = ExpandedTerms(query_terms(question), telling=telling_stop_words(question))
    assert meant.telling == {"all", "same"}
    assert meant.telling.isdisjoint(meant.terms)
    assert meant.count(analyse("Tell whether all ropes are the same.")) == {"all": 1.0, "rope": 1.0, "same": 1.0}
    assert meant.finder.find("all the same") == []


def test_without_related_words_there_is_no_second_search() -> None:
    assert not ExpandedTerms(["qwerty"], telling=["all"]).has_related
    assert ExpandedTerms(["join"]).has_related
