"""The panel that calls a local server, against an endpoint that speaks just enough Streamable HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.site.conftest import Open, serving

TOOL = "full/tools/get-docs.html"
RESULT = {"content": [{"type": "text", "text": "{}"}], "structuredContent": {"content": "Guten Tag"}}


@dataclass
class Endpoint:
    """What the endpoint does, and what it was asked."""

    streams: bool = False
    key: str = ""
    allows: bool = True
    origin: str = ""
    asked: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)

    @property
    def calls(self) -> list[dict[str, Any]]:
        """Return the arguments of every call."""
        return [body["params"] for _, _, body in self.asked if body and body["method"] == "tools/call"]


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, endpoint: Endpoint, *connection: Any) -> None:
        self.endpoint = endpoint
        super().__init__(*connection)

    def do_OPTIONS(self) -> None:
        self._send(204, b"")

    def do_DELETE(self) -> None:
        self._note(None)
        self._send(204, b"")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._note(body)
        if self.endpoint.key and self.headers.get("Authorization") != f"Bearer {self.endpoint.key}":
            self._reply(body, {"error": {"code": -32001, "message": "An API key is required."}})
        elif body["method"] == "initialize":
            self._reply(
                body, {"result": {"protocolVersion": "2025-11-25", "capabilities": {}}}, **{"Mcp-Session-Id": "s1"}
            )
        elif body["method"] == "tools/call":
            self._reply(body, {"result": RESULT})
        else:
            self._send(202, b"")

    def _note(self, body: Any) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.endpoint.asked.append((self.command, headers, body))

    def _reply(self, request: dict[str, Any], content: dict[str, Any], **headers: str) -> None:
        message = json.dumps({"jsonrpc": "2.0", "id": request["id"], **content})
        if self.endpoint.streams:
            progress = json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}})
            body = f": hello\n\ndata: {progress}\n\nevent: message\ndata: {message}\n\n"
            self._send(200, body.encode(), **{"Content-Type": "text/event-stream"}, **headers)
        else:
            self._send(200, message.encode(), **{"Content-Type": "application/json"}, **headers)

    def _send(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        if self.endpoint.allows:
            self.send_header("Access-Control-Allow-Origin", self.headers.get("Origin", "*"))
            self.send_header("Access-Control-Allow-Methods", "POST, DELETE")
            allowed = "authorization, content-type, mcp-protocol-version, mcp-session-id"
            self.send_header("Access-Control-Allow-Headers", allowed)
            self.send_header("Access-Control-Expose-Headers", "Mcp-Session-Id")
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """Serve the endpoint."""
    state = Endpoint()
    with serving(partial(_Handler, state)) as origin:
        state.origin = origin
        yield state


def panel(open_page: Open, endpoint: Endpoint) -> Page:
    page = open_page(TOOL, allowed=endpoint.origin)
    page.get_by_text("Connection", exact=True).click()
    page.get_by_label("Server", exact=True).fill(f"{endpoint.origin}/mcp")
    labelled(page, "libraries").fill('[{"libraryId": "tideway/tideway"}]')
    labelled(page, "topic").fill("workers")
    return page


def labelled(page: Page, label: str) -> Locator:
    """Return a field of the panel; its label begins so."""
    return page.locator(".try-it").get_by_label(label)


def call(page: Page) -> None:
    page.get_by_role("button", name="Call get-docs").click()


def test_the_form_follows_the_schema(open_page: Open) -> None:
    page = open_page(TOOL)
    budget = labelled(page, "maxTokens")
    assert [budget.get_attribute(name) for name in ("type", "min", "max", "placeholder")] == [
        "number",
        "500",
        "10000",
        "5000",
    ]
    assert labelled(page, "topic").get_attribute("maxlength") == "500"
    assert labelled(page, "topic").get_attribute("required") is not None
    assert json.loads(labelled(page, "libraries").input_value()) == [{"libraryId": ""}]
    assert page.locator("#try-endpoint").input_value() == "http://127.0.0.1:3100/mcp"


@pytest.mark.parametrize("streams", [False, True], ids=["json", "event stream"])
def test_calls_the_tool_and_shows_both_messages(open_page: Open, endpoint: Endpoint, streams: bool) -> None:
    endpoint.streams = streams
    page = panel(open_page, endpoint)
    labelled(page, "maxTokens").fill("800")
    call(page)
    expect(page.get_by_role("region", name="Response that came")).to_contain_text("Guten Tag")
    expect(page.get_by_role("region", name="Request that was sent")).to_contain_text('"maxTokens": 800')
    arguments = {"libraries": [{"libraryId": "tideway/tideway"}], "topic": "workers", "maxTokens": 800}
    assert endpoint.calls == [{"name": "get-docs", "arguments": arguments}]


def test_opens_and_closes_a_session_as_the_protocol_asks(open_page: Open, endpoint: Endpoint) -> None:
    page = panel(open_page, endpoint)
    with page.expect_response(lambda response: response.request.method == "DELETE"):
        call(page)
    steps = [(verb, body and body["method"]) for verb, _, body in endpoint.asked]
    assert steps == [
        ("POST", "initialize"),
        ("POST", "notifications/initialized"),
        ("POST", "tools/call"),
        ("DELETE", None),
    ]
    for _, headers, _ in endpoint.asked[1:]:
        assert headers["mcp-session-id"] == "s1"
        assert headers["mcp-protocol-version"] == "2025-11-25"
    assert endpoint.asked[0][1]["accept"] == "application/json, text/event-stream"


def test_a_key_is_sent_and_not_stored(open_page: Open, endpoint: Endpoint) -> None:
    endpoint.key = "open sesame"
    page = panel(open_page, endpoint)
    call(page)
    expect(page.get_by_role("region", name="Response that came")).to_contain_text("An API key is required.")
    labelled(page, "API key").fill("open sesame")
    call(page)
    expect(page.get_by_role("region", name="Response that came")).to_contain_text("Guten Tag")
    stored = page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])")
    assert "sesame" not in stored
    page.reload()
    assert page.locator("#try-key").input_value() == ""


def test_says_which_field_is_no_json(open_page: Open, endpoint: Endpoint) -> None:
    page = panel(open_page, endpoint)
    labelled(page, "libraries").fill("[{")
    call(page)
    expect(page.locator(".try-it [role=status]")).to_have_text("libraries is not JSON.")
    expect(labelled(page, "libraries")).to_be_focused()
    assert endpoint.asked == []


def test_says_so_when_no_server_answers(browser: Any, address: str, endpoint: Endpoint) -> None:
    # Chromium itself reports the refused request, so this page may complain.
    page = browser.new_page()
    page.goto(address + TOOL)
    endpoint.allows = False
    page.get_by_text("Connection", exact=True).click()
    page.get_by_label("Server", exact=True).fill(f"{endpoint.origin}/mcp")
    labelled(page, "topic").fill("workers")
    call(page)
    expect(page.locator(".try-it [role=status]")).to_contain_text("does it allow this page's origin")
    page.close()


def test_calls_nothing_beyond_this_machine(browser: Any, address: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + TOOL)
    page.get_by_text("Connection", exact=True).click()
    page.get_by_label("Server", exact=True).fill("https://example.com/mcp")
    labelled(page, "topic").fill("workers")
    call(page)
    expect(page.locator(".try-it [role=status]")).to_contain_text("No server answers")
    assert [url for url in asked if not url.startswith(address)] == []
    page.close()
