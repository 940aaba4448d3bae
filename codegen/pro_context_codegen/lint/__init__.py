"""Is the spec good? Questions that a usable contract can still answer wrongly."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_codegen.lint import budget, catalogue, elements, examples, wording
from pro_context_codegen.problems import Problem
from pro_context_codegen.spec import ContractSpec


def lint(contracts: Sequence[ContractSpec]) -> list[Problem]:
    """Return everything questionable about these contracts, in file order."""
    names = {tool.name for contract in contracts for tool in contract.tools}
    problems: list[Problem] = []
    for contract in contracts:
        problems += budget.problems(contract)
        problems += catalogue.problems(contract)
        problems += elements.problems(contract)
        problems += examples.problems(contract)
        problems += wording.problems(contract, names)
    return sorted(problems)
