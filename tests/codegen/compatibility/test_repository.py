"""This repository's contracts carry their changes, and a planted break in each of them is found."""

import copy
from pathlib import Path

import pytest

from pro_context_codegen import bundle
from pro_context_codegen.compatibility import compare_all, comparison_report
from pro_context_codegen.compatibility.comparison import between
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.spec import ContractSpec

SPEC = Path(__file__).parents[3] / "spec"
CONTRACTS = read_contracts(SPEC)


def test_versions_carry_the_changes() -> None:
    comparisons = compare_all(SPEC, CONTRACTS)
    told = [line for comparison in comparisons for line in comparison_report.lines(comparison)]
    told += [str(problem) for comparison in comparisons for problem in comparison.problems]
    assert not any(comparison.problems for comparison in comparisons), "\n".join(told)


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.name)
def test_each_output_field_is_guarded(contract: ContractSpec) -> None:
    before = bundle.document(contract)
    for tool in before["tools"]:
        for field in tool.get("outputSchema", {}).get("properties", {}):
            after = copy.deepcopy(before)
            (spoilt,) = (other["outputSchema"] for other in after["tools"] if other["name"] == tool["name"])
            del spoilt["properties"][field]
            spoilt["required"] = [name for name in spoilt.get("required", []) if name != field]
            change, *rest = between(before, after)
            where = f"tool:{tool['name']}.output.{field}"
            assert (change.where, change.rule, change.bump.word, rest) == (where, "output-field-removed", "major", [])
