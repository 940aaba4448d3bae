"""What goes ahead of a result or comes unasked: progress, news, cancellation; each client hears its own only."""

import asyncio
from datetime import UTC, datetime

import pytest
from tests.server.harbor.wire import MODERN
from tests.server.transports.http.harness import (
    KEY,
    KEYED,
    LEGACY,
    SECONDS,
    ListedKeys,
    greeting,
    horn,
    request,
    serving,
    stateless,
)

from pro_context.access.keys import digest
from pro_context.transports.http import events, exchange, server
from pro_context_engine.domain.api_keys import ApiKey

URI = "harbor://session/ships"
PREFIX = "io.modelcontextprotocol/"
NEWS = {"notifications": {"resourcesListChanged": True, "resourceSubscriptions": [URI], "toolsListChanged": True}}

every_era = pytest.mark.parametrize("version", [LEGACY, MODERN])


def keys(*names: str) -> tuple[ListedKeys, list[dict[str, str]]]:
    """Return a ring of keys, and the headers of each."""
    whole = {name: "pc_" + name * 20 for name in names}
    made = [ApiKey(key[:8], digest(key), name, datetime(2026, 1, 1, tzinfo=UTC)) for name, key in whole.items()]
    return ListedKeys(*made), [{"Authorization": f"Bearer {key}"} for key in whole.values()]


@every_era
async def test_progress_goes_ahead_of_the_result(version: str) -> None:
    async with serving() as harbor:
        headers = stateless() if version == MODERN else await harbor.handshake(version)
        async with harbor.streaming(headers, "tools/call", horn("progress"), progressToken="steps") as stream:
            assert stream.response.headers["content-type"].startswith("text/event-stream")
            *reports, result = await stream.rest()
    assert {report["method"] for report in reports} == {"notifications/progress"}
    done = [report["params"]["progress"] for report in reports]
    assert done == sorted(set(done))
    assert {report["params"]["progressToken"] for report in reports} == {"steps"}
    assert result["result"]["structuredContent"] == {"sounded": 1}


@every_era
async def test_without_a_token_there_is_no_stream(version: str) -> None:
    async with serving() as harbor:
        headers = stateless() if version == MODERN else await harbor.handshake(version)
        answer = await harbor.ask(headers, "tools/call", horn("progress"))
    assert answer.headers["content-type"] == "application/json"


async def test_what_takes_long_opens_the_stream_and_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "PROMPT_SECONDS", 0.05)
    monkeypatch.setattr(events, "PING_SECONDS", 0.05)
    async with serving() as harbor:
        session = await harbor.handshake()
        async with harbor.streaming(session, "tools/call", horn("wait")) as stream:
            pings = []
            async for line in stream.response.aiter_lines():
                pings += [line] if line == ": ping" else []
                if len(pings) == 3:
                    harbor.docs.release.set()
                if line.startswith("data: "):
                    break
    assert len(pings) >= 3
    assert '"sounded":1' in line


async def test_cancelled_request_ends_at_once() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        call = asyncio.create_task(harbor.ask(session, "tools/call", horn("wait")))
        await harbor.docs.started.wait()
        for wrong in ("7", None, True, 8):
            await harbor.post(_cancel(wrong), session)
        assert not harbor.docs.cancelled.is_set()
        await harbor.post(_cancel(7), session)
        answer = await call
        assert harbor.docs.cancelled.is_set()
    assert answer.json() == {"jsonrpc": "2.0", "id": 7, "error": {"code": -32800, "message": "Request cancelled"}}


async def test_nobody_cancels_for_another_session() -> None:
    async with serving() as harbor:
        session, other = await harbor.handshake(), await harbor.handshake()
        call = asyncio.create_task(harbor.ask(session, "tools/call", horn("wait")))
        await harbor.docs.started.wait()
        await harbor.post(_cancel(7), other)
        await harbor.post(_cancel(7), stateless())
        harbor.docs.release.set()
        assert (await call).json()["result"]["structuredContent"] == {"sounded": 1}


async def test_closing_the_response_cancels_on_2026_07_28() -> None:
    async with serving() as harbor:
        call = asyncio.create_task(harbor.ask(stateless(), "tools/call", horn("wait")))
        await harbor.docs.started.wait()
        call.cancel()
        await asyncio.wait_for(harbor.docs.cancelled.wait(), SECONDS)


async def test_closing_the_response_cancels_nothing_before() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        call = asyncio.create_task(harbor.ask(session, "tools/call", horn("wait")))
        await harbor.docs.started.wait()
        call.cancel()
        assert (await harbor.ask(session, "ping")).status_code == 200
        assert not harbor.docs.cancelled.is_set()


async def test_what_outlasts_the_end_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LAST_ANSWERS_SECONDS", 0.2)
    async with serving() as harbor:
        session = await harbor.handshake()
        calls = [
            asyncio.create_task(harbor.ask(headers, "tools/call", horn("wait"))) for headers in (session, stateless())
        ]
        await asyncio.wait_for(harbor.docs.until_waiting(len(calls)), SECONDS)
        harbor.server.stop()
        answers = await asyncio.gather(*calls)
    assert [answer.json()["error"]["code"] for answer in answers] == [-32800, -32800]


async def test_deleted_session_cancels_what_is_under_way() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        call = asyncio.create_task(harbor.ask(session, "tools/call", horn("wait")))
        await harbor.docs.started.wait()
        await harbor.http.delete(harbor.url, headers=session)
        assert (await call).json()["error"]["code"] == -32800


async def test_news_of_a_session_come_on_its_own_stream_only() -> None:
    async with serving() as harbor:
        session, other = await harbor.handshake(), await harbor.handshake()
        async with harbor.listening(session) as mine, harbor.listening(other) as others:
            await harbor.ask(session, "tools/call", greeting("Elsa"))
            first, second = await mine.next(), await mine.next()
            await harbor.http.delete(harbor.url, headers=other)
            assert await others.next() is None
    assert first == {"jsonrpc": "2.0", "method": "notifications/resources/list_changed"}
    assert second == {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": URI}}


async def test_session_has_one_stream() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        async with harbor.listening(session):
            second = await harbor.http.get(harbor.url, headers={**session, "Accept": "text/event-stream"})
            assert second.status_code == 409
        async with asyncio.timeout(SECONDS):  # until the server has noticed that the first is closed
            while True:
                async with harbor.listening(session) as again:
                    if again.response.status_code == 200:
                        break
                await asyncio.sleep(0.05)
        assert again.response.headers["content-type"].startswith("text/event-stream")


async def test_deleted_session_ends_its_stream_in_order() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        async with harbor.listening(session) as stream:
            await harbor.http.delete(harbor.url, headers=session)
            assert await stream.next() is None


async def test_news_come_on_2026_07_28_where_they_were_asked_for() -> None:
    async with serving() as harbor, harbor.streaming(stateless(), "subscriptions/listen", NEWS) as stream:
        acknowledged = await stream.next()
        await harbor.ask(stateless(), "tools/call", greeting("Elsa"))
        first, second = await stream.next(), await stream.next()
        harbor.server.stop()
        last = await stream.next()
        assert await stream.next() is None
    assert acknowledged is not None
    honoured = acknowledged["params"]["notifications"]
    assert honoured == {"resourcesListChanged": True, "resourceSubscriptions": [URI]}
    assert first is not None
    assert second is not None
    assert last is not None
    assert first["method"] == "notifications/resources/list_changed"
    assert (second["method"], second["params"]["uri"]) == ("notifications/resources/updated", URI)
    assert first["params"]["_meta"][f"{PREFIX}subscriptionId"] == 7
    assert last["result"]["_meta"][f"{PREFIX}subscriptionId"] == 7


async def test_news_of_a_key_are_not_those_of_another() -> None:
    ring, (mine, other) = keys("ab", "cd")
    async with serving(KEYED, ring) as harbor:
        async with harbor.streaming(stateless(**mine), "subscriptions/listen", NEWS) as stream:
            await stream.next()
            await harbor.ask(stateless(**other), "tools/call", greeting("Foreign"))
            session = await harbor.handshake(LEGACY, **mine)
            await harbor.ask(session, "tools/call", greeting("Session"))
            await harbor.ask(stateless(**mine), "tools/call", greeting("Mine"))
            await stream.next()
            await stream.next()
            harbor.server.stop()
            last = await stream.next()
        assert last is not None
        assert "result" in last  # nothing but the two of this key came before


async def test_key_has_one_session_on_2026_07_28() -> None:
    ring, (mine, other) = keys("ab", "cd")
    async with serving(KEYED, ring) as harbor:
        counts = []
        for headers in (mine, mine, other, {"Authorization": f"Bearer {KEY}"}):
            answer = await harbor.ask(stateless(**headers), "tools/call", greeting(f"Ship {len(counts)}"))
            counts.append(answer.json()["result"]["structuredContent"]["shipsSeen"])
        session = await harbor.handshake(LEGACY, **mine)
        own = await harbor.ask(session, "tools/call", greeting("Elsa"))
    assert counts == [1, 2, 1, 1]
    assert own.json()["result"]["structuredContent"]["shipsSeen"] == 1


async def test_listening_needs_an_id() -> None:
    async with serving() as harbor:
        message, headers = request(stateless(), "subscriptions/listen", NEWS)
        del message["id"]
        assert (await harbor.post(message, headers)).status_code == 202


async def test_one_slow_call_delays_no_other() -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        slow = asyncio.create_task(harbor.ask(session, "tools/call", horn("wait")))
        await harbor.docs.started.wait()
        for headers in (session, stateless(), await harbor.handshake()):
            assert (await harbor.ask(headers, "tools/call", greeting("Elsa"))).status_code == 200
        harbor.docs.release.set()
        await slow


def _cancel(request_id: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": request_id}}
