"""The features of a chunk for a question."""

import pytest

from pro_context_engine.search.index.features import Features, features
from pro_context_engine.search.index.scoring import CollectionStatistics
from pro_context_engine.search.index.term_counts import Candidate, PageTerms, TermCounts
from pro_context_engine.search.index.weights import LEAST_SCORE, WEIGHTS, weighted

STATISTICS = CollectionStatistics(100, 10.0, {"valv": 5, "leak": 5}, siblings=2.0)
TERMS = ["valv", "leak", "valv leak"]


def chunk(body: str, title: str = "", links: str = "", page: str = "one", headings: str = "") -> Candidate:
    fields = [title, "", headings, "", "", body]
    return Candidate(fields, PageTerms(fields, links, page, 2))


def known(*candidates: Candidate, totals: tuple[float, ...] = ()) -> list[Features]:
    scores = dict(enumerate(totals or (1.0,) * len(candidates)))
    return features(TERMS, STATISTICS, candidates, scores, TermCounts(TERMS, candidates))


def test_the_score_is_relative_to_the_weight_of_the_asked_words() -> None:
    (found,) = known(chunk("valv"), totals=(STATISTICS.asked_weight(TERMS),))
    assert found.score == pytest.approx(1.0)


def test_a_pair_counts_where_it_stands() -> None:
    pair, other = known(chunk("valv leak"), chunk("leak valv"))
    assert pair.pairs > other.pairs == 0.0


def test_a_word_that_texts_repeat_is_a_topic() -> None:
    valve, leak = known(chunk("valv valv valv valv"), chunk("leak"))
    assert valve.repeated > 0.0
    assert leak.repeated == 0.0


def test_a_page_counts_with_all_its_candidates() -> None:
    first, second, other = known(chunk("valv"), chunk("leak"), chunk("valv", page="two"))
    assert first.page == second.page > other.page


def test_a_title_counts_by_its_asked_letters_and_its_length() -> None:
    exact, longer, none = known(
        chunk("valv", title="leak valv"), chunk("valv", title="leak valv pump engin"), chunk("valv")
    )
    assert exact.title > longer.title > none.title == 0.0
    assert exact.title_words < longer.title_words


def test_links_to_a_page_count_by_their_words() -> None:
    linked, alone = known(chunk("valv", links="pump tank"), chunk("valv"))
    assert linked.linked > alone.linked == 0.0


def test_weights_make_one_positive_score_of_the_features() -> None:
    one = Features(*[1.0] * len(Features._fields))
    assert weighted([one], {"score": 2.0, "page": 0.5}) == [2.5]
    assert weighted([one], {"title_words": -1.0}) == [LEAST_SCORE]
    assert set(WEIGHTS) == set(Features._fields)
