"""The published contracts: `load_contract(name)`, and one subpackage per contract.

Generated from spec/contracts/; do not edit.
"""

from __future__ import annotations

from difflib import get_close_matches

from pro_context_contract.blocks import Audio, Block, EmbeddedResource, Image
from pro_context_contract.contract import (
    Contract,
    ContractError,
    ErrorEntry,
    PromptMessage,
    PromptText,
    ResolvedLibrary,
    Session,
    module_name,
    read_contract,
)

__all__ = [
    "CONTRACTS",
    "Audio",
    "Block",
    "Contract",
    "ContractError",
    "EmbeddedResource",
    "ErrorEntry",
    "Image",
    "PromptMessage",
    "PromptText",
    "ResolvedLibrary",
    "Session",
    "UnknownContract",
    "load_contract",
    "module_name",
]

CONTRACTS = ("garden",)


class UnknownContract(LookupError):
    """No contract has this name; the message lists the existing ones and names the nearest."""

    def __init__(self, name: str) -> None:
        near = get_close_matches(name, CONTRACTS, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        super().__init__(f"there is no contract {name!r}; known: {', '.join(CONTRACTS)}{meant}")
        self.name = name


def load_contract(name: str) -> Contract:
    """Return a contract's ready payloads without importing its models.

    Args:
        name: one of CONTRACTS.

    Raises:
        UnknownContract: no contract has this name.
    """
    if name not in CONTRACTS:
        raise UnknownContract(name)
    return read_contract(name)
