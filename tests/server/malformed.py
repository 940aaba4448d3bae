"""Messages that are damaged a little, and what a server must say to each."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from tests.server.harbor.wire import MODERN, envelope

from pro_context.protocol import json_rpc

DAMAGE = [b'"', b"{", b"\\u0000", b"null", b"[", b"\x00", b",", b"1e999"]
HEADERS = ["MCP-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name", "Content-Type", "Accept"]
STATUSES = {-32700: 400, -32600: 400, -32601: 404, -32602: 400, -32020: 400, -32021: 400, -32022: 400}
"""What 2026-07-28 wants of each code; all others ride in 200."""


def mutated(seed: random.Random, message: dict[str, Any]) -> bytes:
    """Return a message with one to four places damaged, on one line."""
    data = bytearray(json.dumps(message).encode())
    for _ in range(seed.randint(1, 4)):
        place = seed.randrange(len(data))
        match seed.randrange(4):
            case 0:
                data[place] = seed.choice([value for value in range(256) if value != 10])
            case 1:
                del data[place]
            case 2:
                data[place:place] = seed.choice(DAMAGE)
            case _:
                del data[place : place + seed.randint(1, 30)]
        if not data:
            return b"{"
    return bytes(data)


def expects_answer(line: bytes) -> bool:
    """Tell whether silence would be wrong on stdio: only notifications, responses and blank lines get none."""
    if not line.strip():
        return False
    try:
        message = json_rpc.parse(line)
    except json_rpc.UnreadableMessage:
        return True
    is_notification = "id" not in message and isinstance(message.get("method"), str)
    is_response = "method" not in message and ("result" in message or "error" in message)
    well_formed = message.get("jsonrpc") == "2.0" and isinstance(message.get("params"), dict | None)
    return not (well_formed and (is_notification or is_response))


def over_http(seed: random.Random, calls: list[dict[str, Any]], session: str) -> Iterator[tuple[bytes, dict[str, str]]]:
    """Yield damaged requests without end, of both eras: bodies, and the headers that go with them.

    Args:
        seed: decides.
        calls: sound messages; those of 2026-07-28 by their envelope.
        session: the id of an open session.
    """
    usual = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    while True:
        message = seed.choice(calls)
        if "_meta" in message["params"]:
            name = message["params"].get("name") or message["params"].get("uri") or ""
            headers = {**usual, "MCP-Protocol-Version": MODERN, "Mcp-Method": message["method"], "Mcp-Name": name}
        else:
            headers = {**usual, "MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session}
        if seed.random() < 0.2:
            name = seed.choice(HEADERS)
            headers[name] = "".join(chr(seed.randrange(32, 127)) for _ in range(seed.randrange(30))).strip()
            yield json.dumps(message).encode(), headers
        else:
            yield mutated(seed, message), headers


def sound(tool: str, arguments: dict[str, Any], uri: str) -> list[dict[str, Any]]:
    """Return sound messages of both eras.

    Args:
        tool: one that the server has.
        arguments: of the tool.
        uri: of a resource that it has.
    """
    asked = [("tools/call", {"name": tool, "arguments": arguments}), ("resources/read", {"uri": uri})]
    return [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, **meta}}
        for number, (method, params) in enumerate(asked)
        for meta in ({}, {"_meta": envelope(MODERN)})
    ]


def wrong(body: bytes, headers: dict[str, str], status: int, content: bytes) -> str:
    """Return what is wrong with an answer over HTTP, "" if it is right."""
    if status >= 500:
        return f"status {status}"
    if status == 202:
        return "" if not content and not _is_request(body) else "a request was taken for a notification"
    if not content and status not in (200, 202):
        return f"status {status} says nothing"
    answer = json.loads(content.removeprefix(b"event: message\r\ndata: "))
    error = answer.get("error")
    if error is None:
        return "" if status == 200 and "result" in answer else f"status {status} without an error"
    return _wrong_code(body, headers, status, error["code"])


def _wrong_code(body: bytes, headers: dict[str, str], status: int, code: int) -> str:
    if status in (404, 406, 415) or code == -32020:
        return ""  # the headers decided, whatever the body is
    expected = None
    try:
        json_rpc.to_message(json_rpc.parse(body))
    except json_rpc.UnreadableMessage as refused:
        expected = refused.code
    if expected is not None and (code, status) != (expected, 400):
        return f"{code} with status {status} instead of {expected}"
    if headers["MCP-Protocol-Version"] == MODERN and status != STATUSES.get(code, 200):
        return f"{code} with status {status}"
    return ""


def _is_request(body: bytes) -> bool:
    try:
        message = json_rpc.to_message(json_rpc.parse(body))
        return isinstance(message, json_rpc.Incoming) and message.id is not None
    except json_rpc.UnreadableMessage:
        return True
