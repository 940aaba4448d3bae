"""Call every tool of a contract with generated arguments: `hatch run fuzz [CALLS] [--contract NAME] [--seed N]`.

`hatch run fuzz CALLS --malformed http|stdio` sends damaged messages instead (bench/malformed.py).

The calls go through an MCP client to a real `pro-context` process over stdio. Prints what came back, by tool, and every
answer that breaks the contract: a result outside its outputSchema, INTERNAL_ERROR, a code the tool does not list, valid
arguments refused, invalid ones accepted, a protocol error. Exit status 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any

from bench import malformed
from hypothesis import HealthCheck, Phase, given, seed, settings
from mcp.client.client import Client
from schemathesis import GenerationMode
from tests.contract import openapi, server_process
from tests.contract.caller import RICH, Caller, Judge, calling
from tests.contract.product import served
from tests.contract.promises import contracts
from tests.worlds import serve

POSITIVE_SHARE = 0.75
BATCH = 200
"""Calls generated from one seed."""

MOST_SHOWN = 20

Seen = Counter[tuple[str, str, str]]
"""Calls by tool, mode and code."""


def main() -> int:
    options = _options()
    if options.malformed:
        return malformed.main(options.malformed, options.calls, options.seed)
    [contract] = [contract for contract in contracts() if contract.name == options.contract]
    seen: Seen = Counter()
    violations: list[str] = []
    begun = time.monotonic()
    with rich_server(contract.name) as (caller, pages):
        schema = openapi.schema(served(contract.name), pages)
        operations = {result.ok().path[1:]: result.ok() for result in schema.get_all_operations()}
        for tool in contract.tools:
            judge = Judge(contract, tool)
            for mode, share in (
                (GenerationMode.POSITIVE, POSITIVE_SHARE),
                (GenerationMode.NEGATIVE, 1 - POSITIVE_SHARE),
            ):
                calls = round(options.calls / len(contract.tools) * share)
                for arguments in islice(generated(operations[tool.name], mode, options.seed), calls):
                    outcome = judge.outcome(caller, arguments, mode)
                    seen[tool.name, mode.value, outcome.code or "success"] += 1
                    violations += [f"{tool.name} {arguments}: {violation}" for violation in outcome.violations]
    report(seen, violations, time.monotonic() - begun)
    return 1 if violations else 0


@contextmanager
def rich_server(contract: str) -> Iterator[tuple[Caller, list[str]]]:
    """Give a caller on a server process with everything indexed, and the addresses of its pages."""
    with ExitStack() as stack:
        worlds = [stack.enter_context(serve(name)) for name in RICH]
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        configuration = server_process.configure(folder, contract, worlds)
        server_process.run(configuration, "warm", *(world.library_id for world in worlds))
        client = Client(server_process.parameters(configuration))
        site = [f"{worlds[0].origin}{path}" for path in ("/docs/introduction", "/docs/concepts/retries#limits")]
        yield stack.enter_context(calling(client)), [*openapi.KNOWN_PAGES, *site]


def generated(operation: Any, mode: GenerationMode, first_seed: int) -> Iterator[dict[str, Any]]:
    """Yield generated arguments without end; what is no JSON object cannot be sent and is left out."""
    for number in count(first_seed):
        yield from _batch(operation, mode, number)


def _batch(operation: Any, mode: GenerationMode, number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []

    @seed(number)
    @settings(
        max_examples=BATCH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(mode))
    def collect(case: Any) -> None:
        if isinstance(case.body, dict):
            found.append(case.body)

    collect()
    return found


def report(seen: Seen, violations: list[str], seconds: float) -> None:
    """Print what came back."""
    for (tool, mode, code), calls in sorted(seen.items()):
        print(f"{tool:20} {mode:10} {code:24} {calls:6}")
    for violation in violations[:MOST_SHOWN]:
        print(f"VIOLATION {violation}")
    total = sum(seen.values())
    print(f"{total} calls in {seconds:.0f} s, {len(violations)} violations")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("calls", nargs="?", type=int, default=12_000, help="how many, over all tools")
    parser.add_argument("--contract", default="full")
    parser.add_argument("--seed", type=int, default=1, help="of the first batch of each tool")
    parser.add_argument("--malformed", choices=["http", "stdio"], help="send damaged messages over this transport")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
