"""Any call of any tool: what the inputSchema allows is answered within the contract, what it forbids is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.core.parameters import ParameterLocation
from tests.contract.caller import Caller, Judge, calling, rich_client
from tests.contract.openapi import schema
from tests.contract.promises import contracts

from pro_context_contract import load_contract

[CONTRACT] = [contract for contract in contracts() if contract.name == "full"]
SCHEMA = schema(load_contract(CONTRACT.name))
JUDGES = {tool.name: Judge(CONTRACT, tool) for tool in CONTRACT.tools}


@pytest.fixture(scope="module")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with calling(rich_client(tmp_path_factory.mktemp("rich"), CONTRACT.name)) as connected:
        yield connected


@SCHEMA.parametrize()
@settings(max_examples=50, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_call(case: Case, caller: Caller) -> None:
    body = case.meta.components.get(ParameterLocation.BODY)
    if not isinstance(case.body, dict) or body is None:
        return  # MCP carries objects only
    mode = body.mode
    outcome = JUDGES[case.operation.path[1:]].outcome(caller, case.body, mode)
    assert not outcome.violations, (case.body, outcome)
