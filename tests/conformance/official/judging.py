"""Everything at once: what all that others have written says of a contract."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.conformance.calls import calls
from tests.conformance.http_peer import KEY
from tests.conformance.official import clients, suite
from tests.conformance.official.proxy import authorising
from tests.conformance.official.servers import over_stdio, serving
from tests.worlds import serve


async def by_suite(contract: str, folder: Path) -> list[suite.Check]:
    """Return what the official suite says of a contract over HTTP, in all versions of the protocol.

    Args:
        contract: one of `servers.CONTRACTS`.
        folder: an empty one.
    """
    with serving(contract, folder) as url:
        async with authorising(url, KEY) as open_url:
            runs = [suite.run(open_url, version, folder / version) for version in suite.VERSIONS]
            return [check for checks in await asyncio.gather(*runs) for check in checks]


async def by_clients(folder: Path, *, thoroughly: bool) -> dict[str, clients.Told]:
    """Return what the TypeScript clients say of the product over each transport, and the Inspector over HTTP.

    Args:
        folder: an empty one.
        thoroughly: whether the Inspector, which starts anew for each, makes more than two of the calls.
    """
    with serve("tideway") as world, serving("full", folder, world) as url:
        made = calls(f"{world.origin}/docs/workers.html", world.library_id, "workers")
        few = made if thoroughly else [made[0], made[-2]]
        servers = {"HTTP": clients.over_http(url, KEY), "stdio": clients.over_stdio(over_stdio(folder, world))}
        told = {
            f"TypeScript clients over {name}": await asyncio.to_thread(clients.typescript, made, server, folder)
            for name, server in servers.items()
        }
        return {**told, "Inspector over HTTP": await asyncio.to_thread(clients.inspector, few, url, KEY, folder)}
