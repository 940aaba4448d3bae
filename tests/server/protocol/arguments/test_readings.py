"""Calls with other names and forms of arguments: one reading is taken, several are refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.contract.full.near_misses import CASES

from pro_context.protocol.arguments.readings import MAX_READ_AS, Readings, call_to_make, read_as
from pro_context.protocol.arguments.tool_names import SeveralReadingsError
from pro_context.protocol.arguments.tool_reading import ToolReading
from pro_context.protocol.arguments.wrapped_calls import WRAPPERS
from pro_context_contract import load_contract

CONTRACT = load_contract("full")
SCHEMAS = {tool["name"]: CONTRACT.accepted(tool) for tool in CONTRACT.tools}
READINGS = Readings(SCHEMAS, CONTRACT.accepts)
OF_SMALL_MODELS = [
    (call["tool"], call["sent"], call["read"])
    for call in map(json.loads, Path(__file__).with_name("calls_of_small_models.jsonl").read_text("utf-8").splitlines())
]
"""Calls as small models write them, each with the call that it stands for, None where it has no one reading."""

OTTER = [{"libraryId": "river/otter"}]


def docs(**arguments: Any) -> Any:
    return READINGS.canonical("get-docs", arguments)


@pytest.mark.parametrize(
    "libraries",
    [
        {"libraries": "river/otter"},
        {"libraries": ["river/otter"]},
        {"libraries": {"libraryId": "river/otter"}},
        {"libraries": [{"id": "river/otter"}]},
        {"libraries": '[{"libraryId": "river/otter"}]'},
        {"libraryId": "river/otter"},
        {"library_id": "/river/otter"},
        {"libraryIds": ["river/otter"]},
        {"library": {"name": "river/otter"}},
        {"libraryName": "https://github.com/river/otter"},
        {"context7CompatibleLibraryID": "/river/otter"},
        {"library": "river/otter", "libraryIds": ["river/otter"]},
    ],
    ids=str,
)
def test_a_library_is_read_under_its_names_and_in_its_forms(libraries: dict[str, Any]) -> None:
    assert docs(**libraries, topic="dams") == {"libraries": OTTER, "topic": "dams"}


def test_a_version_beside_the_name_is_the_librarys() -> None:
    pinned = {"libraries": [{"libraryId": "otter", "version": "2.1"}], "topic": "dams"}
    assert docs(library="otter@2.1", topic="dams") == pinned
    assert docs(libraries=["/x/otter/v2.1"], topic="dams")["libraries"] == [{"libraryId": "x/otter", "version": "v2.1"}]
    assert READINGS.canonical("get-library-info", {"libraries": [{"name": "otter", "version": 2}]}) == {
        "libraryId": "otter",
        "version": "2",
    }
    assert READINGS.canonical("search-docs", {"q": "dams", "library": "otter==2.1"}) == {
        "query": "dams",
        "libraryIds": ["otter"],
        "version": "2.1",
    }


@pytest.mark.parametrize(
    ("tool", "sent", "read"),
    [
        ("get-docs", {"tokens": "3000"}, {"maxTokens": 3000}),
        ("get-docs", {"max_tokens": 3000, "version": None}, {"maxTokens": 3000}),
        ("get-docs", {"queries": "dams"}, {"queries": ["dams"]}),
        ("get-docs", {"query": ["dams"]}, {"topic": "dams"}),
        ("get-docs", {"version": 2}, {"version": "2"}),
        ("search-docs", {"scope": "Project", "limit": 3.0}, {"scope": "project", "maxResults": 3.0}),
        (
            "read-page",
            {"page": "https://otter.example/a", "OFFSET": "7"},
            {"url": "https://otter.example/a", "offset": 7},
        ),
        ("resolve-library", {"libraryName": "otter"}, {"query": "otter"}),
    ],
)
def test_other_names_and_forms_have_one_reading(tool: str, sent: dict[str, Any], read: dict[str, Any]) -> None:
    assert READINGS.canonical(tool, sent) == read


@pytest.mark.parametrize(
    ("tool", "sent"),
    [
        ("get-docs", {"library": "otter", "libraries": [{"libraryId": "beaver"}], "topic": "dams"}),
        ("get-docs", {"topic": "dams", "query": "rivers"}),
        ("get-docs", {"library": "otter@2.1", "libraries": [{"libraryId": "otter"}]}),
        ("get-library-info", {"libraryId": "otter@2.1", "version": "3"}),
    ],
)
def test_what_has_two_readings_stays_as_it_was_sent(tool: str, sent: dict[str, Any]) -> None:
    assert READINGS.canonical(tool, sent) is sent


@pytest.mark.parametrize(
    ("tool", "sent"),
    [
        ("get-docs", {"libraries": OTTER, "topic": "dams", "colour": "brown"}),
        ("get-docs", {"libraries": OTTER, "topic": ["dams", "rivers"]}),
        ("get-docs", {"libraries": OTTER, "topic": "dams", "maxTokens": "many"}),
        ("get-docs", {"libraries": OTTER, "topic": "dams", "version": 1.1}),
        ("get-docs", {"libraries": OTTER, "topic": 5}),
        ("get-docs", {"libraries": OTTER, "topic": "dams", "maxTokens": True}),
        ("get-library-info", {"libraries": ["otter", "beaver"]}),
        ("get-library-info", {"library": {"id": "otter", "colour": "brown"}}),
        ("search-docs", {"query": "dams", "libraryIds": [["otter"], {"a": 1}]}),
        ("read-page", {"url": 7.5}),
    ],
)
def test_what_has_no_reading_breaks_the_schema(tool: str, sent: dict[str, Any]) -> None:
    assert not Draft202012Validator(SCHEMAS[tool]).is_valid(READINGS.canonical(tool, sent))


def test_several_pinned_libraries_keep_their_text_where_one_version_is_taken() -> None:
    sent = {"query": "dams", "libraryIds": ["otter@2", "beaver@3"]}
    assert READINGS.canonical("search-docs", sent) == sent


def test_a_tool_without_other_names_takes_the_published_ones_only() -> None:
    sent = {"library": "otter"}
    assert Readings(SCHEMAS, {}).canonical("get-docs", sent) is sent


def test_the_reading_names_what_was_written_otherwise() -> None:
    sent = {"library": "river/otter", "topic": "dams", "tokens": "3000"}
    assert read_as(sent, docs(**sent)) == 'libraries=[{"libraryId": "river/otter"}], maxTokens=3000'
    assert read_as({"topic": "dams"}, {"topic": "dams"}) == ""
    assert len(read_as({}, {"topic": "d" * 1000})) == MAX_READ_AS
    # The call has the text itself, so its beginning says which one is meant.
    told = read_as({"log": "d" * 300}, {"context": "d" * 300, "topic": "dams break"})
    assert told == f'context="{"d" * 79}…, topic="dams break"'


def test_the_call_to_make_keeps_what_was_right() -> None:
    sent = {"topic": "dams", "colour": 1, "maxTokens": 9, "version": "2", "context": 100 * "d"}
    assert json.loads(call_to_make(SCHEMAS["get-docs"], sent, {"colour", "maxTokens"})) == {
        "libraries": [{"libraryId": "…"}],
        "topic": "dams",
        "version": "2",
    }


NAME = st.from_regex(r"[a-z]{2,8}/[a-z]{2,8}", fullmatch=True)
TEXT = st.text("abc ", min_size=1, max_size=20)
CALLS = st.one_of(
    st.tuples(
        st.just("get-docs"),
        st.fixed_dictionaries(
            {"libraries": st.lists(st.fixed_dictionaries({"libraryId": NAME}), min_size=1, max_size=3), "topic": TEXT},
            optional={"maxTokens": st.integers(500, 10_000), "queries": st.lists(TEXT, max_size=3)},
        ),
    ),
    st.tuples(
        st.just("search-docs"),
        st.fixed_dictionaries(
            {"query": TEXT}, optional={"libraryIds": st.lists(NAME, min_size=1), "maxResults": st.integers(1, 20)}
        ),
    ),
    st.tuples(st.just("get-library-info"), st.fixed_dictionaries({"libraryId": NAME})),
)


@given(CALLS, st.data())
def test_a_rewritten_call_equals_its_canonical_one(call: tuple[str, dict[str, Any]], data: st.DataObject) -> None:
    tool, canonical = call
    assert READINGS.canonical(tool, canonical) == canonical
    written = {}
    for name, value in canonical.items():
        names = [name, *CONTRACT.accepts[tool].get(name, {}).get("names", ())]
        written[data.draw(st.sampled_from(names))] = data.draw(st.sampled_from(list(forms(value))))
    assert READINGS.canonical(tool, written) == canonical


@pytest.mark.parametrize(("tool", "sent", "read"), [*CASES, *OF_SMALL_MODELS], ids=str)
def test_each_near_miss_is_the_call_it_stands_for(tool: str, sent: dict[str, Any], read: dict[str, Any] | None) -> None:
    found = READINGS.canonical(tool, sent)
    valid = Draft202012Validator(SCHEMAS[tool]).is_valid(found)
    assert valid == (read is not None)
    assert read is None or found == read


@given(CALLS, st.sampled_from(WRAPPERS), st.booleans(), st.booleans(), st.integers(1, 2))
def test_a_wrapped_call_equals_the_call_itself(
    call: tuple[str, dict[str, Any]], wrapper: str, named: bool, as_text: bool, deep: int
) -> None:
    tool, canonical = call
    sent: Any = canonical
    for _ in range(deep):
        sent = {wrapper.title(): json.dumps(sent) if as_text else sent} | ({"name": tool} if named else {})
    assert READINGS.canonical(tool, sent) == canonical
    beside = {wrapper: canonical, "colour": "brown"}
    assert READINGS.canonical(tool, beside) == beside


@given(st.sampled_from(sorted(CONTRACT.accepts)), st.data())
def test_every_name_of_an_argument_may_be_written_in_any_case_and_with_signs(tool: str, data: st.DataObject) -> None:
    names = {
        other: (argument, values)
        for argument, entry in CONTRACT.accepts[tool].items()
        if "." not in argument
        for other, values in [
            *((name, {}) for name in (argument, *entry.get("names", ()))),
            *entry.get("implies", {}).items(),
        ]
    }
    other = data.draw(st.sampled_from(sorted(names)))
    argument, implied = names[other]
    written = data.draw(st.sampled_from([str.upper, str.lower, kebab, snake, spaced]))(other)
    schema = SCHEMAS[tool]["properties"][argument]
    value = {"array": ["x"], "number": 3, "integer": 3, "boolean": True}.get(schema["type"], "x")
    read = READINGS.canonical(tool, {written: value})
    # Without its query a search for rephrasings is one for the first of them.
    whole = {entry.get("firstOf"): name for name, entry in CONTRACT.accepts[tool].items()}
    required = SCHEMAS[tool].get("required", ())
    assert read.keys() == {whole[argument] if [whole.get(argument)] == [*required] else argument, *implied}
    assert all(read[name] == sets for name, sets in implied.items())


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def kebab(name: str) -> str:
    return snake(name).replace("_", "-")


def spaced(name: str) -> str:
    return snake(name).replace("_", " ").title()


@pytest.mark.parametrize(
    ("tool", "argument", "word", "option"),
    [
        (tool, argument, word, option)
        for tool, arguments in CONTRACT.accepts.items()
        for argument, entry in arguments.items()
        for word, option in entry.get("values", {}).items()
    ],
)
def test_other_words_for_an_option_are_that_option(tool: str, argument: str, word: str, option: str) -> None:
    for written in (word, word.upper(), f" {word} "):
        assert READINGS.canonical(tool, {argument: written}) == {argument: option}


def test_an_object_of_an_earlier_answer_is_its_id() -> None:
    match = {"libraryId": "river/otter", "name": "Otter", "description": "Swims.", "languages": [], "relevance": 1}
    assert docs(libraries=[match], topic="dams") == {"libraries": OTTER, "topic": "dams"}
    assert READINGS.canonical("get-library-info", {"library": match}) == {"libraryId": "river/otter"}
    sent = {"library": {**match, "colour": "brown"}}
    assert not Draft202012Validator(SCHEMAS["get-library-info"]).is_valid(READINGS.canonical("get-library-info", sent))


def forms(value: Any) -> Any:
    """Yield the forms in which a value may be written."""
    yield value
    match value:
        case int():
            yield str(value)
        case [{"libraryId": only}]:
            yield from (only, [only], {"id": only}, f"/{only}", json.dumps(value))
        case [{"libraryId": _}, *_]:
            yield [item["libraryId"] for item in value]
        case [only]:
            yield from (only, json.dumps(value))
        case str():
            yield [value]


@given(
    st.dictionaries(
        st.sampled_from(["libraries", "library", "topic", "query", "tokens", "version", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
            max_leaves=6,
        ),
    )
)
def test_any_arguments_are_read_or_left(arguments: dict[str, Any]) -> None:
    for tool in SCHEMAS:
        READINGS.canonical(tool, arguments)


def test_a_number_for_an_option_is_said_to_be_read() -> None:
    sent = {"code": "x", "includeDeprecated": 0}
    assert read_as(sent, READINGS.canonical("check-code", sent)) == "includeDeprecated=false"


def _read(reading: ToolReading, arguments: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return reading.read(arguments)
    except SeveralReadingsError:
        return None


_WORDS = sorted({"", " ", "none", "NULL", "river/otter@2", "`x`", "[a](https://x.y/z)", "3,000", "yes", "?" * 501})


@given(st.data())
def test_plain_texts_are_those_that_a_reading_leaves_as_they_are(data: st.DataObject) -> None:
    for tool, schema in SCHEMAS.items():
        names = st.sampled_from([*schema["properties"], "library", "x"])
        values = st.sampled_from(_WORDS) | st.text(max_size=10) | st.integers() | st.none()
        arguments = data.draw(st.dictionaries(names, values, max_size=3))
        reading = ToolReading(tool, schema, CONTRACT.accepts[tool])
        assert not reading.is_plain(arguments) or _read(reading, arguments) in (arguments, None)


def test_the_calls_that_agents_make_most_are_plain() -> None:
    for tool, arguments in (
        ("resolve-library", {"query": "otter"}),
        ("search-docs", {"query": "How do I moor a boat?"}),
    ):
        assert ToolReading(tool, SCHEMAS[tool], CONTRACT.accepts[tool]).is_plain(arguments)
        assert READINGS.canonical(tool, arguments) is arguments


def test_of_a_text_that_is_too_long_the_telling_part_is_the_topic_and_the_context_keeps_it() -> None:
    text = "We sail every day. " * 60 + "How do I moor a boat?"
    read = docs(library="river/otter", query=text)
    assert read == {"libraries": OTTER, "topic": "We sail every day. How do I moor a boat?", "context": text}
    own = docs(library="river/otter", topic=text, context="a log")
    assert own["context"] == "a log"
    assert docs(library="river/otter", topic="?" * 501)["topic"] == "?" * 501
    long = READINGS.canonical("search-docs", {"query": text})
    assert long == {"query": "We sail every day. How do I moor a boat?"}
    assert len(docs(libraries=OTTER, topic=text * 20)["context"]) <= 8_000
