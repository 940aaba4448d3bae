"""Prompts of the corpus contract, one function each.

Generated from spec/contracts/corpus/prompts/; do not edit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pro_context_contract.contract import PromptMessage, PromptText, fence

__all__ = ["PROMPTS", "fence"]


PROMPTS: Mapping[str, Callable[[Mapping[str, str]], PromptText]] = {}
"""Each prompt by name, rendered from the arguments of prompts/get; a missing required one raises KeyError."""
