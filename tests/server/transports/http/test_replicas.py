"""Several servers of one database: any of them serves any session, and they count the calls of a key together."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
from tests.postgres import fresh_database, needs_postgres
from tests.server.harbor.wire import MODERN, initialize
from tests.server.transports.http.harness import (
    KEY,
    KEYED,
    LEGACY,
    OPEN,
    SECONDS,
    Harbor,
    connect,
    greeting,
    horn,
    serving,
    stateless,
)

from pro_context_engine.domain.shared_state import SharedState

pytestmark = needs_postgres

URI = "harbor://session/ships"
NEWS = {"notifications": {"resourcesListChanged": True, "resourceSubscriptions": [URI]}}
every_era = pytest.mark.parametrize("version", [LEGACY, MODERN])


@pytest.fixture
def url() -> Iterator[str]:
    with fresh_database() as address:
        yield address


class Fleet:
    """Servers of one database."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self._url = url
        self._stack = stack

    async def server(self, values: dict = OPEN, url: str = "") -> Harbor:
        """Start a server that listens to the others."""
        from pro_context_engine import shared_state_in_database

        shared: SharedState = shared_state_in_database(url or self._url)
        self._stack.push_async_callback(shared.close)
        harbor = await self._stack.enter_async_context(serving(values, shared=shared))
        assert (await harbor.http.get("/healthz")).status_code == 200
        if not url:
            await asyncio.wait_for(harbor.server.sessions.listening, SECONDS)
        return harbor


@pytest.fixture
async def fleet(url: str) -> AsyncIterator[Fleet]:
    async with AsyncExitStack() as stack:
        yield Fleet(url, stack)


async def ships(harbor: Harbor, headers: dict) -> str:
    answer = await harbor.ask(headers, "resources/read", {"uri": URI})
    return answer.json()["result"]["contents"][0]["text"]


@every_era
async def test_any_server_serves_any_session(fleet: Fleet, version: str) -> None:
    servers = [await fleet.server() for _ in range(3)]
    headers = await connect(servers[0], version)
    for number, server in enumerate([*servers, *servers]):
        answer = await server.ask(headers, "tools/call", greeting(f"ship{number}"))
        assert "isError" not in answer.json()["result"] or not answer.json()["result"]["isError"]
    for server in servers:
        assert await ships(server, headers) == '{"ships":["ship0","ship1","ship2","ship3","ship4","ship5"]}'


async def test_a_session_outlives_the_server_that_opened_it(fleet: Fleet) -> None:
    first, second = await fleet.server(), await fleet.server()
    headers = await first.handshake()
    await first.ask(headers, "tools/call", greeting("Ada"))
    first.server.stop()
    assert "Ada" in await ships(second, headers)


async def test_a_session_ends_on_all_servers_and_belongs_to_its_key_on_each(fleet: Fleet) -> None:
    first, second = await fleet.server(KEYED), await fleet.server(OPEN)
    key = {"Authorization": f"Bearer {KEY}"}
    headers = await first.handshake(**key)
    # The second server takes anybody, so that the request has another owner.
    foreign = {name: value for name, value in headers.items() if name != "Authorization"}
    assert (await second.ask(foreign, "ping")).status_code == 404
    third = await fleet.server(KEYED)
    assert (await third.ask(headers, "ping")).status_code == 200
    async with first.listening(headers) as stream:
        assert (await third.http.delete(third.url, headers=headers)).status_code == 200
        assert await asyncio.wait_for(stream.next(), SECONDS) is None
    assert (await first.ask(headers, "ping")).status_code == 404


async def test_a_session_opened_without_a_key_belongs_to_its_first_key_on_every_server(fleet: Fleet) -> None:
    anonymous = {**KEYED, "security.anonymousInitialize": True}
    first, second, third = await fleet.server(anonymous), await fleet.server(anonymous), await fleet.server(OPEN)
    opened = await first.post({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize(LEGACY)}, {})
    session = {"Mcp-Session-Id": opened.headers["mcp-session-id"], "MCP-Protocol-Version": LEGACY}
    keyed = {**session, "Authorization": f"Bearer {KEY}"}
    assert (await second.ask(session, "ping")).status_code == 401
    await second.ask(keyed, "tools/call", greeting("Ada"))
    # The third server takes anybody, so that the request has another owner; the first one still has its copy.
    assert (await third.ask(session, "ping")).status_code == 404
    assert "Ada" in await ships(first, keyed)
    first.server.stop()
    assert "Ada" in await ships(second, keyed)


async def test_news_reach_the_stream_of_a_session_on_another_server(fleet: Fleet) -> None:
    first, second = await fleet.server(), await fleet.server()
    headers = await first.handshake()
    async with first.listening(headers) as stream:
        await second.ask(headers, "tools/call", greeting("Ada"))
        heard = [await asyncio.wait_for(stream.next(), SECONDS) for _ in range(2)]
        assert [one["method"] for one in heard] == [
            "notifications/resources/list_changed",
            "notifications/resources/updated",
        ]
        # A new stream elsewhere takes the place of this one.
        async with second.listening(headers) as other:
            assert await asyncio.wait_for(stream.next(), SECONDS) is None
            await first.ask(headers, "tools/call", greeting("Bob"))
            assert (await asyncio.wait_for(other.next(), SECONDS))["method"] == heard[0]["method"]


async def test_news_reach_the_subscriptions_of_a_key_on_another_server(fleet: Fleet) -> None:
    first, second = await fleet.server(), await fleet.server()
    async with first.streaming(stateless(), "subscriptions/listen", NEWS) as stream:
        assert (await stream.next())["method"] == "notifications/subscriptions/acknowledged"
        await second.ask(stateless(), "tools/call", greeting("Ada"))
        heard = [await asyncio.wait_for(stream.next(), SECONDS) for _ in range(2)]
    assert heard[1]["params"]["uri"] == URI


async def test_a_request_is_cancelled_on_the_server_that_serves_it(fleet: Fleet) -> None:
    first, second = await fleet.server(), await fleet.server()
    headers = await first.handshake()
    waiting = asyncio.create_task(first.ask(headers, "tools/call", horn("wait")))
    await first.docs.started.wait()
    params = {"requestId": 7}
    told = await second.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}, headers)
    assert told.status_code == 202
    assert (await asyncio.wait_for(waiting, SECONDS)).json()["error"]["message"] == "Request cancelled"


async def test_the_level_of_a_session_holds_on_every_server(fleet: Fleet, url: str) -> None:
    first, second = await fleet.server(), await fleet.server()
    headers = await first.handshake()
    await first.ask(headers, "logging/setLevel", {"level": "error"})
    await second.ask(headers, "ping")
    (session,) = second.server.sessions._by_id.values()
    assert session.memory.log_level == "error"


async def test_the_limit_of_a_key_holds_over_all_servers(fleet: Fleet) -> None:
    values = {**KEYED, "rateLimit.burstSize": 9, "rateLimit.maxRequestsPerMinute": 1}
    servers = [await fleet.server(values) for _ in range(3)]
    headers = {"Authorization": f"Bearer {KEY}", **stateless()}
    answers = [await servers[number % 3].ask(headers, "tools/list") for number in range(15)]
    assert [answer.status_code for answer in answers] == [200] * 9 + [429] * 6


async def test_without_the_database_known_sessions_go_on_and_others_are_told_to_wait(fleet: Fleet) -> None:
    lost = await fleet.server(url="postgresql://127.0.0.1:1/nothing")
    answer = await lost.ask({"Mcp-Session-Id": "x" * 43, "MCP-Protocol-Version": LEGACY}, "ping")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert answer.json()["error"]["data"] == {"retryAfter": 2}
    opened = await lost.post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}})  # fmt: skip
    assert (opened.status_code, opened.headers["retry-after"]) == (503, "2")
    # A key of 2026-07-28 needs no session that was opened before.
    assert (await lost.ask(stateless(), "tools/call", greeting("Ada"))).status_code == 200
    assert "Ada" in await ships(lost, stateless())
