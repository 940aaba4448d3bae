"""JSON Schemas inside a contract: references, and the rules that a meta-schema cannot express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs

from pro_context_codegen.spec import Schema
from pro_context_codegen.spec_problems import SpecProblem, dotted

CONDITIONS = ("allOf", "anyOf", "if", "then", "else")
"""Keywords that set further rules for a value and describe no part of it."""

Path = tuple[str | int, ...]


def walk(schema: Schema, path: Path = ()) -> Iterator[tuple[Path, Schema]]:
    """Yield the schema itself, each schema of a part of the value and each schema in `$defs`, with their key paths."""
    yield path, schema
    for key in ("properties", "$defs"):
        for name, child in schema.get(key, {}).items():
            yield from walk(child, (*path, key, name))
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from walk(schema[key], (*path, key))


def conditions(schema: Schema) -> Iterator[tuple[Path, Schema]]:
    """Yield the further rules of a schema for its value, with their key paths."""
    for key in CONDITIONS:
        rules = schema.get(key, [])
        if isinstance(rules, dict):
            yield (key,), rules
        else:
            yield from (((key, index), rule) for index, rule in enumerate(rules))


def references(schema: Schema) -> Iterator[tuple[Path, str]]:
    """Yield the name of every schema that a schema refers to, with the key path of the reference.

    Names of types begin with a capital letter, names in `$defs` with a small one.
    """
    for path, node in walk(schema):
        if "$ref" in node:
            yield path, _name(node)
        for where, rule in conditions(node):
            yield from (((*path, *where, *inner), name) for inner, name in references(rule))


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def inline(schema: Schema, types: Mapping[str, Schema]) -> Schema:
    """Return the schema with each reference replaced by the type; keys beside a reference override the type's keys."""
    merged = dict(schema)
    if "$ref" in merged and _name(merged) in types:
        named = types[_name(merged)]
        del merged["$ref"]
        merged = {**inline(named, types), **merged}
    for key in ("properties", "$defs"):
        if key in merged:
            merged[key] = {name: inline(child, types) for name, child in merged[key].items()}
    for key in ("items", "additionalProperties", *CONDITIONS):
        if isinstance(merged.get(key), dict):
            merged[key] = inline(merged[key], types)
        elif isinstance(merged.get(key), list):
            merged[key] = [inline(child, types) for child in merged[key]]
    return merged


def with_limits(schema: Schema, limits: Mapping[str, Schema]) -> Schema:
    """Return the schema of an object with further bounds on some of its properties.

    Args:
        schema: the schema of the object, references inlined.
        limits: the keywords to add, by property.
    """
    properties = {name: {**child, **limits.get(name, {})} for name, child in schema.get("properties", {}).items()}
    return {**schema, "properties": properties} if limits else schema


def without_references(schema: Schema, types: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema without references: named types and its own `$defs` inlined, and `$defs` and anchors removed.

    Args:
        schema: the schema; a published one has no named types any more.
        types: the named types of the contract.
    """
    own = {name: _without(definition, "$anchor") for name, definition in schema.get("$defs", {}).items()}
    return _without(inline(schema, {**(types or {}), **own}), "$schema", "$defs")


def _without(schema: Schema, *keys: str) -> Schema:
    return {key: value for key, value in schema.items() if key not in keys}


def reference_problems(file: str, path: Path, schema: Schema, types: Mapping[str, Schema]) -> Iterator[SpecProblem]:
    """Yield the references of a schema to missing schemas, and its own definitions that contain themselves."""
    own = schema.get("$defs", {})
    for inner, name in references(schema):
        if name not in types and name not in own:
            place = f"type {name} in types.yaml" if name[0].isupper() else f"{name} in $defs"
            yield SpecProblem(file, dotted(*path, *inner), f"no {place}")
    yield from cycle_problems(file, (*path, "$defs"), own)


def cycle_problems(file: str, path: Path, types: Mapping[str, Schema]) -> Iterator[SpecProblem]:
    """Yield the named schemas that contain themselves."""
    uses = {name: {used for _, used in references(schema)} for name, schema in types.items()}
    for name in types:
        reached: set[str] = set()
        frontier = set(uses[name])
        while frontier:
            reached |= frontier
            frontier = set().union(*(uses.get(used, set()) for used in frontier)) - reached
        if name in reached:
            yield SpecProblem(file, dotted(*path, name), "contains itself")


def contradictions(file: str, path: Path, schema: Schema) -> Iterator[SpecProblem]:
    """Yield the contradictions in a schema whose references are inlined.

    These are required properties that do not exist, defaults that the schema itself refuses, bounds in the wrong order,
    keywords that do not apply to the type beside them, and conditions on properties that do not exist.
    """
    for inner, node in walk(schema):
        where = dotted(*path, *inner)
        for name in node.get("required", []):
            if name not in node.get("properties", {}):
                yield SpecProblem(file, f"{where}.required", f"{name} is not a property")
        if "default" in node and not jsonschema_rs.is_valid(node, node["default"], validate_formats=True):
            yield SpecProblem(file, f"{where}.default", "breaks its own schema")
        for low, high in (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems")):
            if low in node and high in node and node[low] > node[high]:
                yield SpecProblem(file, f"{where}.{low}", f"is greater than {high}")
        if "type" not in node and "enum" not in node and "const" not in node:
            yield SpecProblem(file, where, "has no type")
        yield from _inapplicable_keywords(file, where, node)
        yield from _unknown_conditions(file, where, node, node.get("properties", {}))


_KEYWORDS = {
    "object": ("properties", "required", "additionalProperties"),
    "array": ("items", "minItems", "maxItems", "uniqueItems"),
    "string": ("format", "pattern", "minLength", "maxLength"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
}


def _unknown_conditions(file: str, where: str, node: Schema, known: Mapping[str, Schema]) -> Iterator[SpecProblem]:
    for path, rule in conditions(node):
        at = f"{where}.{dotted(*path)}"
        for name in (*rule.get("required", []), *rule.get("properties", {})):
            if name not in known:
                yield SpecProblem(file, at, f"{name} is not a property")
        yield from _unknown_conditions(file, at, rule, known)


def _inapplicable_keywords(file: str, where: str, node: Schema) -> Iterator[SpecProblem]:
    if "type" not in node:
        return
    types: Any = node["type"] if isinstance(node["type"], list) else [node["type"]]
    kinds = {"number" if kind == "integer" else kind for kind in types}
    for kind, keywords in _KEYWORDS.items():
        for keyword in keywords:
            if keyword in node and kind not in kinds:
                yield SpecProblem(file, f"{where}.{keyword}", f"says nothing about type {' or '.join(types)}")
