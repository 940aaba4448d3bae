"""JSON Schemas inside a contract: references inlined, and the rules that a meta-schema cannot say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs

from pro_context_codegen.problems import Problem, dotted
from pro_context_codegen.spec import Schema

_TYPES = "#/types/"
Path = tuple[str | int, ...]


def walk(schema: Schema, path: Path = ()) -> Iterator[tuple[Path, Schema]]:
    """Give every schema inside a schema with its key path, itself first."""
    yield path, schema
    for name, child in schema.get("properties", {}).items():
        yield from walk(child, (*path, "properties", name))
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from walk(schema[key], (*path, key))


def references(schema: Schema) -> Iterator[tuple[Path, str]]:
    """Give every named type a schema refers to, with the key path of the reference."""
    for path, node in walk(schema):
        if "$ref" in node:
            yield path, node["$ref"].removeprefix(_TYPES)


def inline(schema: Schema, types: Mapping[str, Schema]) -> Schema:
    """Return the schema with each reference replaced by its type; keys beside a reference win over the type's."""
    merged = dict(schema)
    if "$ref" in merged:
        name = merged.pop("$ref").removeprefix(_TYPES)
        merged = {**inline(types[name], types), **merged}
    if "properties" in merged:
        merged["properties"] = {name: inline(child, types) for name, child in merged["properties"].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(merged.get(key), dict):
            merged[key] = inline(merged[key], types)
    return merged


def reference_problems(file: str, path: Path, schema: Schema, types: Mapping[str, Schema]) -> Iterator[Problem]:
    """Give the references of a schema to types that do not exist."""
    for inner, name in references(schema):
        if name not in types:
            yield Problem(file, dotted(*path, *inner), f"no type {name} in types.yaml")


def cycle_problems(file: str, types: Mapping[str, Schema]) -> Iterator[Problem]:
    """Give the types that contain themselves."""
    uses = {name: {used for _, used in references(schema)} for name, schema in types.items()}
    for name in types:
        reached: set[str] = set()
        frontier = set(uses[name])
        while frontier:
            reached |= frontier
            frontier = set().union(*(uses.get(used, set()) for used in frontier)) - reached
        if name in reached:
            yield Problem(file, f"types.{name}", "contains itself")


def sense_problems(file: str, path: Path, schema: Schema) -> Iterator[Problem]:
    """Give what a schema (references inlined) says that cannot be meant.

    That is: required properties that do not exist, defaults their own schema refuses, bounds in the wrong order,
    keywords that say nothing about the type they stand beside.
    """
    for inner, node in walk(schema):
        where = dotted(*path, *inner)
        for name in node.get("required", []):
            if name not in node.get("properties", {}):
                yield Problem(file, f"{where}.required", f"{name} is not a property")
        if "default" in node and not jsonschema_rs.is_valid(node, node["default"], validate_formats=True):
            yield Problem(file, f"{where}.default", "breaks its own schema")
        for low, high in (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems")):
            if low in node and high in node and node[low] > node[high]:
                yield Problem(file, f"{where}.{low}", f"is greater than {high}")
        if "type" not in node and "enum" not in node and "const" not in node:
            yield Problem(file, where, "has no type")
        yield from _misplaced(file, where, node)


_KEYWORDS = {
    "object": ("properties", "required", "additionalProperties"),
    "array": ("items", "minItems", "maxItems", "uniqueItems"),
    "string": ("format", "pattern", "minLength", "maxLength"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
}


def _misplaced(file: str, where: str, node: Schema) -> Iterator[Problem]:
    if "type" not in node:
        return
    types: Any = node["type"] if isinstance(node["type"], list) else [node["type"]]
    kinds = {"number" if kind == "integer" else kind for kind in types}
    for kind, keywords in _KEYWORDS.items():
        for keyword in keywords:
            if keyword in node and kind not in kinds:
                yield Problem(file, f"{where}.{keyword}", f"says nothing about type {' or '.join(types)}")
