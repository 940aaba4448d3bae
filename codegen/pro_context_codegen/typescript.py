"""The package of TypeScript declarations for authors of clients: arguments, results and errors of each tool."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from packaging.version import Version

from pro_context_codegen import (
    contract_schemas,
    deprecations,
    error_schemas,
    payloads,
    python_models,
    typescript_types,
)
from pro_context_codegen.file_header import header
from pro_context_codegen.naming import pascal
from pro_context_codegen.spec import ContractSpec, Schema
from pro_context_codegen.spec_problems import SpecError, SpecProblem


def package(contracts: list[ContractSpec]) -> dict[str, str]:
    """Return the files of the package by name: one module per contract, and `index.d.ts`, which exports all of them."""
    highest = max(Version(contract.version) for contract in contracts)
    modules = {contract.name: _Module(contract).text() for contract in contracts}
    exports = {f"./{name}": {"types": f"./{name}.d.ts"} for name in modules}
    manifest = {
        "name": "pro-context-contract",
        "version": str(highest),
        "description": "Published contracts of Pro-Context: arguments, results and errors of every tool",
        "license": "MIT",
        "types": "./index.d.ts",
        "exports": {".": {"types": "./index.d.ts"}, **exports},
        "files": ["*.d.ts"],
    }
    index = [f"// {header('spec/contracts/')}", *(f'export type * as {name} from "./{name}.js";' for name in modules)]
    return {
        "package.json": json.dumps(manifest, indent=2) + "\n",
        "index.d.ts": "\n".join(index) + "\n",
        **{f"{name}.d.ts": text for name, text in modules.items()},
    }


class _Module:
    """The declarations of one contract while they are collected."""

    def __init__(self, contract: ContractSpec) -> None:
        self._contract = contract
        self._notices = {entry.element: deprecations.notice(entry) for entry in contract.deprecations}
        self._names: list[str] = []

    def text(self) -> str:
        """Return the text of the module.

        Raises:
            SpecError: two declarations would have the same name.
        """
        contract = self._contract
        sections = [*self._tools(), *self._resources(), *self._prompts(), *self._errors()]
        if repeated := [name for name, count in Counter(self._names).items() if count > 1]:
            reason = f"two TypeScript types would be called {repeated[0]}"
            raise SpecError([SpecProblem(f"{contract.folder}/contract.yaml", "", reason)])
        top = f"// {header(f'spec/contracts/{contract.name}/')}\n"
        about = typescript_types.comment(f"Version of the {contract.name} contract that these types describe.")
        return "\n".join([top, f'{about}export type ContractVersion = "{contract.version}";\n', *sections])

    def _tools(self) -> Iterator[str]:
        takes: dict[str, list[str]] = {}
        gives: dict[str, list[str]] = {}
        entries = {entry["name"]: entry for entry in payloads.described_tools(self._contract)}
        for tool in self._contract.tools:
            entry, notice = entries[tool.name], self._notices.get(f"tool:{tool.name}", "")
            about = f"Arguments of {tool.name}. {tool.description}"
            yield self._interface(f"{tool.class_name}Arguments", entry["inputSchema"], about, notice)
            takes[tool.name] = [f"{tool.class_name}Arguments"]
            if tool.output:
                about = f"Result of {tool.name}."
                yield self._interface(f"{tool.class_name}Result", entry["outputSchema"], about, notice)
                gives[tool.name] = [f"{tool.class_name}Result"]
        yield self._map("ToolArguments", "Arguments of each tool.", takes)
        yield self._map("ToolResults", "structuredContent of each tool's result.", gives)
        yield self._alias("ToolName", ["keyof ToolArguments"])

    def _resources(self) -> Iterator[str]:
        held: dict[str, list[str]] = {}
        for resource in self._contract.resources:
            if resource.output:
                element = f"resource:{resource.name}"
                schema = payloads.published_schema(self._contract, f"{element}.output", resource.output)
                name = f"{resource.class_name}Content"
                held[resource.uri or resource.uri_template] = [name]
                about = f"JSON text of the resource {resource.name}. {resource.description}"
                yield self._interface(name, schema, about, self._notices.get(element, ""))
            if resource.parameters:
                name, schema = f"{resource.class_name}Parameters", python_models.parameters_schema(resource)
                yield self._interface(name, schema, f"Parameters of {resource.uri_template}.")
        yield self._map("ResourceContents", "Parsed JSON text of each resource, by URI or URI template.", held)

    def _prompts(self) -> Iterator[str]:
        takes: dict[str, list[str]] = {}
        for prompt in payloads.prompts(self._contract):
            name = f"{pascal(prompt['name'])}PromptArguments"
            takes[prompt["name"]] = [name]
            yield self._interface(name, _text_arguments(prompt), "", self._notices.get(f"prompt:{prompt['name']}", ""))
        yield self._map("PromptArguments", "Arguments of each prompt.", takes)

    def _errors(self) -> Iterator[str]:
        contract = self._contract
        names = {error.code: error.class_name for error in contract.errors}
        for error in contract.errors:
            schema, notice = error_schemas.answer(contract, error), self._notices.get(f"error:{error.code}", "")
            if schema["type"] == "object":
                yield self._interface(error.class_name, schema, "", notice)
            else:
                yield self._alias(error.class_name, ["string"], error.when)
        yield self._alias("ErrorCode", [json.dumps(code) for code in names])
        yield self._alias("ToolError", list(names.values()), "Any error of the catalogue.")
        by_tool = {tool.name: [names[code] for code in tool.errors] for tool in contract.tools}
        yield self._map("ToolErrors", "Text of each tool's failed result, parsed if it is JSON.", by_tool)

    def _interface(self, name: str, schema: Schema, about: str, deprecated: str = "") -> str:
        self._names.append(name)
        described = {**schema, "description": about} if about else schema
        return typescript_types.interface(name, contract_schemas.without_references(described), deprecated=deprecated)

    def _alias(self, name: str, types: Sequence[str], about: str = "") -> str:
        self._names.append(name)
        return typescript_types.alias(name, types, about)

    def _map(self, name: str, about: str, members: Mapping[str, Sequence[str]]) -> str:
        self._names.append(name)
        return typescript_types.catalogue(name, members, about)


def _text_arguments(prompt: Mapping[str, Any]) -> Schema:
    """Return the schema of a prompt's arguments, which are text in MCP."""
    return {
        "type": "object",
        "description": f"Arguments of the prompt {prompt['name']}. {prompt['description']}",
        "properties": {
            argument["name"]: {"type": "string", "description": argument["description"]}
            for argument in prompt["arguments"]
        },
        "required": [argument["name"] for argument in prompt["arguments"] if argument["required"]],
        "additionalProperties": False,
    }
