"""What an endpoint answers: both eras of the protocol, and everything that is neither."""

import json
from dataclasses import replace

import pytest
from tests.server.harbor.app import CONTRACT, harbor_app
from tests.server.harbor.docs import HarborDocs
from tests.server.harbor.wire import MODERN, initialize
from tests.server.transports.http.harness import (
    HANDSHAKES,
    LEGACY,
    PING,
    connect,
    greeting,
    horn,
    refusal,
    request,
    serving,
    stateless,
)

OPENING = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize(LEGACY)}


every_version = pytest.mark.parametrize("version", [*HANDSHAKES, MODERN])


@pytest.mark.parametrize("version", HANDSHAKES)
async def test_handshake_is_the_contract_and_opens_a_session(version: str) -> None:
    async with serving() as harbor:
        answer = await harbor.post({**OPENING, "params": initialize(version)})
    assert answer.headers["content-type"] == "application/json"
    assert len(answer.headers["mcp-session-id"]) == 43
    assert answer.json() == {"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": version, **CONTRACT.initialize}}


@pytest.mark.parametrize("version", ["1999-01-01", "2024-11-05", MODERN])
async def test_handshake_of_another_version_is_countered_by_the_newest(version: str) -> None:
    async with serving() as harbor:
        answer = await harbor.post({**OPENING, "params": initialize(version)})
    assert answer.json()["result"]["protocolVersion"] == "2025-11-25"


async def test_handshake_that_fails_opens_no_session() -> None:
    async with serving() as harbor:
        answer = await harbor.post({**OPENING, "params": {}})
        assert answer.json()["error"]["code"] == -32602
        assert "mcp-session-id" not in answer.headers
        assert len(harbor.server.sessions) == 0


@every_version
async def test_call_is_answered_as_plain_json(version: str) -> None:
    async with serving() as harbor:
        headers = await connect(harbor, version)
        answer = await harbor.ask(headers, "tools/call", greeting("Elsa"))
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()["id"] == 7
        assert answer.json()["result"]["structuredContent"] == {"greeting": "Ahoy Elsa!", "shipsSeen": 1}


@every_version
async def test_list_is_the_contract(version: str) -> None:
    async with serving() as harbor:
        headers = await connect(harbor, version)
        result = (await harbor.ask(headers, "tools/list")).json()["result"]
    assert result["tools"] == list(CONTRACT.tools)
    assert ("ttlMs" in result, "cacheScope" in result) == (version == MODERN,) * 2


async def test_discovery_on_2026_07_28() -> None:
    async with serving() as harbor:
        answer = await harbor.ask(stateless(), "server/discover")
    assert answer.json()["result"]["supportedVersions"] == [MODERN]
    assert "mcp-session-id" not in answer.headers


@every_version
async def test_exception_of_a_handler_stays_inside(version: str) -> None:
    async with serving() as harbor:
        headers = await connect(harbor, version)
        answer = await harbor.ask(headers, "tools/call", horn("crash"))
    assert answer.status_code == 200
    assert answer.json()["result"]["isError"] is True
    assert "secret" not in answer.text


@every_version
async def test_unknown_tool_is_a_protocol_error(version: str) -> None:
    async with serving() as harbor:
        headers = await connect(harbor, version)
        answer = await harbor.ask(headers, "tools/call", {"name": "sink", "arguments": {}})
    assert answer.json()["error"] == {"code": -32602, "message": "Unknown tool: sink"}
    assert answer.status_code == (400 if version == MODERN else 200)


async def test_unknown_method_of_2026_07_28_is_not_found() -> None:
    async with serving() as harbor:
        for method in ("ships/sink", "initialize", "ping", "resources/subscribe"):
            refusal(await harbor.ask(stateless(), method), 404, -32601)


NO_MESSAGES = [
    (b"", -32700),
    (b"{", -32700),
    (b"\xff\xfe", -32700),
    (b"[" * 10_000, -32700),
    (b'{"n":' + b"9" * 5_000 + b"}", -32700),
    (b"[]", -32600),
    (json.dumps([PING]).encode(), -32600),
    (b"null", -32600),
    (b'"ping"', -32600),
    (b"{}", -32600),
    (b'{"jsonrpc":"2.0","id":1}', -32600),
    (b'{"id":1,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600),
    (b'{"jsonrpc":"2.0","method":"notifications/initialized","params":7}', -32600),
]


async def test_body_that_is_no_message() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        for body, code in NO_MESSAGES:
            for headers in (session, stateless(), {}):
                refusal(await harbor.post(body, headers), 400, code)


async def test_refusal_names_the_request_where_it_can_be_read() -> None:
    async with serving() as harbor:
        assert refusal(await harbor.post({"jsonrpc": "1.0", "id": "a", "method": "ping"}), 400, -32600)["id"] == "a"
        assert refusal(await harbor.post({"jsonrpc": "1.0"}), 400, -32600)["id"] is None


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
async def test_version_that_is_not_served(method: str) -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        for version in ("1999-01-01", "2024-11-05", "2025-11-25, 2025-06-18", "x" * 1_000):
            headers = {**session, "MCP-Protocol-Version": version, "Accept": "application/json, text/event-stream"}
            body = {"content": json.dumps(PING).encode()} if method == "POST" else {}
            headers["Content-Type"] = "application/json"
            error = refusal(await harbor.http.request(method, harbor.url, headers=headers, **body), 400, -32022)
            assert error["error"]["data"]["requested"] == version


async def test_get_and_delete_are_not_of_2026_07_28() -> None:
    async with serving() as harbor:
        for method in ("GET", "DELETE"):
            answer = await harbor.http.request(method, harbor.url, headers=stateless())
            refusal(answer, 405, -32600)
            assert answer.headers["allow"] == "POST"


async def test_methods_that_are_no_mcp() -> None:
    async with serving() as harbor:
        for method in ("PUT", "PATCH", "HEAD", "TRACE"):
            answer = await harbor.http.request(method, harbor.url)
            assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST, DELETE")


async def test_session_is_needed_and_must_be_known() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        unknown = {**session, "Mcp-Session-Id": "A" * 43}
        none = {"MCP-Protocol-Version": LEGACY}
        events = {"Accept": "text/event-stream"}
        refusal(await harbor.post(PING, none), 400, -32600)
        refusal(await harbor.post(PING, unknown), 404, -32600)
        refusal(await harbor.http.get(harbor.url, headers={**none, **events}), 400, -32600)
        refusal(await harbor.http.get(harbor.url, headers={**unknown, **events}), 404, -32600)
        refusal(await harbor.http.delete(harbor.url, headers=none), 400, -32600)
        refusal(await harbor.http.delete(harbor.url, headers=unknown), 404, -32600)
        assert (await harbor.post(PING, session)).json()["result"] == {}


async def test_deleted_session_is_gone() -> None:
    async with serving() as harbor:
        session, other = await harbor.handshake(), await harbor.handshake()
        assert (await harbor.http.delete(harbor.url, headers=session)).status_code == 200
        refusal(await harbor.post(PING, session), 404, -32600)
        refusal(await harbor.http.delete(harbor.url, headers=session), 404, -32600)
        assert (await harbor.post(PING, other)).status_code == 200


async def test_session_speaks_by_its_handshake() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        refusal(await harbor.post(OPENING, session), 400, -32600)
        message, _ = request(stateless(), "tools/list")
        refusal(await harbor.post(message, session), 400, -32600)
        assert refusal(await harbor.post(message), 400, -32020)["id"] == 7


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({"Mcp-Method": "tools/list"}, "mcp-method header"),
        ({"Mcp-Name": "sound-horn"}, "mcp-name header"),
        ({"Mcp-Method": ""}, "mcp-method header"),
    ],
)
async def test_headers_of_2026_07_28_must_say_what_the_body_says(headers: dict[str, str], message: str) -> None:
    async with serving() as harbor:
        body, whole = request(stateless(), "tools/call", greeting("Elsa"))
        error = refusal(await harbor.post(body, {**whole, **headers}), 400, -32020)
    assert message in error["error"]["message"]
    assert error["id"] == 7


async def test_request_of_2026_07_28_without_its_envelope() -> None:
    async with serving() as harbor:
        headers = stateless(**{"Mcp-Method": "tools/list"})
        refusal(await harbor.post({**PING, "method": "tools/list"}, headers), 400, -32602)


@pytest.mark.parametrize("name", ["MCP-Protocol-Version", "Mcp-Session-Id", "Content-Type", "Mcp-Method", "Mcp-Name"])
async def test_header_that_decides_comes_once(name: str) -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        usual = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json", **session}
        twice = [*usual.items(), (name, usual.get(name, "x")), (name, usual.get(name, "x"))]
        answer = await harbor.http.post(harbor.url, content=json.dumps(PING), headers=twice)
        refusal(answer, 400, -32020)


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream", "text/html", "application/jsonx, text/*"])
async def test_client_must_take_both_kinds_of_answer(accept: str) -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        for headers in (session, stateless()):
            refusal(await harbor.post(PING, {**headers, "Accept": accept}), 406, -32600)


@pytest.mark.parametrize("accept", ["*/*", "application/*, text/*", "TEXT/EVENT-STREAM;q=0.5 , application/json;q=1"])
async def test_client_may_take_more(accept: str) -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        assert (await harbor.post(PING, {**session, "Accept": accept})).status_code == 200


async def test_body_must_be_json() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        for headers in ({"Content-Type": "text/plain"}, {"Content-Type": ""}, {"Content-Encoding": "gzip"}):
            refusal(await harbor.post(PING, {**session, **headers}), 415, -32600)
        with_charset = {**session, "Content-Type": "application/json; charset=utf-8"}
        assert (await harbor.post(PING, with_charset)).status_code == 200


async def test_what_a_client_tells_is_accepted() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        told = [
            {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"},
            {"jsonrpc": "2.0", "method": "ships/sunk", "params": {}},
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "nobody"}},
            {"jsonrpc": "2.0", "id": 5, "result": {}},
            {"jsonrpc": "2.0", "id": 5, "error": {"code": 1, "message": "no"}},
        ]
        for message in told:
            answer = await harbor.post(message, session)
            assert (answer.status_code, answer.content) == (202, b"")
        assert (await harbor.post(told[0], stateless())).status_code == 202
        refusal(await harbor.post(told[3], stateless()), 400, -32600)


async def test_contracts_have_endpoints_and_sessions_of_their_own() -> None:
    first = harbor_app(HarborDocs())
    second = replace(first, contract=replace(first.contract, name="pier"))
    async with serving(apps={"/mcp": first, "/pier/mcp": second}) as harbor:
        session = await harbor.handshake()
        usual = {"Accept": "*/*", "Content-Type": "application/json"}
        pier = harbor.url.replace("/mcp", "/pier/mcp")
        answer = await harbor.http.post(pier, json=PING, headers={**usual, **session})
        refusal(answer, 404, -32600)
        assert (await harbor.http.post(pier, json=OPENING, headers=usual)).status_code == 200
        assert (await harbor.http.post(harbor.url + "/", json=OPENING, headers=usual)).status_code == 200


async def test_version_of_the_server_on_every_response() -> None:
    async with serving() as harbor:
        for answer in (await harbor.post(OPENING), await harbor.post(b"{"), await harbor.http.get("/nothing")):
            assert answer.headers["x-pro-context-version"].count(".") == 2


async def test_argument_that_a_header_repeats_must_be_the_same() -> None:
    app = harbor_app(HarborDocs())
    greet, horn_tool = app.contract.tools
    properties = greet["inputSchema"]["properties"]
    marked = {**properties, "shipName": {**properties["shipName"], "x-mcp-header": "Ship"}}
    tools = ({**greet, "inputSchema": {**greet["inputSchema"], "properties": marked}}, horn_tool)
    async with serving(apps={"/mcp": replace(app, contract=replace(app.contract, tools=tools))}) as harbor:
        for header in ("Elsa", "=?base64?RWxzYQ==?="):
            answer = await harbor.ask(stateless(**{"Mcp-Param-Ship": header}), "tools/call", greeting("Elsa"))
            assert answer.status_code == 200
        for header in ("Olaf", "=?base64?RWxzYQ?="):
            answer = await harbor.ask(stateless(**{"Mcp-Param-Ship": header}), "tools/call", greeting("Elsa"))
            refusal(answer, 400, -32020)
        refusal(await harbor.ask(stateless(), "tools/call", greeting("Elsa")), 400, -32020)
        session = await harbor.handshake()
        assert (await harbor.ask(session, "tools/call", greeting("Elsa"))).status_code == 200
