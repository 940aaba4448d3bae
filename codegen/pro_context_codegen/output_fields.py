"""The descriptions of output fields that the published schemas leave out: `fields.yaml` of a contract.

A published description costs every client tokens, and cannot change without a release. The reference describes every
field: in the words of the schema, else in those of `fields.yaml`, by the field's name or by the end of its path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pro_context_codegen import contract_schemas
from pro_context_codegen.naming import stem
from pro_context_codegen.spec import ContractSpec, Schema
from pro_context_codegen.spec_problems import SpecProblem

FILE = "fields.yaml"


def described(schema: Schema, contract: ContractSpec, element: str) -> Schema:
    """Return an output schema whose fields have the descriptions that `fields.yaml` has for them.

    Args:
        schema: the schema, with or without descriptions.
        contract: the contract with the descriptions.
        element: name of the tool or resource.
    """
    plain = contract_schemas.without_references(schema, contract.types)
    return _described(plain, contract.output_fields, (stem(element),), set())


def problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Yield each output field without a description, and each description without a field.

    A contract without `fields.yaml` need not describe its fields.
    """
    if not contract.output_fields:
        return
    used: set[str] = set()
    for element in contract.answering:
        if element.output:
            plain = contract_schemas.without_references(element.output, contract.types)
            filled = _described(plain, contract.output_fields, (stem(element.name),), used)
            for path in _undescribed(filled):
                yield SpecProblem(element.file, f"output.{path}", f"has no description here nor in {FILE}")
    for key in contract.output_fields.keys() - used:
        yield SpecProblem(f"{contract.folder}/{FILE}", key, "is no output field without a description of its own")


def _described(schema: Schema, words: Mapping[str, str], path: tuple[str, ...], used: set[str]) -> Schema:
    whole = dict(schema)
    for name, child in schema.get("properties", {}).items():
        where = (*path, name)
        filled = _described(child, words, where, used)
        key = next((end for end in _ends(where) if end in words), "")
        if key and not filled.get("description"):
            used.add(key)
            filled = {**filled, "description": words[key]}
        whole["properties"] = {**whole["properties"], name: filled}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            whole[key] = _described(schema[key], words, path, used)
    return whole


def _ends(path: tuple[str, ...]) -> Iterator[str]:
    """Yield a path and its ends, the longest first: `get-docs.passages.url`, `passages.url`, `url`."""
    for start in range(len(path)):
        yield ".".join(path[start:])


def _undescribed(schema: Schema, prefix: str = "") -> Iterator[str]:
    for name, child in schema.get("properties", {}).items():
        if not child.get("description"):
            yield f"{prefix}{name}"
        yield from _undescribed(child, f"{prefix}{name}.")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from _undescribed(schema[key], prefix)
