"""Pydantic models from a contract's schemas, by datamodel-code-generator (decision 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pro_context_codegen import contract_schemas
from pro_context_codegen.spec import ContractSpec, Resource, Schema

# An immutable set of options of the pinned generator: the newest that targets the oldest supported Python.
_PRESET: Final = "standard-py311-20261027"

# Descriptions become docstrings for readers; if Pydantic parsed them, importing the models would take twice as long.
_GENERATED_CONFIG: Final = "use_attribute_docstrings=True"
# Keywords that do not concern the types of values.
_UNTYPED: Final = ("format", "$schema", "$defs", "$anchor", "x-mcp-header", *contract_schemas.CONDITIONS)
# With this setting a plain `model_dump()` returns wire names.
_OUR_CONFIG: Final = "serialize_by_alias=True"


def source(definitions: Mapping[str, Schema], header: str) -> str:
    """Return the Python source of models, one module.

    Args:
        definitions: the schema of every model by class name.
        header: the module's docstring.
    """
    # Importing the generator takes 0.2 s, which `lint` can save.
    from datamodel_code_generator import Formatter, InputFileType, NamingStrategy, TargetPydanticVersion, generate  # noqa: PLC0415

    generated = generate(
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": dict(definitions)},
        input_file_type=InputFileType.JsonSchema,
        preset=_PRESET,
        naming_strategy=NamingStrategy.FullPath,
        skip_root_model=True,
        strict_nullable=True,
        target_pydantic_version=TargetPydanticVersion.V2_14,
        use_missing_sentinel=True,
        use_attribute_docstrings=True,
        use_field_description=True,
        use_schema_description=True,
        use_single_line_docstring=True,
        formatters=[Formatter.BUILTIN],
        disable_timestamp=True,
        custom_file_header=header,
    )
    return str(generated).replace(_GENERATED_CONFIG, _OUR_CONFIG)


def definitions(contract: ContractSpec) -> dict[str, Schema]:
    """Return the schema of every model by class name: named types, then tools and resources in the contract's order."""
    named = {name: schema for name, schema in contract.types.items() if _is_model(schema)}
    models = dict(named)
    for tool in contract.tools:
        models[f"{tool.class_name}Input"] = tool.input
        if tool.output:
            models[f"{tool.class_name}Output"] = tool.output
    for resource in contract.resources:
        if resource.parameters:
            models[f"{resource.class_name}Parameters"] = parameters_schema(resource)
        if resource.output:
            models[f"{resource.class_name}Content"] = resource.output
    return {
        name: for_models(schema, {**contract.types, **schema.get("$defs", {})}, named)
        for name, schema in models.items()
    }


def parameters_schema(resource: Resource) -> Schema:
    """Return the schema of a resource template's parameters: each is text and required."""
    return {
        "type": "object",
        "properties": {
            name: {"type": "string", "description": parameter["description"]}
            for name, parameter in resource.parameters.items()
        },
        "required": list(resource.parameters),
        "additionalProperties": False,
    }


def _is_model(schema: Schema) -> bool:
    return schema.get("type") == "object" or "enum" in schema


def for_models(schema: Schema, types: Mapping[str, Schema], named: Mapping[str, Schema]) -> Schema:
    """Return the form of a schema that the model generator reads.

    Named objects and enumerations keep their names; other references are inlined. Formats and conditions are removed:
    the server checks them against the published schema, and the generated types would change the values. A number
    may be an integer, so that 5 stays 5.
    """
    node: dict[str, Any] = dict(schema)
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name in named and node.keys() <= {"$ref", "description"}:
            return {**node, "$ref": f"#/$defs/{name}"}
        node = contract_schemas.inline(node, types)
    node = {key: value for key, value in node.items() if key not in _UNTYPED}
    kinds = node.get("type")
    if kinds == "number":
        node["type"] = ["integer", "number"]
    elif isinstance(kinds, list) and "number" in kinds:
        node["type"] = ["integer", *kinds]
    if "properties" in node:
        node["properties"] = {name: for_models(child, types, named) for name, child in node["properties"].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            node[key] = _unbounded(for_models(node[key], types, named))
    return node


def _unbounded(node: Schema) -> Schema:
    """Return a plain value's schema without its bounds; with bounds, the generator would create a class of its own."""
    plain = "type" in node and node.keys().isdisjoint(("properties", "items", "additionalProperties", "enum", "const"))
    return {"type": node["type"]} if plain and node["type"] != "object" else node
