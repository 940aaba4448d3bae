"""The contract `crawl` over its older transport: every example of it, and every message that breaks it."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.contract.product import opened
from tests.server.transports.http.harness import KEY, KEYED, OPEN, SECONDS, Harbor, serving

from pro_context_contract import load_contract
from pro_context_engine.engine import DocsEngine

SEED: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "contract" / "seeds" / "crawl.json").read_text(encoding="utf-8")
)["legacy"]
PATH = "/mcp/sse"
HANDSHAKE = b'data: {"jsonrpc":"2.0","result":{"mcp":{"name":"pro-context","version":"'


@asynccontextmanager
async def crawler(folder: Path, values: dict[str, object] | None = None) -> AsyncIterator[tuple[Harbor, str]]:
    """Serve the contract at the world's site; give the origin of the latter besides."""
    async with (
        opened(folder, "pontoon", contract="crawl") as product,
        serving(values or OPEN, apps={"/mcp": product.app}) as harbor,
    ):
        yield harbor, product.world.origin


async def events(harbor: Harbor, body: object = b"") -> list[Any]:
    """Post, and return the data of the events that come."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    usual = {"Content-Type": "application/json", "Accept": "text/event-stream"}
    answer = await harbor.http.post(PATH, content=content, headers=usual)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/event-stream"
    blocks = answer.text.removesuffix("\n\n").split("\n\n")
    assert all(block.startswith("data: ") and "\n" not in block for block in blocks)
    return [json.loads(block.removeprefix("data: ")) for block in blocks]


async def ask(harbor: Harbor, method: str, request_id: object = 1, **params: object) -> Any:
    """Send a request and return the one event that answers it."""
    [answer] = await events(harbor, {"jsonrpc": "2.0", "method": method, "params": params, "id": request_id})
    assert answer.keys() == {"jsonrpc", "id", "error" if "error" in answer else "result"}
    assert (answer["jsonrpc"], answer["id"]) == ("2.0", request_id)
    return answer


async def failure(harbor: Harbor, method: str, **params: object) -> tuple[int, str]:
    error = (await ask(harbor, method, **params))["error"]
    assert error.keys() == {"code", "message"}
    return error["code"], error["message"]


async def test_handshake(tmp_path: Path) -> None:
    server = load_contract("crawl").initialize["serverInfo"]
    greeting = {key: server[key] for key in ("name", "version", "description")}
    async with crawler(tmp_path) as (harbor, _):
        for body in (b"", b"{}", b"{ }\n", b"\n{\n}\n"):
            [answer] = await events(harbor, body)
            Draft202012Validator(SEED["handshake"]).validate(answer)
            assert answer == {"jsonrpc": "2.0", "result": {"mcp": greeting}, "id": None}


async def test_examples_of_the_seed(tmp_path: Path) -> None:
    results: dict[str, Any] = {}
    async with crawler(tmp_path) as (harbor, origin):
        for sent in SEED["requests"]:
            sent = json.loads(json.dumps(sent).replace("https://example.com", f"{origin}/"))
            answer = await ask(harbor, sent["method"], sent["id"], **sent["params"])
            Draft202012Validator(SEED["results"][sent["method"]]).validate(answer["result"])
            results[sent["method"]] = answer["result"]
    [published] = load_contract("crawl").tools
    assert published["description"].startswith("Crawl a website")
    assert results["mcp.capabilities"] == {
        "tools": [
            {
                "name": "crawl",
                "description": published["description"],
                "parameterDescription": published["inputSchema"],
                "returnDescription": published["outputSchema"],
            }
        ],
        "resources": [{"name": "info", "uri": "info://about"}],
    }
    crawl = results["mcp.tool.use"]
    assert (crawl["success"], crawl["url"], crawl["pages"]) == (True, f"{origin}/", 3)
    assert "# Berths" in crawl["text"]
    assert crawl["tables"][0]["headers"] == ["Length", "Fee"]
    assert results["mcp.resource.list"] == {"uris": ["info://about"]}
    [content] = results["mcp.resource.get"]["contents"]
    assert content["uri"] == "info://about"
    assert content["text"].startswith("# pro-context v0.1.0\n")


async def test_all_of_it_over_one_connection(tmp_path: Path) -> None:
    """As the diagram of the seed has it."""
    async with crawler(tmp_path) as (harbor, origin):

        def talk() -> list[bytes]:
            connection = http.client.HTTPConnection("127.0.0.1", harbor.port, timeout=SECONDS)
            connection.connect()
            socket, said = connection.sock, []
            for message in ({}, *SEED["requests"]):
                body = json.dumps(message).replace("https://example.com", f"{origin}/")
                connection.request("POST", PATH, body, {"Content-Type": "application/json"})
                said.append(connection.getresponse().read())
                assert connection.sock is socket
            connection.close()
            return said

        greeting, *answers = await asyncio.to_thread(talk)
    assert greeting.startswith(HANDSHAKE)
    assert [json.loads(answer.removeprefix(b"data: "))["id"] for answer in answers] == [1, 2, 3, 4]


async def test_the_id_comes_back_as_it_was_sent(tmp_path: Path) -> None:
    async with crawler(tmp_path) as (harbor, _):
        for request_id in (0, -1, 2**53, "", "a b"):
            await ask(harbor, "mcp.resource.list", request_id, name="info")


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("mcp.tool.use", {"name": "nope", "parameters": {"url": "https://pier.example/"}}, "Unknown tool: nope"),
    ("mcp.tool.use", {"name": "crawl"}, "parameters"),
    ("mcp.tool.use", {"parameters": {}}, "name"),
    ("mcp.tool.use", {"name": "crawl", "parameters": []}, "parameters"),
    ("mcp.tool.use", {"name": 1, "parameters": {}}, "name"),
    ("mcp.tool.use", {"name": "crawl", "parameters": {"url": "https://pier.example/"}, "more": 1}, "more"),
    ("mcp.tool.use", {"name": "crawl", "parameters": {}}, "url"),
    ("mcp.tool.use", {"name": "crawl", "parameters": {"url": "no url"}}, "url: must be a valid uri"),
    ("mcp.tool.use", {"name": "crawl", "parameters": {"url": "https://pier.example/", "maxPages": 0}}, "maxPages"),
    ("mcp.tool.use", {"name": "crawl", "parameters": {"url": "https://pier.example/", "depth": -1}}, "depth"),
    ("mcp.tool.use", {"name": "crawl", "parameters": {"url": "https://10.0.0.1/"}}, "address is not public"),
    ("mcp.capabilities", {"more": 1}, "more"),
    ("mcp.resource.list", {}, "name"),
    ("mcp.resource.list", {"name": "other"}, "Unknown resource: other"),
    ("mcp.resource.list", {"name": "info", "more": 1}, "more"),
    ("mcp.resource.get", {}, "uri"),
    ("mcp.resource.get", {"uri": "info://other"}, "Unknown resource: info://other"),
    ("mcp.resource.get", {"uri": 7}, "uri"),
]


async def test_what_is_asked_wrongly(tmp_path: Path) -> None:
    async with crawler(tmp_path) as (harbor, _):
        for method, params, said in WRONG:
            code, message = await failure(harbor, method, **params)
            assert code == -32000, (method, params)
            assert said in message, (method, params)


async def test_a_method_there_is_none_of(tmp_path: Path) -> None:
    async with crawler(tmp_path) as (harbor, _):
        for method in ("mcp.unknown", "tools/call", "initialize", "", "mcp.tool.use\x1b[31m"):
            code, message = await failure(harbor, method)
            assert code == -32601, method
            assert "\x1b" not in message


NONE = [
    (b"{", -32700),
    (b"\xff", -32700),
    (b"[" * 30_000, -32700),
    (b"[]", -32600),
    (b"1", -32600),
    (b'{"hello": 1}', -32600),
    (b'{"jsonrpc":"1.0","method":"mcp.capabilities","id":1}', -32600),
    (b'{"jsonrpc":"2.0","method":"mcp.capabilities","id":{}}', -32600),
    (b'{"jsonrpc":"2.0","method":"mcp.capabilities","params":[1],"id":1}', -32600),
]


async def test_what_is_no_request(tmp_path: Path) -> None:
    async with crawler(tmp_path) as (harbor, _):
        for body, code in NONE:
            [answer] = await events(harbor, body)
            assert answer["error"]["code"] == code, body


async def test_what_needs_no_answer_gets_none(tmp_path: Path) -> None:
    async with crawler(tmp_path) as (harbor, _):
        answer = await harbor.http.post(PATH, json={"jsonrpc": "2.0", "method": "mcp.capabilities"})
    assert (answer.status_code, answer.content) == (202, b"")


async def test_what_is_wrong_with_http_is_said_in_http(tmp_path: Path) -> None:
    async with crawler(tmp_path) as (harbor, _):
        get = await harbor.http.get(PATH)
        assert (get.status_code, get.headers["allow"]) == (405, "POST")
        form = await harbor.http.post(PATH, content=b"{}", headers={"Content-Type": "text/plain"})
        assert form.status_code == 415
        json_only = await harbor.http.post(PATH, json={}, headers={"Accept": "application/json"})
        assert json_only.status_code == 406
        large = await harbor.http.post(PATH, content=b" " * 100_000, headers={"Content-Type": "application/json"})
        assert large.status_code == 413


async def test_a_key_is_wanted_like_everywhere(tmp_path: Path) -> None:
    async with crawler(tmp_path, dict(KEYED)) as (harbor, _):
        assert (await harbor.http.post(PATH, json={})).status_code == 401
        let_in = await harbor.http.post(PATH, json={}, headers={"Authorization": f"Bearer {KEY}"})
        assert let_in.content.startswith(HANDSHAKE)
        assert let_in.headers["x-pro-context-version"] == load_contract("crawl").version
        assert {"x-ratelimit-limit", "x-ratelimit-remaining"} <= set(let_in.headers)


async def test_the_same_contract_is_spoken_by_mcp_beside_it(tmp_path: Path) -> None:
    async with crawler(tmp_path) as (harbor, origin):
        session = await harbor.handshake()
        params = {"name": "crawl", "arguments": {"url": f"{origin}/tariff", "maxPages": 1}}
        answer = (await harbor.ask(session, "tools/call", params)).json()["result"]
        assert answer["structuredContent"]["tables"][0]["rows"][1] == ["longer", "19"]


async def test_a_contract_without_such_a_path_has_none(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="lean") as product, serving(apps={"/mcp": product.app}) as harbor:
        assert (await harbor.http.post(PATH, json={})).status_code == 404


async def test_what_failed_of_ours_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def crawl(self: DocsEngine, *_: object) -> object:
        raise RuntimeError("secret")

    monkeypatch.setattr(DocsEngine, "crawl", crawl)
    async with crawler(tmp_path) as (harbor, origin):
        code, message = await failure(harbor, "mcp.tool.use", name="crawl", parameters={"url": f"{origin}/"})
    assert (code, message) == (-32603, "Internal error")


async def test_a_client_that_goes_away_ends_its_crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def crawl(self: DocsEngine, *_: object) -> object:
        begun.set()
        try:
            return await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(DocsEngine, "crawl", crawl)
    use = {"name": "crawl", "parameters": {"url": "https://pier.example/"}}
    message = json.dumps({"jsonrpc": "2.0", "method": "mcp.tool.use", "params": use, "id": 1}).encode()
    async with crawler(tmp_path) as (harbor, _):
        _, writer = await asyncio.open_connection("127.0.0.1", harbor.port)
        head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(message)}\r\n\r\n".encode() + message)
        await asyncio.wait_for(begun.wait(), SECONDS)
        writer.close()
        await asyncio.wait_for(ended.wait(), SECONDS)
