"""The bundle of a contract: one self-contained document that other tools read and that releases are compared by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pro_context_codegen import payloads
from pro_context_codegen.dialect import dialect
from pro_context_codegen.spec import ContractSpec, Deprecation, Prompt, Resource, Tool
from pro_context_codegen.spec_problems import SpecError, SpecProblem

SCHEMA: Final = "bundle.schema.json"
"""File name of the JSON Schema of every bundle."""

_KINDS = {Tool: "tool", Resource: "resource", Prompt: "prompt"}
_LARGEST_INTEGER = 2**53 - 1
_SMALLEST_PLAIN, _LARGEST_PLAIN = 1e-4, 1e15


def files(contracts: Iterable[ContractSpec], released: Mapping[str, str]) -> dict[str, str]:
    """Return the files of `bundles/` by name: current contracts, released bundles and the schema of bundles.

    Args:
        contracts: as the spec has them.
        released: the text of every released bundle by file name. A released version is never generated anew, even when
            the spec of that version says something else.

    Raises:
        SpecError: a bundle breaks the schema, or its sum does not match its content.
    """
    found = {SCHEMA: _text(dialect().schema("bundle"))}
    for contract in contracts:
        found[f"{contract.name}-{contract.version}.json"] = _text(document(contract), sort_keys=True)
    found |= released
    problems = [problem for name, text in found.items() if name != SCHEMA for problem in _problems(name, text)]
    if problems:
        raise SpecError(problems)
    return found


def _problems(name: str, text: str) -> list[SpecProblem]:
    """Return the problems of a bundle; its sum is checked only when its shape is right."""
    label = f"bundles/{name}"
    bundle = json.loads(text)
    body = {key: value for key, value in bundle.items() if key != "sha256"}
    problems = dialect().problems("bundle", label, bundle)
    if not problems and bundle["sha256"] != digest(body):
        problems.append(SpecProblem(label, "sha256", "is not the sum of the other members"))
    return problems


def document(contract: ContractSpec) -> dict[str, Any]:
    """Return the bundle, as `spec/meta/bundle.yaml` describes it.

    `tools`, `resources`, `resourceTemplates` and `prompts` are the entries of MCP's lists. Further members hold facts
    that MCP has no place for, by element (`tool:get-docs`): `since`, `raises`, `behaviors`, `examples`, `contents`
    (schema of a resource's JSON text).

    Raises:
        SpecError: other languages would write a number in it differently.
    """
    elements = {f"{_KINDS[type(part)]}:{part.name}": part for part in contract.elements}
    initialize = payloads.initialize(contract)
    body = {
        "$schema": SCHEMA,
        **payloads.identity(contract),
        "server": initialize["serverInfo"],
        "capabilities": initialize["capabilities"],
        "instructions": initialize["instructions"],
        "tools": payloads.tools(contract),
        "resources": payloads.resources(contract),
        "resourceTemplates": payloads.resource_templates(contract),
        "prompts": payloads.prompts(contract),
        "errors": payloads.errors(contract),
        "since": {name: part.since for name, part in elements.items()},
        "raises": {name: list(part.errors) for name, part in elements.items() if not isinstance(part, Prompt)},
        "behaviors": {name: dict(part.behavior) for name, part in elements.items()},
        "examples": {name: list(part.examples) for name, part in elements.items()},
        "contents": _contents(contract),
        "deprecations": [_deprecation(entry) for entry in contract.deprecations],
    }
    plain: dict[str, Any] = _plain(body, contract)
    return {**plain, "sha256": digest(plain)}


def _contents(contract: ContractSpec) -> dict[str, Any]:
    """Return the schema of the JSON text of each resource that has one."""
    names = {f"resource:{resource.name}": resource.output for resource in contract.resources if resource.output}
    return {name: payloads.published_schema(contract, f"{name}.output", output) for name, output in names.items()}


def _deprecation(entry: Deprecation) -> dict[str, str]:
    return {
        "element": entry.element,
        "since": entry.since,
        "removeIn": entry.remove_in,
        "reason": entry.reason,
        "use": entry.use,
    }


def digest(body: dict[str, Any]) -> str:
    """Return the hexadecimal SHA-256 of a bundle without its `sha256` member, serialized by RFC 8785."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _plain(value: Any, contract: ContractSpec) -> Any:
    """Return JSON values whose numbers every language writes alike: 1 for 1.0, and no number with an exponent."""
    match value:
        case dict():
            return {key: _plain(item, contract) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item, contract) for item in value]
        case float() if value.is_integer() and abs(value) <= _LARGEST_INTEGER:
            return int(value)
        case float() if not _SMALLEST_PLAIN <= abs(value) <= _LARGEST_PLAIN:
            raise _unlike_elsewhere(value, contract)
        case int() if abs(value) > _LARGEST_INTEGER:
            raise _unlike_elsewhere(value, contract)
        case _:
            return value


def _unlike_elsewhere(number: float, contract: ContractSpec) -> SpecError:
    """Return the error about a number that other languages write differently."""
    reason = f"holds the number {number}, which languages write differently"
    return SpecError([SpecProblem(contract.folder, "", reason)])


def _text(content: Any, *, sort_keys: bool = False) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False, sort_keys=sort_keys) + "\n"
