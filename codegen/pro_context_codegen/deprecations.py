"""Announced removals, as marks in the descriptions that clients read (decision 10)."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_codegen import contract_schemas
from pro_context_codegen.spec import ContractSpec, Deprecation, Schema
from pro_context_codegen.spec_problems import SpecProblem

_MARK = "[DEPRECATED]"


def describe(contract: ContractSpec, element: str, description: str) -> str:
    """Return an element's description, after a mark and a notice when its removal is announced."""
    for deprecation in contract.deprecations:
        if deprecation.element == element:
            return f"{_MARK} {notice(deprecation)} {description}"
    return description


def notice(deprecation: Deprecation) -> str:
    """Return the notice of a removal: version of the announcement, version of the removal, reason, replacement."""
    return (
        f"Since {deprecation.since}, to be removed in {deprecation.remove_in}: {deprecation.reason} "
        f"Use {deprecation.use} instead."
    )


def mark_deprecated(contract: ContractSpec, element: str, schema: Schema) -> Schema:
    """Return a schema, references inlined, with a mark in the description of each deprecated property.

    Args:
        contract: the contract with the deprecations.
        element: the element that the schema belongs to, as in `tool:get-docs.input`.
        schema: the published schema.
    """
    for deprecation in contract.deprecations:
        if deprecation.element.startswith(f"{element}."):
            fields = deprecation.element.removeprefix(f"{element}.").split(".")
            schema = _mark(schema, fields, notice(deprecation))
    return schema


def _mark(schema: Schema, fields: list[str], text: str) -> Schema:
    if not fields:
        description = " ".join(filter(None, (_MARK, text, schema.get("description"))))
        return {**schema, "description": description, "deprecated": True}
    if "items" in schema:
        return {**schema, "items": _mark(schema["items"], fields, text)}
    name, *rest = fields
    return {**schema, "properties": {**schema["properties"], name: _mark(schema["properties"][name], rest, text)}}


def problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Yield a problem for each deprecation of an element that does not exist."""
    elements = set(_elements(contract))
    for index, deprecation in enumerate(contract.deprecations):
        if deprecation.element not in elements:
            where = f"deprecations[{index}].element"
            yield SpecProblem(f"{contract.folder}/contract.yaml", where, f"{deprecation.element} does not exist")


def _elements(contract: ContractSpec) -> Iterator[str]:
    for tool in contract.tools:
        yield f"tool:{tool.name}"
        yield from _fields(contract, f"tool:{tool.name}.input", tool.input)
        yield from _fields(contract, f"tool:{tool.name}.output", tool.output or {})
    for resource in contract.resources:
        yield f"resource:{resource.name}"
        yield from _fields(contract, f"resource:{resource.name}.output", resource.output or {})
    for prompt in contract.prompts:
        yield f"prompt:{prompt.name}"
        yield from (f"prompt:{prompt.name}.{argument.name}" for argument in prompt.arguments)
    for error in contract.errors:
        yield f"error:{error.code}"
        yield from (f"error:{error.code}.{detail.name}" for detail in error.details)


def _fields(contract: ContractSpec, element: str, schema: Schema) -> Iterator[str]:
    for path, _ in contract_schemas.walk(contract_schemas.inline(schema, contract.types)):
        names = [str(part) for part in path if part not in ("properties", "items")]
        if path and path[-1] != "items" and not {"additionalProperties", "$defs"} & set(path):
            yield ".".join((element, *names))
