"""Say what software by others finds of the server: `hatch run conformance` (some 2 minutes).

The official conformance suite goes through the product's contract and the fixture's, over HTTP with a key, in all
versions of the protocol; then both TypeScript clients and the Inspector use the product. Exit status 1 if any of them
finds a fault, 2 if they are not here.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tests.conformance.official import packages
from tests.conformance.official.judging import by_clients, by_suite
from tests.conformance.official.servers import CONTRACTS
from tests.conformance.official.suite import Check, Expectations


async def main() -> int:
    """Print what each finds."""
    if missing := packages.missing():
        print(missing, file=sys.stderr)
        return 2
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        for contract in CONTRACTS:
            folder = Path(name) / contract
            folder.mkdir()
            faults += _suite(contract, await by_suite(contract, folder))
        for title, told in (await by_clients(Path(name), thoroughly=True)).items():
            print(f"{title}: {told.passed} steps passed, {len(told.failed)} failed", flush=True)
            faults += told.failed
    for fault in faults:
        print(f"FAULT {fault}")
    return 1 if faults else 0


def _suite(contract: str, checks: Iterable[Check]) -> list[str]:
    """Print what the suite says by scenario; return its faults."""
    checks, expectations = list(checks), Expectations.of(contract)
    for scenario in dict.fromkeys(check.scenario for check in checks):
        of_it = [check for check in checks if check.scenario == scenario]
        count = Counter("not offered" if expectations.excuse(c) and c.status != "SUCCESS" else c.status for c in of_it)
        said = ", ".join(f"{number} {status.lower()}" for status, number in sorted(count.items()))
        print(f"{contract:12} {scenario:48} {said}", flush=True)
    return expectations.faults(checks)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
