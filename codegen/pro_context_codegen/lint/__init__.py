"""Rules of good contracts, beyond those that a contract must meet to be usable."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_codegen import output_fields
from pro_context_codegen.lint import catalogue_rules, element_rules, example_rules, wording_rules
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecProblem


def lint(contracts: Sequence[ContractSpec]) -> list[SpecProblem]:
    """Return the problems of these contracts, in file order."""
    names = {tool.name for contract in contracts for tool in contract.tools}
    problems: list[SpecProblem] = []
    for contract in contracts:
        problems += catalogue_rules.problems(contract)
        problems += element_rules.problems(contract)
        problems += output_fields.problems(contract)
        problems += example_rules.problems(contract)
        problems += wording_rules.problems(contract, names)
    return sorted(problems)
