"""Questions: several wordings, each once."""

import asyncio
from collections.abc import Sequence
from typing import cast

from pro_context_engine.domain.model import Hit
from pro_context_engine.domain.storage import ChunkIndex
from pro_context_engine.search.query import hits, parse_question


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


class Asked:
    """An index that remembers the terms that it is asked for."""

    def __init__(self) -> None:
        self.terms: list[Sequence[str]] = []

    async def search(self, terms: Sequence[str], *_: object) -> list[Hit]:
        self.terms.append(terms)
        return []


def asked_terms(text: str, *libraries: str) -> Sequence[str]:
    index = Asked()
    asyncio.run(hits(cast(ChunkIndex, index), parse_question(text), [(library, "") for library in libraries]))
    return index.terms[0]


def test_the_name_of_the_only_library_is_not_looked_up() -> None:
    alone = asked_terms("How do I lint with river-otter?", "acme/river-otter")
    assert "lint" in alone
    assert not any("otter" in term or "river" in term for term in alone)
    assert "otter" in asked_terms("How do I lint with river-otter?", "acme/river-otter", "acme/beaver")


def test_the_name_of_the_library_is_looked_up_where_little_else_is_asked() -> None:
    assert "otter" in asked_terms("otter", "acme/otter")
    assert "otter" in asked_terms("an example of otter", "acme/otter")


def test_the_name_of_the_library_is_looked_up_where_nothing_else_is_found() -> None:
    index = Asked()
    asyncio.run(hits(cast(ChunkIndex, index), parse_question("tame some otters"), [("acme/river-otter", "")]))
    assert [[term for term in terms if term in ("tame", "otter")] for terms in index.terms] == [
        ["tame"],
        ["tame", "otter"],
    ]
    index = Asked()
    asyncio.run(hits(cast(ChunkIndex, index), parse_question("tame them"), [("acme/river-otter", "")]))
    assert len(index.terms) == 1
