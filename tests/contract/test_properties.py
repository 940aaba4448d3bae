"""Any call of any tool: what the inputSchema allows is answered within the contract, what it forbids is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.core.parameters import ParameterLocation
from tests.contract.caller import Caller, Judge, calling, rich_client
from tests.contract.openapi import schema
from tests.contract.product import served
from tests.contract.promises import contracts

from pro_context_contract import CONTRACTS

SETTINGS = settings(
    max_examples=50, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def caller_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Caller]]:
    """Give what connects to a contract, once for all its tools."""
    callers: dict[str, Caller] = {}
    with ExitStack() as stack:

        def connected(contract: str) -> Caller:
            if contract not in callers:
                client = rich_client(tmp_path_factory.mktemp(contract), contract)
                callers[contract] = stack.enter_context(calling(client))
            return callers[contract]

        yield connected


def any_call(name: str) -> Callable[..., None]:
    """Return the test of any call of any tool of a contract."""
    [contract] = [contract for contract in contracts() if contract.name == name]
    judges = {tool.name: Judge(contract, tool) for tool in contract.tools}

    @schema(served(name)).parametrize()
    @SETTINGS
    def test(case: Case, caller_of: Callable[[str], Caller]) -> None:
        body = case.meta.components.get(ParameterLocation.BODY)
        if not isinstance(case.body, dict) or body is None:
            return  # MCP carries objects only
        outcome = judges[case.operation.path[1:]].outcome(caller_of(name), case.body, body.mode)
        assert not outcome.violations, (case.body, outcome)

    return test


for _name in CONTRACTS:
    globals()[f"test_any_call_of_{_name}"] = any_call(_name)
