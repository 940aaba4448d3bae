"""A contract as one self-contained document: what other tools read, and what releases are compared by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pro_context_codegen import payloads
from pro_context_codegen.dialect import dialect
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Tool
from pro_context_codegen.spec_problems import SpecError, SpecProblem

SCHEMA: Final = "bundle.schema.json"
"""File name of what every bundle conforms to."""

_KINDS = {Tool: "tool", Resource: "resource", Prompt: "prompt"}
_LARGEST_INTEGER = 2**53 - 1
_SMALLEST_PLAIN, _LARGEST_PLAIN = 1e-4, 1e15


def files(contracts: Iterable[ContractSpec], released: Mapping[str, str]) -> dict[str, str]:
    """Return the files of `bundles/` by name: every contract as it is now, every release as it was, their schema.

    Args:
        contracts: as the spec has them.
        released: the text of every released bundle by file name. A released version is never generated anew, even when
            the spec of that version says something else.

    Raises:
        SpecError: a bundle breaks the schema, or is not what its sum says.
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
    """Return what is wrong with a bundle; a wrong sum only where it has the right shape."""
    label = f"bundles/{name}"
    bundle = json.loads(text)
    body = {key: value for key, value in bundle.items() if key != "sha256"}
    problems = dialect().problems("bundle", label, bundle)
    if not problems and bundle["sha256"] != digest(body):
        problems.append(SpecProblem(label, "sha256", "is not that of the rest"))
    return problems


def document(contract: ContractSpec) -> dict[str, Any]:
    """Return the bundle, as `spec/meta/bundle.yaml` describes it.

    `tools`, `resources`, `resourceTemplates` and `prompts` are the entries of MCP's lists. What MCP has no place for
    stands beside them by element (`tool:get-docs`): `since`, `raises`, `behaviors`, `examples`, `contents` (schema
    of a resource's JSON text).

    Raises:
        SpecError: a number in it is written differently by other languages.
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
        "contents": {
            f"resource:{resource.name}": payloads.published(
                contract, f"resource:{resource.name}.output", resource.output
            )
            for resource in contract.resources
            if resource.output
        },
        "deprecations": [
            {
                "element": entry.element,
                "since": entry.since,
                "removeIn": entry.remove_in,
                "reason": entry.reason,
                "use": entry.use,
            }
            for entry in contract.deprecations
        ],
    }
    plain: dict[str, Any] = _plain(body, contract)
    return {**plain, "sha256": digest(plain)}


def digest(body: dict[str, Any]) -> str:
    """Return the hexadecimal SHA-256 of a bundle without its own `sha256` key, in the form RFC 8785 gives it."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _plain(value: Any, contract: ContractSpec) -> Any:
    """Return JSON values whose numbers are written alike everywhere: 1.0 as 1, none that needs an exponent."""
    match value:
        case dict():
            return {key: _plain(item, contract) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item, contract) for item in value]
        case float() if value.is_integer() and abs(value) <= _LARGEST_INTEGER:
            return int(value)
        case float() if not _SMALLEST_PLAIN <= abs(value) <= _LARGEST_PLAIN:
            raise SpecError([SpecProblem(contract.folder, "", f"holds the number {value}, which not all write alike")])
        case int() if abs(value) > _LARGEST_INTEGER:
            raise SpecError([SpecProblem(contract.folder, "", f"holds the number {value}, which not all write alike")])
        case _:
            return value


def _text(content: Any, *, sort_keys: bool = False) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False, sort_keys=sort_keys) + "\n"
