"""What tools/list costs a model, and the budget a contract gives it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pro_context_codegen import listing_size, payloads
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.lint import catalogue_rules
from pro_context_codegen.spec import ContractSpec


@pytest.fixture
def garden(garden_spec: Path) -> ContractSpec:
    return read_contracts(garden_spec)[0]


def test_each_tool_costs_more_with_its_output_schema(garden: ContractSpec) -> None:
    without, with_output = (listing_size.costs(garden, with_output=output) for output in (False, True))
    assert without.keys() == with_output.keys() == {"find-plant", "water-plan", "draw-plant"}
    assert all(0 < without[tool] < with_output[tool] for tool in ("find-plant", "water-plan"))
    assert without["draw-plant"] == with_output["draw-plant"]


def test_a_list_without_descriptions_tells_a_constant_once(garden: ContractSpec) -> None:
    constant = {"type": "string", "const": "quoted", "default": "quoted"}
    [tool, *rest] = garden.tools
    output = {**tool.output, "properties": {**tool.output["properties"], "notice": constant}}
    short = replace(garden, lists_output_descriptions=False, tools=(replace(tool, output=output), *rest))
    assert payloads.tools(short)[0]["outputSchema"]["properties"]["notice"] == {"type": "string", "const": "quoted"}


def test_a_list_may_leave_the_descriptions_of_outputs_to_the_documents(garden: ContractSpec) -> None:
    short = replace(garden, lists_output_descriptions=False)
    [listed, *_], [described, *_] = payloads.tools(short), payloads.described_tools(short)
    assert re.findall('"description": "([^ ]*)', json.dumps(listed["outputSchema"])) == ["[DEPRECATED]"]
    assert listed["outputSchema"].keys() == described["outputSchema"].keys() - {"description"}
    assert listed["inputSchema"] == described["inputSchema"]
    assert payloads.tools(garden)[0] == described
    assert len(json.dumps(described)) > len(json.dumps(listed))


def test_an_exceeded_budget_names_cost_limit_and_largest_tools(garden: ContractSpec) -> None:
    costs = listing_size.costs(garden, with_output=True)
    total = sum(costs.values())
    [problem] = catalogue_rules.problems(replace(garden, budget={"tools": total, "toolsWithOutput": total - 1}))
    assert problem.key == "budget.toolsWithOutput"
    largest = ", ".join(f"{name} {costs[name]}" for name in ("find-plant", "draw-plant", "water-plan"))
    assert problem.reason == f"tools/list costs about {total} tokens, more than {total - 1}; the most: {largest}"


def test_what_is_within_or_without_a_budget_passes(garden: ContractSpec) -> None:
    total = sum(listing_size.costs(garden, with_output=True).values())
    assert list(catalogue_rules.problems(replace(garden, budget={"tools": total, "toolsWithOutput": total}))) == []
    assert list(catalogue_rules.problems(garden)) == []
