"""Prompts by name (MCP `prompts/get`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pro_context.configuration.wording import shorten
from pro_context.protocol.request import ProtocolError
from pro_context_contract.contract import Contract, PromptText
from pro_context_contract.protocol import INVALID_PARAMS


def render_prompt(
    contract: Contract,
    renderers: Mapping[str, Callable[[Mapping[str, str]], PromptText]],
    name: str,
    arguments: Mapping[str, str],
) -> dict[str, Any]:
    """Return the `GetPromptResult` of a prompt.

    Args:
        contract: the contract that lists the prompt.
        renderers: the generated functions by prompt name.
        name: the wire name.
        arguments: the arguments that the client sent; a blank one counts as missing, since forms send blanks.

    Raises:
        ProtocolError: -32602, for an unknown prompt or a required argument that is missing.
    """
    declared = next((prompt.get("arguments", []) for prompt in contract.prompts if prompt["name"] == name), None)
    if declared is None:
        raise ProtocolError(INVALID_PARAMS, f"Unknown prompt: {shorten(name)}")
    given = {entry["name"]: arguments[entry["name"]] for entry in declared if arguments.get(entry["name"])}
    for entry in declared:
        if entry.get("required") and entry["name"] not in given:
            raise ProtocolError(INVALID_PARAMS, f"Missing required argument of prompt {name}: {entry['name']}")
    return renderers[name](given).payload()
