"""Whose a session is, and what an endpoint answers to a key that ended or asks too often."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.server.harbor.app import harbor_app
from tests.server.harbor.docs import HarborDocs
from tests.server.harbor.wire import MODERN
from tests.server.transports.http.harness import (
    HANDSHAKES,
    KEY,
    KEYED,
    LEGACY,
    OPEN,
    PING,
    SECONDS,
    ListedKeys,
    connect,
    greeting,
    refusal,
    serving,
    stateless,
)

from pro_context.access.keys import digest
from pro_context.protocol.dispatch import Dispatcher
from pro_context_engine.domain.api_keys import ApiKey


async def test_sessions_of_a_key_that_is_revoked_end() -> None:
    other = "pc_" + "o" * 40
    keys = ListedKeys(ApiKey(other[:8], digest(other), "other", datetime(2026, 1, 1, tzinfo=UTC)))
    async with serving(KEYED, keys) as harbor:
        kept = await harbor.handshake(LEGACY, Authorization=f"Bearer {KEY}")
        await harbor.handshake(LEGACY, Authorization=f"Bearer {other}")
        await harbor.ask(stateless(Authorization=f"Bearer {other}"), "tools/list")
        assert len(harbor.server.sessions) == 3
        keys._keys.clear()
        async with asyncio.timeout(SECONDS):
            while len(harbor.server.sessions) > 1:  # noqa: ASYNC110 - the server looks for it, and tells nobody
                await asyncio.sleep(0.05)
        assert (await harbor.post(PING, kept)).status_code == 200


async def test_session_of_another_key_does_not_exist() -> None:
    other = "pc_" + "o" * 40
    keys = ListedKeys(ApiKey(other[:8], digest(other), "other", datetime(2026, 1, 1, tzinfo=UTC)))
    async with serving(KEYED, keys) as harbor:
        session = await harbor.handshake(LEGACY, Authorization=f"Bearer {KEY}")
        stolen = {**session, "Authorization": f"Bearer {other}"}
        unknown = await harbor.post(PING, {**session, "Mcp-Session-Id": "A" * 43})
        for answer in (
            await harbor.post(PING, stolen),
            await harbor.http.get(harbor.url, headers={**stolen, "Accept": "text/event-stream"}),
            await harbor.http.delete(harbor.url, headers=stolen),
        ):
            refusal(answer, 404, -32600)
            assert answer.content == unknown.content
        assert (await harbor.post(PING, session)).status_code == 200


@pytest.mark.parametrize("version", [*HANDSHAKES, MODERN])
async def test_call_beyond_the_limit_is_a_result(version: str) -> None:
    async with serving({**OPEN, "rateLimit.burstSize": 4, "rateLimit.maxRequestsPerMinute": 1}) as harbor:
        headers = await connect(harbor, version)
        answers = [await harbor.ask(headers, "tools/call", greeting("Elsa")) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {200}
    result = answers[-1].json()["result"]
    error = json.loads(result["content"][0]["text"])
    assert (error["code"], 1 <= error["retryAfter"] <= 60) == ("RATE_LIMITED", True)
    # What frames a result of this version frames a refused one too.
    assert result.keys() - answers[0].json()["result"].keys() == {"isError"}
    assert answers[0].json()["result"]["structuredContent"]["shipsSeen"] == 1


async def test_call_beyond_the_limit_is_refused_before_its_session_is_looked_for() -> None:
    async with serving({**OPEN, "rateLimit.burstSize": 4, "rateLimit.maxRequestsPerMinute": 1}) as harbor:
        headers = await harbor.handshake(LEGACY)
        for _ in range(4):
            await harbor.ask(headers, "tools/call", greeting("Elsa"))
        call = {"jsonrpc": "2.0", "id": "mine", "method": "tools/call", "params": greeting("Elsa")}
        refused = await harbor.post(call, {**headers, "Mcp-Session-Id": "A" * 43})
        statuses = [
            (await harbor.post({name: value for name, value in call.items() if name != "id"}, headers)).status_code,
            (await harbor.post({**call, "jsonrpc": "1.0"}, headers)).status_code,
            (await harbor.post({**call, "method": ["tools/call"]}, headers)).status_code,
            (await harbor.post(call, {**headers, "MCP-Protocol-Version": "1999-12-31"})).status_code,
        ]
    assert (refused.status_code, refused.json()["id"], refused.json()["result"]["isError"]) == (200, "mine", True)
    assert statuses == [202, 400, 429, 400]


async def test_call_beyond_the_limit_of_a_contract_without_words_for_it() -> None:
    docs = HarborDocs()
    app = harbor_app(docs)
    codes = {code: error for code, error in app.bindings.codes.items() if code != "RATE_LIMITED"}
    wordless = replace(app, dispatcher=Dispatcher(app.contract, replace(app.bindings, codes=codes), docs))
    limits = {**OPEN, "rateLimit.burstSize": 2, "rateLimit.maxRequestsPerMinute": 1}
    async with serving(limits, apps={"/mcp": wordless}) as harbor:
        answers = [await harbor.ask(stateless(), "tools/call", greeting("Elsa")) for _ in range(3)]
    error = answers[-1].json()["error"]
    assert (error["code"], answers[-1].status_code) == (-32000, 200)
    assert error["message"] == f"Too many requests: try again after {error['data']['retryAfter']} seconds"
