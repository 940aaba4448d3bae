"""The ready payloads of a contract: initialize, the lists, the error catalogue, completions."""

from __future__ import annotations

from typing import Any

from pro_context_codegen import contract_schemas
from pro_context_codegen.deprecations import describe, mark_deprecated
from pro_context_codegen.spec import ContractSpec, ErrorCode, Prompt, Resource, Schema, Tool

Json = dict[str, Any]


def payloads(contract: ContractSpec) -> dict[str, Json]:
    """Return the content of every file in `payloads/`, by file name."""
    return {
        "contract.json": identity(contract),
        "initialize.json": initialize(contract),
        "tools-list.json": {"tools": tools(contract)},
        "resources-list.json": {"resources": resources(contract)},
        "resource-templates-list.json": {"resourceTemplates": resource_templates(contract)},
        "prompts-list.json": {"prompts": prompts(contract)},
        "errors.json": errors(contract),
        "completions.json": completions(contract),
    }


def identity(contract: ContractSpec) -> Json:
    """Return the contract's name, version and manner of speaking; rare members only when the contract has them."""
    content = {
        "contract": contract.name,
        "version": contract.version,
        "protocolVersions": list(contract.protocol_versions),
        "errorStyle": contract.error_style,
    }
    blocks = {tool.name: list(tool.blocks) for tool in contract.tools if tool.blocks}
    limits = {tool.name: dict(tool.limits) for tool in contract.tools if tool.limits}
    accepts = {tool.name: dict(tool.accepts) for tool in contract.tools if tool.accepts}
    seldom = {
        "eventsPath": contract.events_path,
        "corpusFilters": contract.corpus_filters,
        "blocks": blocks,
        "limits": limits,
        "accepts": accepts,
    }
    return content | {key: value for key, value in seldom.items() if value}


def initialize(contract: ContractSpec) -> Json:
    """Return the InitializeResult of MCP without the negotiated protocol version."""
    server = contract.server
    return {
        "capabilities": dict(contract.capabilities),
        "serverInfo": {
            "name": server["name"],
            "title": server["title"],
            "version": contract.version,
            "description": server["description"],
        },
        "instructions": contract.instructions,
    }


def tools(contract: ContractSpec) -> list[Json]:
    """Return the entries of tools/list in the contract's order."""
    entries = described_tools(contract)
    if contract.lists_output_descriptions:
        return entries
    return [
        {key: _undescribed(value) if key == "outputSchema" else value for key, value in entry.items()}
        for entry in entries
    ]


def described_tools(contract: ContractSpec) -> list[Json]:
    """Return the entries of `tools` with the descriptions of their outputs, for documents and types."""
    return [_tool(tool, contract) for tool in contract.tools]


def resources(contract: ContractSpec) -> list[Json]:
    """Return the entries of resources/list in the contract's order."""
    return [{"uri": resource.uri, **_resource(resource, contract)} for resource in contract.resources if resource.uri]


def resource_templates(contract: ContractSpec) -> list[Json]:
    """Return the entries of resources/templates/list in the contract's order."""
    return [
        {"uriTemplate": resource.uri_template, **_resource(resource, contract)}
        for resource in contract.resources
        if resource.uri_template
    ]


def prompts(contract: ContractSpec) -> list[Json]:
    """Return the entries of prompts/list in the contract's order."""
    return [_prompt(prompt, contract) for prompt in contract.prompts]


def errors(contract: ContractSpec) -> Json:
    """Return the error catalogue by code."""
    return {error.code: _error(error) for error in contract.errors}


def completions(contract: ContractSpec) -> Json:
    """Return the kind of completion of each argument: prompt name or resource template → argument → kind."""
    prompts = {
        prompt.name: {argument.name: argument.complete for argument in prompt.arguments if argument.complete}
        for prompt in contract.prompts
    }
    templates = {
        resource.uri_template: {
            name: parameter["complete"] for name, parameter in resource.parameters.items() if "complete" in parameter
        }
        for resource in contract.resources
    }
    return {
        "prompts": {name: kinds for name, kinds in prompts.items() if kinds},
        "resourceTemplates": {template: kinds for template, kinds in templates.items() if kinds},
    }


def published_schema(contract: ContractSpec, element: str, schema: Schema) -> Schema:
    """Return a schema in its published form: named types inlined, deprecated properties marked."""
    return mark_deprecated(contract, element, contract_schemas.inline(schema, contract.types))


def _undescribed(schema: Schema) -> Schema:
    """Return a schema without the descriptions of its parts, except for those of deprecated ones.

    The default of a constant is left out too: it says the same once more.
    """
    kept = {key: value for key, value in schema.items() if key != "description" or schema.get("deprecated")}
    if "const" in kept:
        kept.pop("default", None)
    for key in ("properties", "$defs"):
        if key in kept:
            kept[key] = {name: _undescribed(child) for name, child in kept[key].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(kept.get(key), dict):
            kept[key] = _undescribed(kept[key])
    return kept


def _tool(tool: Tool, contract: ContractSpec) -> Json:
    element = f"tool:{tool.name}"
    output = {"outputSchema": published_schema(contract, f"{element}.output", tool.output)} if tool.output else {}
    return {
        "name": tool.name,
        "title": tool.title,
        "description": describe(contract, element, tool.description),
        "inputSchema": published_schema(contract, f"{element}.input", tool.input),
        **output,
        "annotations": dict(tool.annotations),
    }


def _resource(resource: Resource, contract: ContractSpec) -> Json:
    entry = {
        "name": resource.name,
        "title": resource.title,
        "description": describe(contract, f"resource:{resource.name}", resource.description),
        "mimeType": resource.mime_type,
    }
    return {**entry, "annotations": dict(resource.annotations)} if resource.annotations else entry


def _prompt(prompt: Prompt, contract: ContractSpec) -> Json:
    element = f"prompt:{prompt.name}"
    return {
        "name": prompt.name,
        "title": prompt.title,
        "description": describe(contract, element, prompt.description),
        "arguments": [
            {
                "name": argument.name,
                "description": describe(contract, f"{element}.{argument.name}", argument.description),
                "required": argument.required,
            }
            for argument in prompt.arguments
        ],
    }


def _error(error: ErrorCode) -> Json:
    when = error.suggestion_when
    return {
        "since": error.since,
        "when": error.when,
        "recoverable": error.recoverable,
        "message": error.message,
        "suggestion": error.suggestion,
        "suggestionWithout": dict(error.suggestion_without),
        # Bundles that were frozen before these keys existed lack them.
        **({"messageWithout": dict(error.message_without)} if error.message_without else {}),
        **({"suggestionWhen": {name: dict(texts) for name, texts in when.items()}} if when else {}),
        "details": {
            detail.name: {"type": detail.type, "description": detail.description, "optional": detail.optional}
            for detail in error.details
        },
        "raisedFrom": list(error.raised_from),
        "raisedBy": error.raised_by,
    }
