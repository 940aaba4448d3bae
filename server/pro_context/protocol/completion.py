"""Completion of prompt arguments and of template variables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from pro_context_contract import Contract

Complete = Callable[[str, str, dict[str, str]], Awaitable[list[str]]]
"""Return the values of a kind (`library`, `version` or `symbol`) that begin with a text, best first.

The arguments are the kind, the beginning, and the values of the other arguments that the user has entered.
"""


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
