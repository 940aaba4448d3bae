"""What the list of tools costs a model, counted with a vocabulary that models use."""

from __future__ import annotations

import json

import pytest
from tests.clients.node import needs_packages, node
from tests.contract.promises import contracts

from pro_context_codegen import listing_size
from pro_context_codegen.spec import ContractSpec
from pro_context_contract import load_contract

COUNT = """\
const { encode } = require("gpt-tokenizer/encoding/o200k_base");
console.log(encode(require("fs").readFileSync(0, "utf8")).length);
"""
BUDGETED = [contract for contract in contracts() if contract.budget]


def counted(contract: ContractSpec, *, with_output: bool) -> int:
    listed = [
        {key: value for key, value in tool.items() if with_output or key != "outputSchema"}
        for tool in load_contract(contract.name).tools
    ]
    text = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
    return int(node("-e", COUNT, stdin=text.encode()).stdout)


@needs_packages
@pytest.mark.parametrize("key", ["tools", "toolsWithOutput"])
@pytest.mark.parametrize("contract", BUDGETED, ids=lambda contract: contract.name)
def test_the_list_costs_what_its_budget_allows_and_the_reference_says(contract: ContractSpec, key: str) -> None:
    with_output = key == "toolsWithOutput"
    cost = counted(contract, with_output=with_output)
    assert cost <= contract.budget[key]
    told = sum(listing_size.costs(contract, with_output=with_output).values())
    assert told == pytest.approx(cost, rel=0.05)


def test_the_default_contract_has_a_budget() -> None:
    assert "full" in {contract.name for contract in BUDGETED}
