"""Questions: several wordings, each once."""

from pro_context_engine.search.query import parse_question


def texts(topic: str, *rephrasings: str) -> list[str]:
    return [question.text for question in parse_question(topic, rephrasings).wordings]


def test_wordings_of_the_same_terms_count_once() -> None:
    assert texts("field validators", "validator of the field", "Field Validator") == [
        "field validators",
        "validator of the field",
    ]


def test_wordings_that_say_nothing_are_left_out() -> None:
    assert texts("fields", "", "?!") == ["fields"]


def test_the_topic_stays_even_if_it_says_nothing() -> None:
    assert texts("", "fields") == ["", "fields"]
    assert parse_question("", ["fields"]).topic == ""


def test_terms_and_names_of_all_wordings_are_looked_up_the_topics_first() -> None:
    question = parse_question("session errors", ["orm.Session.rollback", "errors of a session"])
    assert question.terms[:2] == parse_question("session errors").terms
    assert question.names[0] == "orm.session.rollback"
    assert len(set(question.terms)) == len(question.terms)
