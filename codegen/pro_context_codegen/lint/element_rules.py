"""The rules for each tool, resource and prompt: its schemas, parameters and behaviours make sense."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pro_context_codegen import contract_schemas
from pro_context_codegen.cross_references import parse_template, templates
from pro_context_codegen.prompt_templates import used_arguments
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Schema, Tool
from pro_context_codegen.spec_problems import SpecProblem, dotted

MAX_TOOL_LINES = 80
_VARIABLE = re.compile(r"\{[+#./;?&]?([^}]*)\}")


def problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Yield the problems of every element's file, except those of its examples and wording."""
    for tool in contract.tools:
        yield from _tool(tool, contract)
        yield from _behavior(tool.file, tool.behavior)
    yield from _corpus_filters(contract)
    for resource in contract.resources:
        yield from _resource(resource, contract)
        yield from _behavior(resource.file, resource.behavior)
    for prompt in contract.prompts:
        yield from _prompt(prompt, contract)
        yield from _behavior(prompt.file, prompt.behavior)


def _tool(tool: Tool, contract: ContractSpec) -> Iterator[SpecProblem]:
    given = contract_schemas.with_limits(contract_schemas.without_references(tool.input, contract.types), tool.limits)
    for name in tool.limits.keys() - given.get("properties", {}).keys():
        yield SpecProblem(tool.file, f"limits.{name}", "is not an argument of this tool")
    yield from _accepts(tool, given)
    yield from contract_schemas.contradictions(tool.file, ("input",), given)
    if tool.output:
        answered = contract_schemas.without_references(tool.output, contract.types)
        yield from contract_schemas.contradictions(tool.file, ("output",), answered)
    for path, node in contract_schemas.walk(given, ("input",)):
        for name, child in node.get("properties", {}).items():
            if not child.get("description"):
                yield SpecProblem(tool.file, dotted(*path, "properties", name), "has no description")
    if "additionalProperties" not in given:
        reason = "must say additionalProperties: false, so that misspelt arguments are refused, or true"
        yield SpecProblem(tool.file, "input", reason)
    if tool.annotations.get("readOnlyHint") and tool.annotations.get("destructiveHint"):
        yield SpecProblem(tool.file, "annotations", "a tool that only reads cannot destroy")
    lines = _own_lines(tool.file)
    if lines > MAX_TOOL_LINES:
        reason = f"{lines} lines besides its examples; more than {MAX_TOOL_LINES} are hard to read"
        yield SpecProblem(tool.file, "", reason, warning=True)


def _accepts(tool: Tool, given: Schema) -> Iterator[SpecProblem]:
    """Yield the problems of the other names of arguments: each is of an argument, and of one only."""
    published = given.get("properties", {})
    taken = {("", name.lower()): name for name in published}
    for path, entry in tool.accepts.items():
        owner, _, name = path.rpartition(".")
        members = published.get(owner, {}).get("items", {}).get("properties", {}) if owner else published
        if name not in members:
            yield SpecProblem(tool.file, f"accepts.{path}", "is not an argument of this tool")
        for key in ("overflow", "firstOf"):
            if entry.get(key, name) not in members:
                yield SpecProblem(tool.file, f"accepts.{path}.{key}", "is not an argument of this tool")
        options = members.get(name, {}).get("enum", ())
        for word, option in entry.get("values", {}).items():
            if word in options or (options and option not in options):
                yield SpecProblem(tool.file, f"accepts.{path}.values.{word}", "must be another word for an option")
        for option in entry.get("flags", {}).keys() - set(options):
            yield SpecProblem(tool.file, f"accepts.{path}.flags.{option}", "is not an option of this argument")
        others = {other for key in ("pair", "pinned", "lineRange") for other in entry.get(key, ())}
        for other in others - published.keys():
            yield SpecProblem(tool.file, f"accepts.{path}", f"{other} is not an argument of this tool")
        for implied in entry.get("implies", {}).values():
            if not implied.keys() <= published.keys():
                yield SpecProblem(tool.file, f"accepts.{path}.implies", "sets what is not an argument of this tool")
        for other in (*entry.get("names", ()), *entry.get("implies", ())):
            first = taken.setdefault((owner, other.lower()), path)
            if first != path:
                yield SpecProblem(tool.file, f"accepts.{path}", f"{other} is a name of {first} too")
    if tool.accepts and "readAs" not in (tool.output or {}).get("properties", {}):
        yield SpecProblem(tool.file, "accepts", "needs readAs in the output, which says how a call was read")


def _corpus_filters(contract: ContractSpec) -> Iterator[SpecProblem]:
    open_tools = [tool.name for tool in contract.tools if isinstance(tool.input.get("additionalProperties"), dict)]
    if contract.corpus_filters and contract.corpus_filters not in open_tools:
        reason = "must be a tool whose input says in additionalProperties what a filter is"
        yield SpecProblem(f"{contract.folder}/contract.yaml", "corpusFilters", reason)


def _own_lines(file: str) -> int:
    """Return the number of lines of a file without its examples, which come last."""
    text = Path(file).read_text(encoding="utf-8")
    return len(text.partition("\nexamples:")[0].splitlines())


def _resource(resource: Resource, contract: ContractSpec) -> Iterator[SpecProblem]:
    if resource.output:
        answered = contract_schemas.without_references(resource.output, contract.types)
        yield from contract_schemas.contradictions(resource.file, ("output",), answered)
    if (resource.mime_type == "application/json") != bool(resource.output):
        reason = "JSON needs a schema" if not resource.output else f"{resource.mime_type} has no schema"
        yield SpecProblem(resource.file, "output", reason)
    variables = set(_VARIABLE.findall(resource.uri_template))
    for name in sorted(variables ^ resource.parameters.keys()):
        reason = "is not in uriTemplate" if name in resource.parameters else "of uriTemplate is not described"
        yield SpecProblem(resource.file, f"parameters.{name}", reason)


def _prompt(prompt: Prompt, contract: ContractSpec) -> Iterator[SpecProblem]:
    names: set[str] = set()
    for _, template in templates(prompt):
        names |= used_arguments(parse_template(template, prompt, contract))
    for index, argument in enumerate(prompt.arguments):
        if argument.name not in names:
            yield SpecProblem(prompt.file, f"arguments[{index}]", f"{argument.name} is not used in result")


def _behavior(file: str, behavior: Mapping[str, str]) -> Iterator[SpecProblem]:
    for name, sentence in behavior.items():
        if len(sentence.split()) < 3 or not sentence.strip().endswith("."):
            yield SpecProblem(file, f"behavior.{name}", "must be a whole sentence that ends with a period")
