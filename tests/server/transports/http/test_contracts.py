"""Several contracts at one server: each at its own path, on one engine, behind the same access."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from tests.contract.product import opened, served
from tests.server.harbor.wire import initialize
from tests.server.transports.http.harness import KEY, KEYED, OPEN, PING, Harbor, serving, stateless

from pro_context.app import build
from pro_context_contract import CONTRACTS, load_contract
from pro_context_contract.bundles import read_bundle

FIRST = "full"
OTHERS = [name for name in CONTRACTS if name != FIRST]
AUTHORIZED = {"Authorization": f"Bearer {KEY}"}
VERSIONS = (*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN_PROTOCOL_VERSIONS, "2099-01-01")
OPENING = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize("2025-11-25")}


@asynccontextmanager
async def all_contracts(folder: Path, values: Mapping[str, object] = KEYED) -> AsyncIterator[Harbor]:
    """Serve every contract of the product, the first also at `/mcp`."""
    needy = next((name for name in CONTRACTS if load_contract(name).corpus_filters), FIRST)
    async with opened(folder, contract=needy) as product:
        apps = {name: build(name, product.docs) for name in (FIRST, *OTHERS)}
        by_path = {"/mcp": apps[FIRST]} | {f"/{name}/mcp": app for name, app in apps.items()}
        async with serving(values, apps=by_path) as harbor:
            yield harbor


async def test_each_contract_is_at_its_path(tmp_path: Path) -> None:
    async with all_contracts(tmp_path) as harbor:
        for name in CONTRACTS:
            contract, there = served(name), harbor.at(f"/{name}/mcp")
            said = await there.post(OPENING, AUTHORIZED)
            assert said.json()["result"] == {"protocolVersion": "2025-11-25", **contract.initialize}
            session = await there.handshake(**AUTHORIZED)
            assert (await there.ask(session, "tools/list")).json()["result"]["tools"] == list(contract.tools)
            # Contract `lean`: the handshake and every response name the same version.
            for answer in (said, await there.post(PING), await there.post(b"{", AUTHORIZED)):
                assert answer.headers["x-pro-context-version"] == contract.initialize["serverInfo"]["version"]


async def test_each_contract_is_published_and_on_the_status_page(tmp_path: Path) -> None:
    async with all_contracts(tmp_path) as harbor:
        for name in CONTRACTS:
            assert (await harbor.http.get(f"/contract/{name}.json")).content == read_bundle(name)
            assert (await harbor.http.get(f"/reference/{name}/index.html")).status_code == 200
        status = (await harbor.http.get("/status.json")).json()["contracts"]
    versions = {name: load_contract(name).version for name in CONTRACTS}
    assert {one["name"]: one["version"] for one in status} == versions
    assert [one["path"] for one in status] == ["/mcp", *(f"/{name}/mcp" for name in OTHERS)]


async def test_first_contract_is_the_same_at_both_of_its_paths(tmp_path: Path) -> None:
    async with all_contracts(tmp_path, OPEN) as harbor:
        session = await harbor.handshake()
        own = harbor.at(f"/{FIRST}/mcp")
        for place in (harbor, own, harbor.at("/mcp/")):
            arguments = {"name": "resolve-library", "arguments": {"query": "pydantic"}}
            assert (await place.ask(session, "tools/call", arguments)).status_code == 200
        for other in OTHERS:
            assert (await harbor.at(f"/{other}/mcp").post(PING, session)).status_code == 404
        [counted] = (await harbor.http.get("/status.json")).json()["tools"]
    assert (counted["tool"], counted["calls"]) == ("resolve-library", 3)


def reason(name: str, body: Mapping[str, object]) -> object:
    """Return the code that a contract refuses with over HTTP; JSON-RPC's where its catalogue has none."""
    wrapped = load_contract(name).error_style == "wrapped"
    error = body["error"] if wrapped or "jsonrpc" in body else body
    assert isinstance(error, dict)
    return error["code"]


async def test_who_has_no_valid_key_is_told_so_in_the_words_of_the_contract(tmp_path: Path) -> None:
    async with all_contracts(tmp_path) as harbor:
        for name in CONTRACTS:
            codes, there = load_contract(name).errors, harbor.at(f"/{name}/mcp")
            for given, code in (({}, "AUTH_REQUIRED"), ({"Authorization": f"Bearer {KEY}x"}, "AUTH_INVALID")):
                for answer in (
                    await there.post(OPENING, given),
                    await there.http.get(there.url, headers=given),
                    await there.http.delete(there.url, headers=given),
                ):
                    assert answer.status_code == 401
                    assert answer.headers["www-authenticate"].startswith("Bearer")
                    assert reason(name, answer.json()) == (code if code in codes else -32600)


async def test_who_asks_too_often_is_told_so_in_the_words_of_the_contract(tmp_path: Path) -> None:
    limits = {**OPEN, "rateLimit.burstSize": 2, "rateLimit.maxRequestsPerMinute": 1}
    async with all_contracts(tmp_path, limits) as harbor:
        # What is left is counted for all contracts together.
        for path in ("/mcp", f"/{OTHERS[0]}/mcp"):
            assert (await harbor.at(path).post(OPENING)).status_code == 200
        for name in CONTRACTS:
            answer = await harbor.at(f"/{name}/mcp").post(OPENING)
            assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (429, "0")
            assert 1 <= int(answer.headers["retry-after"]) <= 60
            known = "RATE_LIMITED" in load_contract(name).errors
            assert reason(name, answer.json()) == ("RATE_LIMITED" if known else -32000)


async def test_other_versions_than_the_contracts_are_refused(tmp_path: Path) -> None:
    async with all_contracts(tmp_path, OPEN) as harbor:
        for name in CONTRACTS:
            versions, there = load_contract(name).protocol_versions, harbor.at(f"/{name}/mcp")
            for version in VERSIONS:
                headers = {"MCP-Protocol-Version": version, "Accept": "text/event-stream"}
                answers = [
                    await there.post(OPENING, {"MCP-Protocol-Version": version}),
                    await there.http.get(there.url, headers=headers),
                    await there.http.delete(there.url, headers=headers),
                ]
                if version not in versions:
                    assert [answer.status_code for answer in answers] == [400] * 3
                    # Clients look here for one that they speak too; those of 2026-07-28 as in `server/discover`.
                    said = [answer.json()["error"]["data"]["supported"] for answer in answers]
                    newer = [each for each in versions if each in MODERN_PROTOCOL_VERSIONS]
                    posted = newer if newer and version not in HANDSHAKE_PROTOCOL_VERSIONS else list(versions)
                    assert said == [posted, list(versions), list(versions)]
                elif version in MODERN_PROTOCOL_VERSIONS:
                    assert (await there.ask(stateless(), "tools/list")).status_code == 200
                else:
                    assert answers[0].json()["result"]["protocolVersion"] == "2025-11-25"


async def test_pages_of_other_origins_may_not_call(tmp_path: Path) -> None:
    async with all_contracts(tmp_path, OPEN) as harbor:
        for name in CONTRACTS:
            there = harbor.at(f"/{name}/mcp")
            for origin in ("http://localhost", "https://localhost:8443", "http://localhost:6274"):
                assert (await there.post(OPENING, {"Origin": origin})).status_code == 200
            for origin in ("https://evil.example", "http://localhost.evil.example", "null", "http://a@evil.example"):
                refused = await there.post(OPENING, {"Origin": origin})
                assert (refused.status_code, json.loads(refused.content)["id"]) == (403, None)
