"""The rule that the list of tools stays within the contract's budget of tokens."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_codegen import listing_size
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecProblem

_SHOWN = 3


def problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Yield the budgets that tools/list exceeds, with the most expensive tools."""
    for key, limit in contract.budget.items():
        costs = listing_size.costs(contract, with_output=key == "toolsWithOutput")
        cost = sum(costs.values())
        if cost > limit:
            largest = sorted(costs, key=costs.__getitem__, reverse=True)[:_SHOWN]
            named = ", ".join(f"{name} {costs[name]}" for name in largest)
            reason = f"tools/list costs about {cost} tokens, more than {limit}; the most: {named}"
            yield SpecProblem(f"{contract.folder}/contract.yaml", f"budget.{key}", reason)
