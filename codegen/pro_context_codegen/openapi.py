"""The tools of a contract as an OpenAPI 3.1 document, for generators of clients, calls and pages."""

from __future__ import annotations

from typing import Any

from pro_context_codegen import contract_schemas, error_schemas, payloads
from pro_context_codegen.spec import ContractSpec, Tool

_ABOUT = (
    "Each tool is described as one POST request whose body holds the arguments. The server does not serve these paths: "
    "clients call tools with tools/call of MCP, and an error is the text of a result with isError."
)


def document(contract: ContractSpec) -> dict[str, Any]:
    """Return the document: one operation per tool, one component per error code."""
    deprecated = {entry.element for entry in contract.deprecations}
    entries = {entry["name"]: entry for entry in payloads.described_tools(contract)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"{contract.server['title']}: {contract.name}",
            "version": contract.version,
            "description": _ABOUT,
        },
        "paths": {
            f"/{tool.name}": {"post": _operation(tool, entries[tool.name], f"tool:{tool.name}" in deprecated, contract)}
            for tool in contract.tools
        },
        "components": {
            "schemas": {error.class_name: error_schemas.answer(contract, error) for error in contract.errors}
        },
    }


def _operation(tool: Tool, entry: dict[str, Any], deprecated: bool, contract: ContractSpec) -> dict[str, Any]:
    names = [error.class_name for error in contract.errors if error.code in tool.errors]
    responses: dict[str, Any] = {"200": {"description": "The tool's result."}}
    if tool.output:
        responses["200"]["content"] = _json(entry["outputSchema"])
    if names:
        errors = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
        responses["default"] = {"description": "One of the tool's errors.", "content": _json(errors)}
    operation = {
        "operationId": tool.name,
        "summary": tool.title,
        "description": entry["description"],
        "requestBody": {
            "required": True,
            "content": _json(contract_schemas.with_limits(entry["inputSchema"], tool.limits)),
        },
        "responses": responses,
    }
    return {**operation, "deprecated": True} if deprecated else operation


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": contract_schemas.without_references(schema)}}
