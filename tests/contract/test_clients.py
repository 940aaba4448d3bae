"""Every contract is driven by clients that others have written: the official ones in Python and in TypeScript.

The one in Python executes the examples in its newest version, too, and over stdio (`test_examples.py`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from tests.conformance.official import packages
from tests.contract import server_process
from tests.contract.product import opened
from tests.contract.promises import Example, examples
from tests.server.transports.http.harness import KEY, KEYED, serving
from tests.worlds import World, serve

from pro_context_codegen.spec import Tool
from pro_context_contract import CONTRACTS, Contract, load_contract

Sight = Mapping[str, Any]
"""What a client saw: names by list, the URI of each resource's contents, and the result of each call."""

SECONDS = 120

needs_packages = pytest.mark.skipif(bool(packages.missing()), reason=packages.missing() or "nothing is missing")


def is_modern(name: str) -> bool:
    """Tell whether a contract is served without a handshake, too."""
    return not set(MODERN_PROTOCOL_VERSIONS).isdisjoint(load_contract(name).protocol_versions)


def called(name: str) -> list[Example]:
    """Return the examples of a contract's tools, which are the calls that are made."""
    found = [one for one in examples() if one.contract.name == name and isinstance(one.element, Tool)]
    assert found
    return found


def worlds_of(calls: Iterable[Example]) -> list[str]:
    return list(dict.fromkeys(world for example in calls for world in example.worlds))


def arguments(example: Example, worlds: Iterable[World]) -> dict[str, Any]:
    """Return the arguments of an example with the address of its world."""
    [origin] = [world.origin for world in worlds if world.name in example.worlds] or [""]
    placed: dict[str, Any] = json.loads(json.dumps(example.spec["arguments"]).replace("{origin}", origin))
    return placed


def check(sight: Sight, contract: Contract, calls: Iterable[Example]) -> None:
    """Compare what a client saw with what the contract publishes and its examples say."""
    for kind, published in (
        ("tools", contract.tools),
        ("resources", contract.resources),
        ("templates", contract.resource_templates),
        ("prompts", contract.prompts),
    ):
        assert sight[kind] == [entry["name"] for entry in published]
    assert sight["version"]["version"] == contract.version
    assert sight["contents"] == [entry["uri"] for entry in contract.resources]
    for example, result in zip(calls, sight["results"], strict=True):
        assert "refused" not in result, (str(example), result)
        code = example.spec.get("fails", "")
        if code and "retryAfter" in contract.errors[code].details and not result["isError"]:
            continue  # another client has waited for it
        assert result["isError"] is bool(code), (str(example), result)
        if code and contract.error_style != "prose":
            assert f'"code":"{code}"' in result["texts"][0]


async def seen(client: Client, contract: Contract, calls: Iterable[Mapping[str, Any]]) -> Sight:
    """Return what the Python client sees."""
    resources = (await client.list_resources()).resources
    results = [await client.call_tool(call["name"], call["arguments"]) for call in calls]
    return {
        "version": {"version": client.server_info.version},
        "tools": [one.name for one in (await client.list_tools()).tools],
        "resources": [one.name for one in resources],
        "templates": [one.name for one in (await client.list_resource_templates()).resource_templates],
        "prompts": [one.name for one in (await client.list_prompts()).prompts] if contract.prompts else [],
        "contents": [(await client.read_resource(one.uri)).contents[0].uri for one in resources],
        "results": [
            {"isError": bool(result.is_error), "texts": [getattr(block, "text", "") for block in result.content]}
            for result in results
        ],
    }


async def observed(plan: Mapping[str, Any]) -> list[Sight]:
    """Return what the TypeScript clients see."""
    script = packages.HERE / "observing.mjs"
    pipe = asyncio.subprocess.PIPE
    node = await asyncio.create_subprocess_exec(
        packages.node(), str(script), stdin=pipe, stdout=pipe, stderr=pipe, env=server_process.ENVIRONMENT
    )
    async with asyncio.timeout(SECONDS):
        said, trouble = await node.communicate(json.dumps(plan).encode())
    assert node.returncode == 0, trouble.decode()
    sights: list[Sight] = json.loads(said)
    return sights


@needs_packages
@pytest.mark.parametrize("name", CONTRACTS)
async def test_clients_of_others_over_http(name: str, tmp_path: Path) -> None:
    calls = called(name)
    path = f"/{name}/mcp"
    async with (
        opened(tmp_path, *worlds_of(calls), contract=name) as product,
        serving(KEYED, apps={path: product.app}) as server,
    ):
        url = server.at(path).url
        made = [{"name": one.element.name, "arguments": arguments(one, product.worlds)} for one in calls]
        sights = await observed({"http": {"url": url, "key": KEY}, "calls": made})
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {KEY}"}, timeout=SECONDS, trust_env=False) as http,
            Client(streamable_http_client(url, http_client=http), mode="legacy") as client,
        ):
            sights.append(await seen(client, product.app.contract, made))
    assert len(sights) == 4
    for sight in sights:
        check(sight, product.app.contract, calls)


@needs_packages
@pytest.mark.parametrize("name", [name for name in CONTRACTS if not is_modern(name)])
async def test_newest_client_falls_back_to_the_handshake_over_stdio(name: str, tmp_path: Path) -> None:
    calls = called(name)
    with ExitStack() as stack:
        worlds = [stack.enter_context(serve(world)) for world in worlds_of(calls)]
        start = server_process.parameters(server_process.configure(tmp_path, name, worlds))
        made = [{"name": one.element.name, "arguments": arguments(one, worlds)} for one in calls]
        [sight] = await observed({"stdio": [start.command, *start.args], "calls": made})
    check(sight, load_contract(name), calls)
