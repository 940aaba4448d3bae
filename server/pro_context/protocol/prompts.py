"""Prompts by name (MCP `prompts/get`), and the completion of their arguments and of template variables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pro_context.protocol.request import ProtocolError
from pro_context.protocol.validation import shorten
from pro_context_contract.contract import Contract, PromptText
from pro_context_contract.protocol import INVALID_PARAMS

Complete = Callable[[str, str, dict[str, str]], Awaitable[list[str]]]
"""Return the values of a kind (`library`, `version` or `symbol`) that begin with a text, best first.

The arguments are the kind, the beginning, and the values of the other arguments that the user has entered.
"""


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


class Completions:
    """The completion of the arguments of one contract; an unknown element or argument has no values."""

    def __init__(self, contract: Contract, complete: Complete) -> None:
        self._prompts = contract.prompt_completions
        self._templates = contract.template_completions
        self._complete = complete

    async def for_prompt(self, name: str, argument: str, beginning: str, given: dict[str, str]) -> list[str]:
        """Return the values for an argument of a prompt, best first."""
        return await self._values(self._prompts.get(name, {}), argument, beginning, given)

    async def for_template(self, uri_template: str, variable: str, beginning: str, given: dict[str, str]) -> list[str]:
        """Return the values for a variable of a resource template, best first."""
        return await self._values(self._templates.get(uri_template, {}), variable, beginning, given)

    async def _values(
        self, kinds: Mapping[str, str], argument: str, beginning: str, given: dict[str, str]
    ) -> list[str]:
        kind = kinds.get(argument)
        return await self._complete(kind, beginning, given) if kind else []
