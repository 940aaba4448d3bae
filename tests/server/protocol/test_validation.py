"""Broken rules are named in plain words, with the field, and without repeating what must not be repeated."""

from typing import Any

import pytest

from pro_context.protocol.validation import MAX_PROBLEMS, Schemas
from pro_context.wording import shorten

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "topic": {"type": "string", "minLength": 2, "maxLength": 5},
        "size": {"type": "integer", "minimum": 1, "maximum": 9, "multipleOf": 2},
        "ratio": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        "kind": {"type": "string", "enum": ["page", "toc"]},
        "version": {"const": 2},
        "url": {"type": "string", "format": "uri"},
        "id": {"type": "string", "pattern": "^[a-z]+$"},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2, "uniqueItems": True},
        "libraries": {"type": "array", "items": {"type": "object", "required": ["libraryId"]}},
        "either": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    },
    "required": ["topic"],
    "additionalProperties": False,
}


@pytest.fixture
def schemas() -> Schemas:
    return Schemas({"search": SCHEMA})


def test_valid_arguments_have_no_problem(schemas: Schemas) -> None:
    assert schemas.problems("search", {"topic": "fog", "size": 4, "url": "https://example.org/a"}) == ""


def test_element_without_schema_accepts_everything(schemas: Schemas) -> None:
    assert schemas.problems("other", object()) == ""


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "topic: is required"),
        ({"topic": "chat models"}, "topic: must be at most 5 characters long"),
        ({"topic": "c"}, "topic: must be at least 2 characters long"),
        ({"topic": 7}, "topic: must be of type string"),
        ({"topic": None}, "topic: must be of type string"),
        ({"topic": "fog", "size": 0}, "size: must be at least 1"),
        ({"topic": "fog", "size": 10}, "size: must be at most 9"),
        ({"topic": "fog", "size": 3}, "size: must be a multiple of 2"),
        ({"topic": "fog", "size": 2.5}, "size: must be of type integer"),
        ({"topic": "fog", "ratio": 0}, "ratio: must be more than 0"),
        ({"topic": "fog", "ratio": 1}, "ratio: must be less than 1"),
        ({"topic": "fog", "kind": "book"}, 'kind: must be one of "page" or "toc"'),
        ({"topic": "fog", "version": 3}, "version: must be 2"),
        ({"topic": "fog", "url": "not a url"}, "url: must be a valid uri"),
        ({"topic": "fog", "id": "A1"}, "id: must match ^[a-z]+$"),
        ({"topic": "fog", "tags": []}, "tags: must have at least 1 item"),
        ({"topic": "fog", "tags": ["a", "b", "c"]}, "tags: must have at most 2 items"),
        ({"topic": "fog", "tags": ["a", "a"]}, "tags: must not repeat an item"),
        ({"topic": "fog", "libraries": [{"libraryId": "a"}, {}]}, "libraries[1].libraryId: is required"),
        ({"topic": "fog", "maxLenght": 1}, "maxLenght: is not a known argument"),
        ({"topic": "fog", "a": 1, "b": 1}, "a: is not a known argument (nor is b)"),
        ({"topic": "fog", "either": []}, "either: breaks the schema's oneOf rule"),
        ([], "arguments: must be of type object"),
    ],
)
def test_each_rule_in_plain_words(schemas: Schemas, arguments: object, problem: str) -> None:
    assert problem in schemas.problems("search", arguments).split("; ")


def test_all_problems_at_once(schemas: Schemas) -> None:
    problems = schemas.problems("search", {"size": 0, "kind": "book"})
    assert len(problems.split("; ")) == 3


def test_message_is_bounded(schemas: Schemas) -> None:
    arguments = {"topic": "fog", "tags": [1] * 1000, **{f"unknown{number}" * 40: 1 for number in range(100)}}
    problems = schemas.problems("search", arguments)
    assert len(problems.split("; ")) <= MAX_PROBLEMS
    assert len(problems) < 1500


def test_hostile_names_are_cleaned(schemas: Schemas) -> None:
    problems = schemas.problems("search", {"topic": "fog", "x\x1b[31m\u202e\U000e0041": 1})
    assert not set("\x1b\u202e\U000e0041") & set(problems)


def test_shown_is_short_and_says_so() -> None:
    assert shorten("a" * 61) == "a" * 60 + "…"
    assert shorten("a" * 60) == "a" * 60
    assert shorten("tab\there") == "tab?here"


def test_a_value_that_is_nested_too_deeply_is_refused_in_words(schemas: Schemas) -> None:
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    assert schemas.problems("search", {"topic": deep}) == "arguments: must not be nested so deeply"
    assert schemas.broken("search", {"topic": deep, "size": 4}) == {"topic", "size"}
