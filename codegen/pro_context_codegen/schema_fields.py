"""The fields of a schema in the order they are read, nested ones below what holds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pro_context_codegen import contract_schemas
from pro_context_codegen.spec import Schema


@dataclass(frozen=True, slots=True)
class Field:
    """One property of an object.

    Attributes:
        path: where it stands, as in `results[].title`.
        name: the last step of its path.
        depth: how many fields hold it.
        required: whether the object must have it.
        schema: of its value, without references.
    """

    path: str
    name: str
    depth: int
    required: bool
    schema: Schema


def fields(schema: Schema) -> Iterator[Field]:
    """Give every field of a published schema, each followed by those inside it."""
    yield from _inside(contract_schemas.resolved(schema), "", 0)


def _inside(schema: Schema, prefix: str, depth: int) -> Iterator[Field]:
    required = schema.get("required", [])
    for name, child in schema.get("properties", {}).items():
        path = f"{prefix}{name}"
        yield Field(path, name, depth, name in required, child)
        held, step = (child.get("items", {}), "[].") if child.get("type") == "array" else (child, ".")
        yield from _inside(held, f"{path}{step}", depth + 1)
