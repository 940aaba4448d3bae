"""Questions in other languages than English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.search.asked_symbols import asked_symbols
from pro_context_engine.search.query import parse_question
from pro_context_engine.search.question_language import foreign_language, searchable


@pytest.mark.parametrize(
    ("question", "language", "rest"),
    [
        ("Wie setze ich ein Timeout für alle Anfragen?", "German", "Timeout Anfragen?"),
        ("¿Cómo puedo configurar un timeout para las peticiones?", "Spanish", "¿ configurar timeout peticiones?"),
        ("Comment configurer un timeout pour tous les clients ?", "French", "configurer timeout clients ?"),
        ("如何用Harbour.moor设置timeout", "Chinese", "如何用 Harbour.moor 设置 timeout"),
        ("タイムアウトを設定するには？", "Japanese", "タイムアウトを設定するには？"),
    ],
)
def test_the_language_is_told_and_its_function_words_are_left_out(question: str, language: str, rest: str) -> None:
    assert foreign_language(question) == language
    assert searchable(question, language) == rest


@pytest.mark.parametrize(
    "question",
    [
        "How do I set a timeout for all requests of a client?",
        "die on error",
        "set the MIT license",
        "des encryption",
        "select columns from table where id in a list",
        "Harbour.moor(timeout=None)",
        "naïve Bayes in a café",
        "Ω and µ in units",
        "",
    ],
)
def test_english_code_and_keywords_are_no_other_language(question: str) -> None:
    assert foreign_language(question) == ""


def test_names_of_code_in_the_question_are_used() -> None:
    asked = parse_question("如何用Harbour.moor设置timeout")
    assert (asked.language, asked.foreign_topic) == ("Chinese", "如何用Harbour.moor设置timeout")
    assert [one.name for one in asked_symbols(asked.topic)] == ["Harbour.moor"]
    assert parse_question("How to moor?").language == ""


@given(st.text(max_size=200))
def test_any_text_is_read(question: str) -> None:
    assert isinstance(searchable(question, foreign_language(question)), str)
