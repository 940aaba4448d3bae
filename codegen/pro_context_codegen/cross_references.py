"""The references between the parts of a contract; a wrong one makes generation impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pro_context_codegen import contract_schemas, deprecations, prompt_templates, python_models
from pro_context_codegen.naming import snake
from pro_context_codegen.spec import PLACEHOLDER, ContractSpec, ErrorCode, Prompt
from pro_context_codegen.spec_problems import SpecProblem, dotted

# Names of local variables in the generated functions.
_PROMPT_NAMES = ("description", "fence", "messages", "text", "uri")
_ERROR_NAMES = ("cls", "details", "fact", "message", "self", "suggestion")


def problems(contract: ContractSpec) -> list[SpecProblem]:
    """Return the names in a contract that stand for nothing, and those that stand for two things."""
    found = list(_type_problems(contract))
    if not found:
        found += _name_problems(contract)
        found += deprecations.problems(contract)
    for prompt in contract.prompts:
        found += _template_problems(prompt, contract)
    found += _code_problems(contract)
    for error in contract.errors:
        found += _error_problems(f"{contract.folder}/errors.yaml", error)
    return found


def parse_template(template: str, prompt: Prompt, contract: ContractSpec) -> tuple[prompt_templates.Part, ...]:
    """Return the parts of one template of a prompt."""
    return prompt_templates.parse(
        template,
        arguments={argument.name: argument.required for argument in prompt.arguments},
        tools=[tool.name for tool in contract.tools],
    )


def _type_problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    types_file = f"{contract.folder}/types.yaml"
    yield from contract_schemas.cycle_problems(types_file, ("types",), contract.types)
    for name, schema in contract.types.items():
        yield from contract_schemas.reference_problems(types_file, ("types", name), schema, contract.types)
    for tool in contract.tools:
        yield from contract_schemas.reference_problems(tool.file, ("input",), tool.input, contract.types)
        yield from contract_schemas.reference_problems(tool.file, ("output",), tool.output or {}, contract.types)
    for resource in contract.resources:
        yield from contract_schemas.reference_problems(
            resource.file, ("output",), resource.output or {}, contract.types
        )


def _name_problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Yield a problem for each two names that differ on the wire and would be equal in Python."""
    file = f"{contract.folder}/contract.yaml"
    kinds = {
        "tools": [tool.module for tool in contract.tools],
        "resources": [resource.module for resource in contract.resources],
        "prompts": [prompt.module for prompt in contract.prompts],
    }
    for kind, names in kinds.items():
        for name in _duplicates(names):
            yield SpecProblem(file, kind, f"two of them would be {name} in Python")
    for prompt in contract.prompts:
        for name in _duplicates([*_PROMPT_NAMES, *(argument.identifier for argument in prompt.arguments)]):
            yield SpecProblem(prompt.file, "arguments", _clash(name, _PROMPT_NAMES))
    yield from _class_problems(file, contract)
    for model, schema in python_models.definitions(contract).items():
        for path, node in contract_schemas.walk(schema):
            for name in _duplicates([snake(name) for name in node.get("properties", {})]):
                yield SpecProblem(file, "", f"two properties of {dotted(model, *path)} would be {name} in Python")


def _class_problems(file: str, contract: ContractSpec) -> Iterator[SpecProblem]:
    generated = [f"{tool.class_name}{suffix}" for tool in contract.tools for suffix in ("Input", "Output")]
    generated += [f"{item.class_name}{suffix}" for item in contract.resources for suffix in ("Parameters", "Content")]
    for name in _duplicates([*generated, *contract.types]):
        yield SpecProblem(file, "", f"two classes would be called {name}")


def _clash(name: str, ours: tuple[str, ...]) -> str:
    return f"the generated code needs the name {name}" if name in ours else f"two of them would be {name} in Python"


def _duplicates(names: list[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _template_problems(prompt: Prompt, contract: ContractSpec) -> Iterator[SpecProblem]:
    for path, template in templates(prompt):
        try:
            parse_template(template, prompt, contract)
        except prompt_templates.TemplateProblem as problem:
            yield SpecProblem(prompt.file, dotted(*path), str(problem))


def templates(prompt: Prompt) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the key path and the text of every template of a prompt."""
    yield ("result", "description"), prompt.result_description
    for index, message in enumerate(prompt.messages):
        inside = ("resource",) if message.uri else ()
        for key in ("uri", "text"):
            if template := getattr(message, key):
                yield ("result", "messages", index, *inside, key), template


def _code_problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    codes = {error.code: error for error in contract.errors}
    for element in contract.answering:
        for index, code in enumerate(element.errors):
            if code not in codes:
                yield SpecProblem(element.file, f"errors[{index}]", f"no code {code} in errors.yaml")
        listed = [codes[code] for code in element.errors if code in codes]
        for fact in _duplicates([fact for error in listed for fact in error.raised_from]):
            reason = f"{element.name} lists two codes that are raised from {fact}"
            yield SpecProblem(f"{contract.folder}/errors.yaml", "errors", reason)


def _error_problems(file: str, error: ErrorCode) -> Iterator[SpecProblem]:
    """Yield a problem for each placeholder that has no value, or may have none in a particular answer."""
    path = f"errors.{error.code}"
    required = {detail.name for detail in error.details if not detail.optional}
    optional = {detail.name for detail in error.details if detail.optional}
    booleans = {detail.name for detail in error.details if detail.type == "boolean"}
    for name in PLACEHOLDER.findall(error.message):
        if name not in required and name not in error.message_without:
            yield SpecProblem(file, f"{path}.message", _absence(name, optional))
    for name in PLACEHOLDER.findall(error.suggestion):
        if name not in required and name not in error.suggestion_without:
            hint = f"; say in suggestionWithout.{name} what to suggest then" if name in optional else ""
            yield SpecProblem(file, f"{path}.suggestion", _absence(name, optional) + hint)
    for key, without in [
        *(("messageWithout", name) for name in error.message_without),
        *(("suggestionWithout", name) for name in error.suggestion_without),
    ]:
        if without not in optional | booleans:
            yield SpecProblem(file, f"{path}.{key}.{without}", "is neither an optional detail nor a boolean one")
    for name in error.suggestion_when:
        told_by = error.detail(name)
        if told_by is None or told_by.type != "string":
            yield SpecProblem(file, f"{path}.suggestionWhen.{name}", "is not a detail that is a string")
    for key, place, text in error.alternatives:
        for name in PLACEHOLDER.findall(text):
            if name not in required:
                yield SpecProblem(file, f"{path}.{key}.{place}", _absence(name, optional))
    yield from _detail_problems(file, path, error)


def _absence(name: str, optional: set[str]) -> str:
    return f"{{{name}}} is optional and may be empty" if name in optional else f"{{{name}}} is not one of the details"


def _detail_problems(file: str, path: str, error: ErrorCode) -> Iterator[SpecProblem]:
    for name in _duplicates([*_ERROR_NAMES, *(detail.identifier for detail in error.details)]):
        yield SpecProblem(file, f"{path}.details", _clash(name, _ERROR_NAMES))
    if isinstance(error.recoverable, str):
        told_by = error.detail(error.recoverable[1:-1])
        if told_by is None or told_by.type != "boolean" or told_by.optional:
            yield SpecProblem(file, f"{path}.recoverable", f"{error.recoverable} is not a required boolean detail")
    retry = error.detail("retryAfter")
    if retry and retry.type != "integer":
        yield SpecProblem(file, f"{path}.details.retryAfter", "must be an integer, in seconds")
