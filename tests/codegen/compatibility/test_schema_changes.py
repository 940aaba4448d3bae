"""Pairs of schemas: what the garden cannot show, and what must hold of all pairs."""

import copy
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pro_context_codegen.compatibility import schema_changes
from pro_context_codegen.compatibility.comparison import between
from pro_context_codegen.compatibility.schema_changes import Side

Schema = dict[str, Any]


def _rules(side: Side, before: Schema, after: Schema) -> list[str]:
    return [change.rule for change in schema_changes.changes("x", side, before, after)]


def _map(values: Any) -> Schema:
    return {"type": "object", "additionalProperties": values}


TEXT: Schema = {"type": "string"}
CLOSED: Schema = {"type": "object", "properties": {"a": TEXT}, "additionalProperties": False}
OPEN: Schema = {"type": "object", "properties": {"a": TEXT}}


@pytest.mark.parametrize(
    ("side", "before", "after", "rules"),
    [
        (Side.OUTPUT, CLOSED, OPEN, ["output-opened"]),
        (Side.OUTPUT, CLOSED, {**CLOSED, "properties": {"a": TEXT, "b": TEXT}}, ["output-field-added"]),
        (Side.OUTPUT, _map(TEXT), _map(False), ["output-closed"]),
        (Side.OUTPUT, _map(False), _map(TEXT), ["output-opened"]),
        (Side.INPUT, _map(TEXT), _map(False), ["input-closed"]),
        (Side.INPUT, _map(False), _map(TEXT), ["input-opened"]),
        (Side.INPUT, _map(True), _map(TEXT), ["input-narrowed"]),
        (Side.INPUT, _map(TEXT), _map(True), ["input-widened"]),
        # Clients sent any text under any name, also under this one.
        (
            Side.INPUT,
            _map(TEXT),
            {**_map(TEXT), "properties": {"b": {"type": "integer"}}},
            ["input-field-added", "input-unproven"],
        ),
        (
            Side.OUTPUT,
            _map(TEXT),
            {**_map(TEXT), "properties": {"b": {"type": "integer"}}},
            ["output-field-added", "output-unproven"],
        ),
        (Side.OUTPUT, _map(TEXT), {**_map(TEXT), "properties": {"b": TEXT}}, ["output-field-added"]),
        # The only value of a constant needs no default.
        (Side.OUTPUT, {**TEXT, "const": "a", "default": "a"}, {**TEXT, "const": "a"}, []),
        (Side.OUTPUT, {**TEXT, "default": "a"}, TEXT, ["default-removed"]),
        # One of two: no more than what one of them says is compared.
        (Side.OUTPUT, {"type": "object"}, {"type": "array", "items": TEXT}, ["output-widened"]),
        (Side.INPUT, {}, TEXT, ["input-narrowed"]),
        (Side.INPUT, {**TEXT, "pattern": "^[a-c/-]+$"}, {**TEXT, "pattern": "^[a-d@/-]+$"}, ["input-widened"]),
        (Side.INPUT, {**TEXT, "pattern": "^[a-d]+$"}, {**TEXT, "pattern": "^[a-c@]+$"}, ["input-narrowed"]),
        (Side.INPUT, {**TEXT, "pattern": "^[ab]+$"}, {**TEXT, "pattern": "^[^ab]+$"}, ["input-narrowed"]),
        (Side.OUTPUT, {**TEXT, "pattern": "^[ab]+$"}, {**TEXT, "pattern": "^[a-c]+$"}, ["output-widened"]),
        (Side.OUTPUT, {}, TEXT, ["output-narrowed"]),
        (Side.OUTPUT, {"const": 1}, {"const": True}, ["output-widened"]),
    ],
)
def test_rules(side: Side, before: Schema, after: Schema, rules: list[str]) -> None:
    assert _rules(side, before, after) == rules


def test_a_key_that_no_rule_knows_is_breaking() -> None:
    tool = {"name": "dig", "inputSchema": {}, "execution": {"taskSupport": "optional"}}
    changed = {**tool, "execution": {"taskSupport": "forbidden"}}
    (change,) = between({"tools": [tool]}, {"tools": [changed]})
    assert (change.rule, change.where, change.breaking) == ("unjudged", "tool:dig", True)


def test_a_key_that_the_release_could_not_have_is_no_change() -> None:
    assert between({"tools": []}, {"tools": [], "greeting": "hello"}) == []


# All pairs

NAMES = st.sampled_from(["a", "b"])
SMALL = st.integers(0, 3)
WORDS = st.lists(st.sampled_from(["", "x", "xy", "2024-02-30", "2024-02-29"]), min_size=1, unique=True)
FURTHER = "undeclared"


def _some(**keywords: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    return st.fixed_dictionaries({}, optional=keywords)


def _typed(kind: str, keywords: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    types = st.sampled_from([kind, [kind, "null"]])
    return st.builds(lambda type_, rest: {"type": type_, **rest}, types, keywords)


SCALARS = st.one_of(
    _typed("string", _some(minLength=SMALL, maxLength=SMALL, pattern=st.sampled_from(["^x", "y$"]))),
    _typed("string", _some(format=st.just("date"), enum=WORDS)),
    _typed("integer", _some(minimum=SMALL, exclusiveMaximum=SMALL, default=SMALL)),
    _typed("number", _some(exclusiveMinimum=SMALL, maximum=SMALL)),
    st.just({"type": "boolean"}),
    _some(enum=WORDS, description=st.sampled_from(["One.", "Two."])),
)


def _composed(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    fields = st.dictionaries(NAMES, inner, max_size=2)
    rest = st.one_of(st.booleans(), inner)
    required = st.lists(NAMES, unique=True)
    return st.one_of(
        _typed("object", _some(properties=fields, required=required, additionalProperties=rest)).map(_sensible),
        _typed("array", _some(items=inner, minItems=SMALL, maxItems=SMALL, uniqueItems=st.booleans())),
    )


def _sensible(schema: Schema) -> Schema:
    """Require only what is declared, as lint-spec asks."""
    names = [name for name in schema.get("required", []) if name in schema.get("properties", {})]
    return {**schema, "required": names}


SCHEMAS = st.recursive(SCALARS, _composed, max_leaves=4)


@st.composite
def _pairs(draw: st.DrawFn) -> tuple[Schema, Schema]:
    """Draw a schema and a variant that shares most of it."""
    before = draw(SCHEMAS)
    return before, draw(st.one_of(_edited(before), _edited(before), SCHEMAS))


def _variants(schema: Schema) -> st.SearchStrategy[Schema]:
    """Return schemas that differ from one in a few places."""
    return st.one_of(st.just(schema), _edited(schema), SCHEMAS)


@st.composite
def _edited(draw: st.DrawFn, schema: Schema) -> Schema:
    edited = copy.deepcopy(schema)
    for key in draw(st.lists(st.sampled_from(sorted(schema) or ["description"]), min_size=1, max_size=2, unique=True)):
        match edited.get(key):
            case dict() as fields if key == "properties":
                edited[key] = {name: draw(_variants(child)) for name, child in fields.items()}
                edited[key] |= draw(st.dictionaries(NAMES, SCALARS, max_size=1))
            case dict() as child:
                edited[key] = draw(_variants(child))
            case int() as bound if not isinstance(bound, bool):
                edited[key] = max(0, bound + draw(st.sampled_from([-1, 1])))
            case list() as values:
                edited[key] = values[:-1] if len(values) > 1 or key == "required" else values
            case _:
                edited.pop(key, None)
    return _sensible(edited) if edited.get("type") in ("object", ["object", "null"]) else edited


@st.composite
def _instances(draw: st.DrawFn, schema: Any) -> Any:
    """Draw a value that often fits."""
    if not isinstance(schema, dict) or draw(st.integers(0, 9)) == 0:
        return draw(st.one_of(st.none(), st.booleans(), st.integers(0, 4), st.sampled_from(["", "x", "xy", 0.5])))
    if "enum" in schema:
        return draw(st.sampled_from(schema["enum"]))
    types = schema.get("type", "string")
    match draw(st.sampled_from(types)) if isinstance(types, list) else types:
        case "object":
            return draw(_objects(schema))
        case "array":
            return draw(st.lists(_instances(schema.get("items", True)), max_size=4))
        case "string":
            return draw(st.sampled_from(["", "x", "xy", "xyy", "y", "2024-02-30", "2024-02-29"]))
        case "integer":
            return draw(st.integers(0, 4))
        case "number":
            return draw(st.sampled_from([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]))
        case "boolean":
            return draw(st.booleans())
    return None


@st.composite
def _objects(draw: st.DrawFn, schema: Schema) -> dict[str, Any]:
    declared = schema.get("properties", {})
    required = schema.get("required", [])
    names = [name for name in declared if name in required or draw(st.booleans())]
    content = {name: draw(_instances(declared[name])) for name in names}
    rest = schema.get("additionalProperties", True)
    if rest is not False and draw(st.booleans()):
        # Correct clients use names that are not declared only where a schema says what they mean.
        name = draw(NAMES) if isinstance(rest, dict) else FURTHER
        content.setdefault(name, draw(_instances(rest)))
    return content


def _fits(schema: Any, instance: Any) -> bool:
    checker = jsonschema.FormatChecker()
    return bool(jsonschema.Draft202012Validator(schema, format_checker=checker).is_valid(instance))


def _tolerant(schema: Any) -> Any:
    """Return how a client reads that ignores fields it does not know."""
    if isinstance(schema, dict):
        return {
            key: _tolerant(value) for key, value in schema.items() if (key, value) != ("additionalProperties", False)
        }
    return schema


def _breaks(side: Side, before: Schema, after: Schema) -> bool:
    return any(change.breaking for change in schema_changes.changes("x", side, before, after))


def _stray(schema: Any, instance: Any) -> bool:
    """Tell whether a value uses a name that its schema neither declares nor describes."""
    if isinstance(instance, list):
        items = schema.get("items", {}) if isinstance(schema, dict) else {}
        return any(_stray(items, item) for item in instance)
    if not isinstance(instance, dict) or not isinstance(schema, dict):
        return False
    declared, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    for name, value in instance.items():
        if name not in declared and not isinstance(rest, dict) and name != FURTHER:
            return True
        if _stray(declared.get(name, rest), value):
            return True
    return False


@settings(max_examples=120, deadline=None)
@given(st.data(), _pairs())
def test_no_call_of_a_correct_client_is_refused(data: st.DataObject, pair: tuple[Schema, Schema]) -> None:
    before, after = pair
    if _breaks(Side.INPUT, before, after):
        return
    for sent in data.draw(st.lists(_instances(before), min_size=3, max_size=6)):
        if _fits(before, sent) and not _stray(before, sent):
            assert _fits(after, sent)


@settings(max_examples=120, deadline=None)
@given(st.data(), _pairs())
def test_no_answer_surprises_a_correct_client(data: st.DataObject, pair: tuple[Schema, Schema]) -> None:
    before, after = pair
    if _breaks(Side.OUTPUT, before, after):
        return
    for answer in data.draw(st.lists(_instances(after), min_size=3, max_size=6)):
        if _fits(after, answer):
            assert _fits(_tolerant(before), answer)


@settings(max_examples=100, deadline=None)
@given(SCHEMAS, st.sampled_from(Side))
def test_nothing_changed_needs_no_version(schema: Schema, side: Side) -> None:
    assert schema_changes.changes("x", side, schema, _reversed(schema)) == []


def _reversed(schema: Any) -> Any:
    """Return the same schema with its keys in another order."""
    if isinstance(schema, dict):
        return {key: _reversed(schema[key]) for key in reversed(schema)}
    return schema


@settings(max_examples=100, deadline=None)
@given(_pairs())
def test_no_difference_goes_unnoticed(pair: tuple[Schema, Schema]) -> None:
    before, after = ({"tools": [{"name": "dig", "inputSchema": schema}]} for schema in pair)
    written = [json.dumps(document, sort_keys=True) for document in (before, after)]
    assert bool(between(before, after)) == (written[0] != written[1])


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ({}, {"a": {"maxLength": 5}}, "input-narrowed"),
        ({"a": {"maxLength": 5}}, {"a": {"maxLength": 9}}, "input-widened"),
    ],
)
def test_limits_are_bounds_like_those_that_are_published(before: Schema, after: Schema, rule: str) -> None:
    def bundle(limits: Schema) -> dict[str, Any]:
        tool = {"name": "draw", "inputSchema": OPEN, "outputSchema": CLOSED}
        return {"tools": [tool], "limits": {"draw": limits}}

    assert [change.rule for change in between(bundle(before), bundle(after))] == [rule]


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ({}, {"a": {"names": ["b"]}}, "input-widened"),
        ({"a": {"names": ["b"]}}, {"a": {"names": ["b"], "form": "library-id"}}, "input-widened"),
        ({"a": {"names": ["b", "c"]}}, {"a": {"names": ["b"]}}, "input-narrowed"),
    ],
)
def test_other_names_may_be_added_and_are_missed_when_they_go(before: Schema, after: Schema, rule: str) -> None:
    def bundle(accepts: Schema) -> dict[str, Any]:
        return {"tools": [{"name": "draw", "inputSchema": OPEN}], "accepts": {"draw": accepts}}

    assert rule in [change.rule for change in between(bundle(before), bundle(after))]
