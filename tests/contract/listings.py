"""What a contract says of itself on the wire: the handshake and every list, over stdio and over HTTP."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conformance.peer import LEGACY, Peer
from tests.contract import server_process
from tests.contract.product import opened, served
from tests.server.harbor.wire import initialize
from tests.server.transports.http.harness import OPEN, serving

Entries = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Listing:
    """A contract as clients see it.

    Attributes:
        initialize: the result of the handshake.
        tools: of tools/list.
        resources: of resources/list.
        resource_templates: of resources/templates/list.
        prompts: of prompts/list.
    """

    initialize: Mapping[str, Any]
    tools: Entries
    resources: Entries
    resource_templates: Entries
    prompts: Entries


_LISTS = {
    "tools/list": "tools",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "prompts/list": "prompts",
}


async def generated(name: str, folder: Path) -> Listing:
    """Return what a contract is published to say."""
    contract = served(name)
    opening = {"protocolVersion": LEGACY, **contract.initialize}
    lists = (contract.tools, contract.resources, contract.resource_templates, contract.prompts)
    return Listing(opening, *map(list, lists))


async def over_stdio(name: str, folder: Path) -> Listing:
    """Return what a process says that serves a contract over stdio."""
    return await asyncio.to_thread(_of_process, name, folder)


def _of_process(name: str, folder: Path) -> Listing:
    start = server_process.parameters(server_process.configure(folder, name, []))
    pipe = subprocess.PIPE
    with subprocess.Popen([start.command, *start.args], stdin=pipe, stdout=pipe, env=start.env) as server:
        try:
            peer = Peer(LEGACY, server)
            opening = peer.ask("initialize", initialize(LEGACY)).result
            peer.tell({"method": "notifications/initialized"})
            return Listing(opening, *(peer.ask(method).result[key] for method, key in _LISTS.items()))
        finally:
            server.kill()


async def over_http(name: str, folder: Path) -> Listing:
    """Return what a server says that serves a contract over HTTP."""
    async with opened(folder, contract=name) as product, serving(OPEN, apps={f"/{name}/mcp": product.app}) as server:
        there = server.at(f"/{name}/mcp")
        message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize(LEGACY)}
        opening = (await there.post(message)).json()["result"]
        session = await there.handshake(LEGACY)
        answers = [((await there.ask(session, method)).json()["result"], key) for method, key in _LISTS.items()]
        return Listing(opening, *(result[key] for result, key in answers))


LISTINGS: Mapping[str, Callable[[str, Path], Any]] = {
    "as generated": generated,
    "over stdio": over_stdio,
    "over http": over_http,
}
