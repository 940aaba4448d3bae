"""Proofs that one schema admits every value of another; a statement that jsonschema-rs cannot prove counts as false."""

from __future__ import annotations

import re
from typing import Any

import jsonschema_rs

from pro_context_codegen.spec import Schema

_ONE_CLASS = re.compile(r"\^\[([^\]\\^]+)\]\+\$")
_RANGE = re.compile(r"(.)-(.)|(.)", re.S)
_YES = jsonschema_rs.canonical.Containment.YES


def covers(wide: Schema, narrow: Schema) -> bool:
    """Tell whether the first schema provably admits every value that the second one admits."""
    return _canonical(wide).covers(_canonical(_with_wider_patterns(narrow, wide))) == _YES


def still_accepts(before: Schema, after: Schema) -> bool:
    """Tell whether an input schema provably accepts every value that correct clients sent before.

    A field that an open object did not declare had no meaning, so no correct client sent it. The comparison therefore
    treats a newly declared field as if the earlier schema had declared it too.
    """
    return covers(after, _with_declared_fields(before, after))


def stays_within(before: Schema, after: Schema) -> bool:
    """Tell whether an output schema provably admits only values that the earlier schema admitted.

    Correct clients ignore fields that they do not know (decision 10), so the comparison treats the closed objects of
    the earlier schema as open ones.
    """
    return covers(_with_open_objects(before), after)


def _canonical(schema: Schema) -> jsonschema_rs.CanonicalSchema:
    return jsonschema_rs.canonicalize(schema, draft=jsonschema_rs.Draft202012, validate_formats=True)


def _with_declared_fields(before: Schema, after: Schema) -> Schema:
    """Return the earlier schema, extended by the fields that only the later one declares.

    A rule of the earlier schema for undeclared fields stays as it is.
    """
    declared = dict(before)
    rest = before.get("additionalProperties", True)
    fields: dict[str, Schema] = dict(before.get("properties", {}))
    for name, later in after.get("properties", {}).items():
        if name in fields or rest is not False:
            earlier: Any = fields.get(name, rest)
            fields[name] = later if earlier is True else _with_declared_fields(earlier, later)
    if fields:
        declared["properties"] = fields
    for key in ("items", "additionalProperties"):
        if isinstance(before.get(key), dict) and isinstance(after.get(key), dict):
            declared[key] = _with_declared_fields(before[key], after[key])
    return declared


def _with_wider_patterns(narrow: Schema, wide: Schema) -> Schema:
    """Return the narrow schema with the wide one's pattern wherever that pattern allows more characters.

    jsonschema-rs does not compare patterns, so this module compares the simple ones itself.
    """
    widened = dict(narrow)
    # An empty set stands for a pattern of another kind, or for no pattern, which admits every text.
    few, many = _characters(narrow.get("pattern")), _characters(wide.get("pattern"))
    if few and few < many:
        widened["pattern"] = wide["pattern"]
    if "properties" in narrow:
        others = wide.get("properties", {})
        widened["properties"] = {
            name: _child_with_wider_patterns(child, others.get(name)) for name, child in narrow["properties"].items()
        }
    for key in ("items", "additionalProperties"):
        if key in narrow:
            widened[key] = _child_with_wider_patterns(narrow[key], wide.get(key))
    return widened


def _child_with_wider_patterns(narrow: Any, wide: Any) -> Any:
    return _with_wider_patterns(narrow, wide) if isinstance(narrow, dict) and isinstance(wide, dict) else narrow


def _characters(pattern: object) -> frozenset[str]:
    """Return the characters that a pattern of one class (`^[a-z/]+$`) allows, an empty set for any other pattern."""
    found = _ONE_CLASS.fullmatch(pattern) if isinstance(pattern, str) else None
    parts = _RANGE.findall(found[1]) if found else []
    return frozenset(
        chr(code) for first, last, single in parts for code in range(ord(first or single), ord(last or single) + 1)
    )


def _with_open_objects(schema: Schema) -> Schema:
    """Return a schema whose objects are all open: without `additionalProperties: false` at any depth."""
    opened: dict[str, Any] = {key: value for key, value in schema.items() if key != "additionalProperties"}
    if "properties" in schema:
        opened["properties"] = {name: _with_open_objects(child) for name, child in schema["properties"].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            opened[key] = _with_open_objects(schema[key])
    return opened
