"""Prompts of the lean contract, one function each.

Generated from spec/contracts/lean/prompts/; do not edit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pro_context_contract.contract import PromptMessage, PromptText, fence

__all__ = ["PROMPTS", "fence"]


PROMPTS: Mapping[str, Callable[[Mapping[str, str]], PromptText]] = {}
"""The function that renders each prompt, by the prompt's name. It takes the arguments of prompts/get and raises KeyError
if a required one is missing.
"""
