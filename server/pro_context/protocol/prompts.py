"""Prompts by name (MCP `prompts/get`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pro_context.configuration.mistakes import shorten
from pro_context.protocol.request import ProtocolError
from pro_context_contract.contract import Contract, PromptText
from pro_context_contract.protocol import INVALID_PARAMS


class Prompts:
    """The prompts of one contract."""

    def __init__(self, contract: Contract, renderers: Mapping[str, Callable[[Mapping[str, str]], PromptText]]) -> None:
        """Pair the listed prompts with the generated functions that render them."""
        self._arguments = {prompt["name"]: prompt.get("arguments", []) for prompt in contract.prompts}
        self._renderers = renderers

    def get(self, name: str, arguments: Mapping[str, str]) -> dict[str, Any]:
        """Return the `GetPromptResult`.

        Args:
            name: the wire name.
            arguments: the arguments that the client sent; a blank one counts as missing, since forms send blanks.

        Raises:
            ProtocolError: -32602, for an unknown prompt or a required argument that is missing.
        """
        if name not in self._arguments:
            raise ProtocolError(INVALID_PARAMS, f"Unknown prompt: {shorten(name)}")
        declared = self._arguments[name]
        given = {entry["name"]: arguments[entry["name"]] for entry in declared if arguments.get(entry["name"])}
        for entry in declared:
            if entry.get("required") and entry["name"] not in given:
                raise ProtocolError(INVALID_PARAMS, f"Missing required argument of prompt {name}: {entry['name']}")
        return self._renderers[name](given).payload()
