"""Whether the list of tools costs a model no more than the contract allows."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_codegen import listing_size
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecProblem

_SHOWN = 3


def problems(contract: ContractSpec) -> Iterator[SpecProblem]:
    """Give the budgets that tools/list exceeds, with the tools that cost most."""
    for key, limit in contract.budget.items():
        costs = listing_size.costs(contract, with_output=key == "toolsWithOutput")
        cost = sum(costs.values())
        if cost > limit:
            largest = sorted(costs, key=costs.__getitem__, reverse=True)[:_SHOWN]
            named = ", ".join(f"{name} {costs[name]}" for name in largest)
            reason = f"tools/list costs about {cost} tokens, more than {limit}; the most: {named}"
            yield SpecProblem(f"{contract.folder}/contract.yaml", f"budget.{key}", reason)
