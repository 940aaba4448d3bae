"""One line of the log for each request, in words of our own."""

import json
import logging
from collections.abc import Iterator
from functools import partial

import pytest
from tests.server.transports.http.harness import KEY, KEYED, PING, horn, serving, stateless

from pro_context.operations import operator_view
from pro_context.operations.logs import JsonLines
from pro_context.operations.request_log import RequestLog

ADMIN = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """Return the lines of the access log, as JSON, as they come."""
    written: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    handler, log = Kept(), logging.getLogger("pro_context.access")
    handler.setFormatter(JsonLines())
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield written
    log.removeHandler(handler)
    log.setLevel(level)


async def test_a_line_says_who_what_how_and_how_long(lines: list[str]) -> None:
    async with serving(KEYED) as harbor:
        await harbor.ask(stateless(**ADMIN), "tools/call", horn("softly"))
    (line,) = map(json.loads, lines)
    assert line.pop("ms") >= 0
    assert line.pop("time").endswith("+00:00")
    assert line.pop("message").startswith("POST /mcp tools/call sound-horn 200 ")
    assert line == {
        "level": "info",
        "logger": "pro_context.access",
        "http": "POST",
        "path": "/mcp",
        "method": "tools/call",
        "tool": "sound-horn",
        "status": 200,
        "key": "authKey",
    }


async def test_what_clients_write_is_not_repeated(lines: list[str]) -> None:
    async with serving(KEYED) as harbor:
        await harbor.http.get("/secret/path?query=secret", headers=ADMIN)
        session = await harbor.handshake(**ADMIN)
        await harbor.ask(session, "secret/method")
        await harbor.ask(session, "tools/call", {"name": "secret-tool", "arguments": {"secret": 1}})
        await harbor.post(PING, {**ADMIN, "Mcp-Session-Id": "secret-session"})
    assert len(lines) == 6
    assert "secret" not in "".join(lines).lower()
    assert KEY not in "".join(lines)
    assert [json.loads(line).get("method", "") for line in lines[3:5]] == ["other", "tools/call"]


async def test_probes_are_worth_no_line(lines: list[str]) -> None:
    async with serving(KEYED) as harbor:
        for path in ("/healthz", "/readyz"):
            await harbor.http.get(path)
    assert lines == []


async def test_of_a_flood_of_refusals_few_are_told_and_all_counted(
    lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # All of them within a second.
    monkeypatch.setattr(operator_view, "RequestLog", partial(RequestLog, clock=lambda: 7.0))
    async with serving(KEYED) as harbor:
        for _ in range(60):
            await harbor.post(PING)
        await harbor.ask(stateless(**ADMIN), "tools/list")
        said = (await harbor.http.get("/status.json", headers=ADMIN)).json()
    refused = [line for line in lines if json.loads(line)["status"] == 401]
    assert len(refused) == 10
    assert said["requests"]["total"] == 61
