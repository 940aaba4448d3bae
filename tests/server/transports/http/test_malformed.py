"""Damaged messages over HTTP: each gets its answer, with the right code, and the server goes on."""

import random
from itertools import islice

import pytest
from tests.server.malformed import over_http, sound, wrong
from tests.server.transports.http.harness import PING, serving

CALLS = sound("sound-horn", {"how": "softly"}, "harbor://tide")


async def test_no_damaged_message_is_met_with_silence_or_a_wrong_code(caplog: pytest.LogCaptureFixture) -> None:
    seed = random.Random(20261122)
    async with serving() as harbor:
        session = await harbor.handshake()
        faults = []
        for body, headers in islice(over_http(seed, CALLS, session["Mcp-Session-Id"]), 1_000):
            answer = await harbor.post(body, headers)
            fault = wrong(body, headers, answer.status_code, answer.content)
            faults += [f"{fault}: {body!r} {headers}"] if fault else []
        assert faults == []
        assert (await harbor.post(PING, session)).json()["result"] == {}
    assert [record for record in caplog.records if record.name != "httpx2"] == []
