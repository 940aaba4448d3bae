"""What the official suite, both TypeScript clients and the Inspector say of the server.

`hatch run conformance` runs the same and prints what each of them says.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conformance.official import packages, suite
from tests.conformance.official.judging import by_clients, by_suite
from tests.conformance.official.servers import CONTRACTS

pytestmark = pytest.mark.skipif(bool(packages.missing()), reason=packages.missing() or "nothing is missing")


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_the_official_suite_finds_no_fault(contract: str, tmp_path: Path) -> None:
    checks = await by_suite(contract, tmp_path)
    assert suite.Expectations.of(contract).faults(checks) == []


async def test_clients_of_others_get_along_with_the_product(tmp_path: Path) -> None:
    told = await by_clients(tmp_path, thoroughly=False)
    assert [(name, fault) for name, said in told.items() for fault in said.failed] == []
    assert all(said.passed > 5 for said in told.values())


def test_a_fault_is_told_and_so_is_an_excuse_that_nothing_needs() -> None:
    expectations = suite.Expectations(["sampling-*"], ["lists:order"])
    fine = [suite.Check("lists", "order", "FAILURE", ""), suite.Check("sampling-basic", "asks", "FAILURE", "")]
    assert expectations.faults(fine) == []
    [fault] = expectations.faults([*fine, suite.Check("lists", "names", "FAILURE", "two are alike")])
    assert fault == "lists:names: two are alike"
    assert len(expectations.faults([suite.Check("lists", "order", "SUCCESS", "")])) == 2
