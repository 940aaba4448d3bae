"""The changes between two schemas, field by field, and their effect on clients of the earlier one.

An input may only admit more values, because clients keep sending the old ones. An output may only admit fewer values,
because clients expect nothing else. Fields, defaults and texts have rules of their own. Containment decides about the
values that a node admits, and finally about the whole schema: when no rule finds a breaking change, the proof must
confirm it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from pro_context_codegen.compatibility import containment
from pro_context_codegen.compatibility.changes import Change, as_json, differing_keys, old_and_new, same, text_changes
from pro_context_codegen.contract_schemas import without_references
from pro_context_codegen.spec import Schema

_WORDS = ("title", "description", "deprecated", "examples", "$comment", "$schema")
_PARTS = ("properties", "required", "additionalProperties", "items")


class Side(StrEnum):
    """The side of a call that a schema describes: arguments from clients, or results for clients."""

    INPUT = "input"
    OUTPUT = "output"


def changes(where: str, side: Side, before: Schema, after: Schema) -> list[Change]:
    """Return the changes, those of outer nodes first.

    Args:
        where: the element that the schema belongs to, as in `tool:get-docs.input`.
        side: input when clients send the value, output when they receive it.
        before: the released schema, as it was published.
        after: the current schema, in the same form.
    """
    before, after = without_references(before), without_references(after)
    if same(before, after):
        return []
    found = list(_node(where, side, before, after))
    if not any(change.breaking for change in found) and not _is_proven(side, before, after):
        found.append(Change(where, f"{side}-unproven", "the schema as a whole changed"))
    return found


def _is_proven(side: Side, before: Schema, after: Schema) -> bool:
    proof = containment.still_accepts if side is Side.INPUT else containment.stays_within
    return proof(before, after)


def _node(where: str, side: Side, before: Schema, after: Schema) -> Iterator[Change]:
    if same(before, after):
        return
    yield from text_changes(where, before, after, *_WORDS)
    yield from _default(where, before, after)
    yield from _values(where, side, before, after)
    if _kinds(before).isdisjoint(_kinds(after)):
        return
    yield from _fields(where, side, before, after)
    yield from _rest(where, side, before, after)
    yield from _node(where, side, before.get("items", {}), after.get("items", {}))


def _kinds(schema: Schema) -> set[str]:
    """Return the JSON types of a node; without a `type`, the types that have parts."""
    types = schema.get("type", ["object", "array"])
    return set(types) if isinstance(types, list) else {types}


def _default(where: str, before: Schema, after: Schema) -> Iterator[Change]:
    if "const" in after and same(before.get("const"), after["const"]):
        return  # a default of a constant says the constant once more
    if "default" in before and "default" not in after:
        yield Change(where, "default-removed", f"default {as_json(before, 'default')} is gone")
    elif "default" in after and "default" not in before:
        yield Change(where, "default-added", f"default {as_json(after, 'default')}")
    elif not same(before.get("default"), after.get("default")):
        yield Change(where, "default-changed", old_and_new(before, after, "default"))


def _values(where: str, side: Side, before: Schema, after: Schema) -> Iterator[Change]:
    """Yield the changes of the keywords that decide which values a node admits."""
    old, new = _own(before), _own(after)
    if same(old, new):
        return
    what = ", ".join(old_and_new(old, new, key) for key in differing_keys(old, new))
    grown, shrunk = containment.covers(new, old), containment.covers(old, new)
    if grown and shrunk:
        yield Change(where, "restated", what)
    elif side is Side.INPUT:
        yield Change(where, "input-widened" if grown else "input-narrowed", what)
    else:
        yield Change(where, "output-narrowed" if shrunk else "output-widened", what)


def _own(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in (*_WORDS, *_PARTS, "default")}


def _fields(where: str, side: Side, before: Schema, after: Schema) -> Iterator[Change]:
    old, new = before.get("properties", {}), after.get("properties", {})
    was, now = before.get("required", []), after.get("required", [])
    for name in old:
        if name not in new:
            yield Change(f"{where}.{name}", f"{side}-field-removed", "was removed")
    for name in new:
        field = f"{where}.{name}"
        if name not in old:
            yield _addition(field, side, name in now)
            continue
        if name in now and name not in was:
            yield Change(field, f"{side}-field-now-required", "was optional, is required")
        if name in was and name not in now:
            rule = "input-field-now-optional" if side is Side.INPUT else "output-field-no-longer-required"
            yield Change(field, rule, "was required, is optional")
        yield from _node(field, side, old[name], new[name])


def _addition(field: str, side: Side, required: bool) -> Change:
    rule = "input-required-field-added" if required and side is Side.INPUT else f"{side}-field-added"
    return Change(field, rule, f"was added, {'required' if required else 'optional'}")


def _rest(where: str, side: Side, before: Schema, after: Schema) -> Iterator[Change]:
    """Yield the changes in an object's rule for undeclared fields."""
    old, new = before.get("additionalProperties", True), after.get("additionalProperties", True)
    if same(old, new):
        return
    if new is False:
        yield Change(where, f"{side}-closed", "further fields are no longer allowed")
    elif old is False:
        yield Change(where, f"{side}-opened", "further fields are allowed")
    else:
        yield from _node(f"{where}.*", side, _plain(old), _plain(new))


def _plain(schema: Any) -> Schema:
    return {} if schema is True else schema
