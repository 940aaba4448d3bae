"""The check without a library beside the one with it: what it is sure of fits, and sound params are all sure."""

import random
from typing import Any

import jsonschema_rs
import pytest
from tests.server.harbor.wire import MODERN, envelope
from tests.server.protocol.test_method_tables import SOUND, damaged

from pro_context.protocol.simple_schemas import fits_simple_schema
from pro_context_contract.protocol import HANDSHAKE_VERSIONS, STATELESS_VERSIONS, tables

TRIALS = 2_000
FIRST = ("initialize", "ping", "server/discover", "tools/list", "prompts/list", "resources/templates/list")
TABLES = tables()


def shape_of(method: str, version: str) -> dict[str, Any]:
    shape = TABLES["requests"][version][method]
    return {"$ref": f"#/$defs/{shape}", "$defs": TABLES["definitions"][TABLES["shapes"][version]]}


def sure(value: object, schema: dict[str, Any]) -> bool:
    return fits_simple_schema(
        value, {name: part for name, part in schema.items() if name != "$defs"}, schema.get("$defs", {})
    )


@pytest.mark.parametrize("version", [*HANDSHAKE_VERSIONS, *STATELESS_VERSIONS])
def test_damaged_params_are_sure_only_where_they_fit(version: str) -> None:
    seed = random.Random(20261126)
    methods = [method for method in SOUND if method in TABLES["requests"][version]]
    for _ in range(TRIALS):
        method = seed.choice(methods)
        params = {**SOUND[method], **({"_meta": envelope(MODERN)} if version == MODERN else {})}
        given, _value = damaged(seed, params)
        schema = shape_of(method, version)
        assert sure(params, schema) or method not in FIRST
        assert not sure(given, schema) or jsonschema_rs.is_valid(schema, given)


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (1.0, {"type": "integer"}),
        (5, {"type": "number"}),
        ("text", {"minLength": 2}),
        ({}, {"additionalProperties": False}),
        ({"a": 1}, {"additionalProperties": False}),
        ({"a": 1}, {"properties": {"a": True}}),
        (2, {"enum": [1, 2]}),
    ],
)
def test_a_schema_that_it_does_not_know_in_full_is_never_sure(value: object, schema: dict[str, Any]) -> None:
    assert not sure(value, schema) or jsonschema_rs.is_valid(schema, value)


@pytest.mark.parametrize("value", [True, False])
def test_a_truth_value_is_no_number(value: bool) -> None:
    assert not sure(value, {"type": "integer"})


def test_a_deep_value_is_left_to_the_library() -> None:
    deep: Any = {}
    for _ in range(3_000):
        deep = {"a": deep}
    loop = {"additionalProperties": {"$ref": "#/$defs/loop"}, "type": "object"}
    assert not fits_simple_schema(deep, loop, {"loop": loop})
