"""The fields of a schema in reading order: each object is followed by its own fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pro_context_codegen import contract_schemas
from pro_context_codegen.spec import Schema


@dataclass(frozen=True, slots=True)
class Field:
    """One property of an object.

    Attributes:
        path: the place of the field, as in `results[].title`.
        name: the last step of the path.
        depth: the number of fields around it.
        required: whether the object must have the field.
        schema: the schema of its value, without references.
    """

    path: str
    name: str
    depth: int
    required: bool
    schema: Schema


def fields(schema: Schema) -> Iterator[Field]:
    """Yield every field of a published schema, each followed by the fields inside it."""
    yield from _inside(contract_schemas.without_references(schema), "", 0)


def _inside(schema: Schema, prefix: str, depth: int) -> Iterator[Field]:
    required = schema.get("required", [])
    for name, child in schema.get("properties", {}).items():
        path = f"{prefix}{name}"
        yield Field(path, name, depth, name in required, child)
        held, step = (child.get("items", {}), "[].") if child.get("type") == "array" else (child, ".")
        yield from _inside(held, f"{path}{step}", depth + 1)
