"""A check of plain values against simple schemas that needs no library: it is sure of each value that it accepts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

DEEPEST = 20
"""The most levels of schemas, those of references included."""

_KNOWN = frozenset({"$ref", "additionalProperties", "anyOf", "enum", "items", "properties", "required", "type"})
_TYPES: Mapping[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
_REFERENCE = "#/$defs/"


def fits_simple_schema(value: object, schema: Schema, definitions: Mapping[str, Schema], levels: int = DEEPEST) -> bool:
    """Tell whether a value fits a schema; False also where that takes a whole validator to say.

    Args:
        value: a plain JSON value.
        schema: the schema.
        definitions: the schemas that it may refer to (`#/$defs/NAME`).
        levels: the levels of schemas that may be looked at.
    """
    if not levels or not isinstance(schema, Mapping) or not schema.keys() <= _KNOWN:
        return False

    def fits(part: object, by: Schema) -> bool:
        return fits_simple_schema(part, by, definitions, levels - 1)

    if "type" in schema and not _has_type(value, schema["type"]):
        return False
    if "enum" in schema and not (isinstance(value, str) and value in schema["enum"]):
        return False
    if "$ref" in schema and not fits(value, definitions[schema["$ref"].removeprefix(_REFERENCE)]):
        return False
    if "anyOf" in schema and not any(fits(value, one) for one in schema["anyOf"]):
        return False
    if isinstance(value, dict):
        own, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        return all(name in value for name in schema.get("required", ())) and all(
            fits(member, own.get(name, others)) for name, member in value.items()
        )
    return not isinstance(value, list) or all(fits(item, schema.get("items", {})) for item in value)


def _has_type(value: object, names: str | list[str]) -> bool:
    wanted = [names] if isinstance(names, str) else names
    # JSON knows no class: 1.0 is an integer, and Python takes true for one.
    return (value is None and "null" in wanted) or type(value) in [_TYPES.get(name) for name in wanted]
