"""The asked terms of a text are found without the analysis of every word of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.search.index.analysis import analyse, words_if_known
from pro_context_engine.search.index.term_finder import TermFinder, starts_of, texts_that_may_have

WORDS = st.sampled_from(
    ["read_csv", "readCsv", "READ-CSV", "csv.reader", "Reader", "data_base", "database", "happily", "happiness", "3.11",
     "v3.11.2", "Größe", "größte", "λόγος", "ΛΌΓΟΣ", "数据库", "据", "naïve", "(a,b)", "e", "x\u00a0y", "ﬁle", "file"]
)  # fmt: skip


@given(st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=12), st.lists(WORDS, min_size=1, max_size=4))
def test_the_same_terms_are_found_as_by_analysing_the_whole_text(words: list[str], asked: list[str]) -> None:
    terms = set(analyse(" ".join(asked)))
    text = " ".join(words)
    assert TermFinder(terms).find(text) == [term for term in analyse(text) if term in terms]


def test_a_word_is_looked_at_once() -> None:
    finder = TermFinder(["read"])
    assert finder.look_at(frozenset(["reads", "writes"])) == ["reads"]
    assert finder.look_at(frozenset(["reads", "reading"])) == ["reading"]
    assert finder.having == {"reads": ["read"], "reading": ["read"]}


@given(st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=12), st.lists(WORDS, min_size=1, max_size=4))
def test_no_heading_of_asked_words_is_passed_over(headings: list[str], asked: list[str]) -> None:
    terms = set(analyse(" ".join(asked)))
    known = {position for position, heading in enumerate(headings) if words_if_known(heading, terms)}
    assert known <= texts_that_may_have(headings, starts_of(terms))


def test_texts_without_an_asked_word_are_passed_over() -> None:
    assert texts_that_may_have(["Reading files", "Limits", "Unread mail", ""], starts_of(["read", "written"])) == {0, 2}
    assert texts_that_may_have([], starts_of(["read"])) == set()
    assert texts_that_may_have(["Of\nmail", "", "Reading"], starts_of(["read"])) == {2}
