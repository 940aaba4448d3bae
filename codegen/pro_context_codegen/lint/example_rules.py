"""The rules for examples: they agree with the schemas, templates and error codes of their element."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs

from pro_context_codegen import contract_schemas, python_models
from pro_context_codegen.cross_references import parse_template
from pro_context_codegen.prompt_templates import render
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Schema, Tool
from pro_context_codegen.spec_problems import SpecProblem, dotted

_INVALID = "INVALID_INPUT"
# In examples, the placeholder for the address of the world that they run against.
_ORIGIN, _SOME_ORIGIN = "{origin}", "https://docs.example"


def problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Yield the problems of every example of a contract."""
    for tool in contract.tools:
        yield from _names(tool)
        yield from _tool(tool, contract)
    for resource in contract.resources:
        yield from _names(resource)
        yield from _resource(resource, contract)
    for prompt in contract.prompts:
        yield from _names(prompt)
        for index, example in enumerate(prompt.examples):
            yield from _prompt(prompt, contract, index, example)


def _names(element: Tool | Resource | Prompt) -> Iterator[SpecProblem]:
    seen: set[str] = set()
    for index, example in enumerate(element.examples):
        if example["name"] in seen:
            yield SpecProblem(element.file, f"examples[{index}].name", "is given twice")
        seen.add(example["name"])


def _tool(tool: Tool, contract: ContractSpec) -> Iterator[SpecProblem]:
    accepted = contract_schemas.with_limits(
        contract_schemas.without_references(tool.input, contract.types), tool.limits
    )
    answered = _partial(contract_schemas.without_references(tool.output or {}, contract.types))
    for index, example in enumerate(tool.examples):
        path = ("examples", index, "arguments")
        violations = list(_violations(tool.file, path, accepted, example["arguments"]))
        if example.get("fails") != _INVALID:
            yield from violations
        elif not violations:
            yield SpecProblem(tool.file, dotted(*path), f"fit the input schema, so they cannot fail with {_INVALID}")
        yield from _outcome(tool, index, example, answered)


def _resource(resource: Resource, contract: ContractSpec) -> Iterator[SpecProblem]:
    accepted = python_models.parameters_schema(resource)
    answered = _partial(contract_schemas.without_references(resource.output or {}, contract.types))
    for index, example in enumerate(resource.examples):
        given = example.get("parameters", {})
        yield from _violations(resource.file, ("examples", index, "parameters"), accepted, given)
        yield from _outcome(resource, index, example, answered)


def _outcome(
    element: Tool | Resource, index: int, example: Mapping[str, Any], answered: Schema
) -> Iterator[SpecProblem]:
    if "returns" in example:
        yield from _violations(element.file, ("examples", index, "returns"), answered, example["returns"])
    if "fails" in example and example["fails"] not in element.errors:
        reason = f"{example['fails']} is not one of the errors listed here"
        yield SpecProblem(element.file, f"examples[{index}].fails", reason)


def _prompt(prompt: Prompt, contract: ContractSpec, index: int, example: Mapping[str, Any]) -> Iterator[SpecProblem]:
    given = example["arguments"]
    names = {argument.name for argument in prompt.arguments}
    required = {argument.name for argument in prompt.arguments if argument.required}
    for name in sorted(given.keys() - names):
        yield SpecProblem(prompt.file, f"examples[{index}].arguments.{name}", "is not an argument of this prompt")
    for name in sorted(required - given.keys()):
        yield SpecProblem(prompt.file, f"examples[{index}].arguments.{name}", "is required")
    if required - given.keys():
        return
    text = render(parse_template(prompt.messages[0].text, prompt, contract), given)
    if example.get("text", text).strip() != text.strip():
        yield SpecProblem(prompt.file, f"examples[{index}].text", "differs from the rendered template")
    if example.get("contains", text) not in text:
        yield SpecProblem(prompt.file, f"examples[{index}].contains", "is not in the rendered template")


def _violations(file: str, path: tuple[str | int, ...], schema: Schema, value: Any) -> Iterator[SpecProblem]:
    validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
    for error in validator.iter_errors(_with_address(value)):
        yield SpecProblem(file, dotted(*path, *error.instance_path), error.message)


def _partial(schema: Schema) -> Schema:
    """Return a schema that accepts any part of a value that the given schema accepts: "at least these values"."""
    node = {key: value for key, value in schema.items() if key not in ("required", "minItems")}
    if "properties" in node:
        node["properties"] = {name: _partial(child) for name, child in node["properties"].items()}
        # A field of an example that the schema does not declare is misspelt, even where the schema is open.
        node.setdefault("additionalProperties", False)
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            node[key] = _partial(node[key])
    return node


def _with_address(value: Any) -> Any:
    """Return an example's value with an address in place of the placeholder for its world."""
    if isinstance(value, str):
        return value.replace(_ORIGIN, _SOME_ORIGIN)
    if isinstance(value, list):
        return [_with_address(item) for item in value]
    return {key: _with_address(item) for key, item in value.items()} if isinstance(value, dict) else value
