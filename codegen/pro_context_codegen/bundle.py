"""A contract as one self-contained document: what other tools read, and what releases are compared by."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pro_context_codegen import payloads
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Tool

_KINDS = {Tool: "tool", Resource: "resource", Prompt: "prompt"}


def document(contract: ContractSpec) -> dict[str, Any]:
    """Return the bundle.

    `tools`, `resources`, `resourceTemplates` and `prompts` are the entries of MCP's lists. What MCP has no place for
    stands beside them by element (`tool:get-docs`): `since`, `raises`, `behaviors`, `examples`, `contents` (schema
    of a resource's JSON text). `sha256` is of the canonical JSON of all the rest.
    """
    elements = {f"{_KINDS[type(part)]}:{part.name}": part for part in contract.elements}
    initialize = payloads.initialize(contract)
    body = {
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
    return {**body, "sha256": digest(body)}


def digest(body: dict[str, Any]) -> str:
    """Return the hexadecimal SHA-256 of a bundle without its own `sha256` key."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
