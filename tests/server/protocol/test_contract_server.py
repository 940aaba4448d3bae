"""What a client sees, on every protocol version."""

import asyncio
import json
from typing import Any

import pytest
from tests.server.harbor.app import CONTRACT
from tests.server.harbor.docs import HarborDocs
from tests.server.harbor.wire import LEGACY, MODERN, VERSIONS, connected, initialize

from pro_context.protocol.served_contract import App

INITIALIZE = CONTRACT.initialize
LISTS: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("tools/list", "tools", list(CONTRACT.tools)),
    ("prompts/list", "prompts", list(CONTRACT.prompts)),
    ("resources/list", "resources", list(CONTRACT.resources)),
    ("resources/templates/list", "resourceTemplates", list(CONTRACT.resource_templates)),
]

every_version = pytest.mark.parametrize("version", VERSIONS)


@pytest.mark.parametrize("version", ["2024-11-05", *LEGACY])
async def test_initialize_is_the_contract(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        assert wire.received[0]["result"] == {"protocolVersion": version, **INITIALIZE}


async def test_unknown_version_is_countered_with_the_newest_handshake(app: App) -> None:
    async with connected(app, MODERN) as wire:
        wire.version = "handshake"
        assert (await wire.result("initialize", initialize("1999-01-01")))["protocolVersion"] == "2025-11-25"


async def test_discover_is_the_contract(app: App) -> None:
    async with connected(app, MODERN) as wire:
        result = await wire.result("server/discover")
    capabilities = INITIALIZE["capabilities"]
    assert result["capabilities"] == {**capabilities, "resources": {"subscribe": True, "listChanged": True}}
    assert result["instructions"] == INITIALIZE["instructions"]
    assert result["supportedVersions"] == [MODERN]
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"] == INITIALIZE["serverInfo"]
    assert (result["ttlMs"], result["cacheScope"]) == (3_600_000, "public")


@every_version
@pytest.mark.parametrize(("method", "key", "entries"), LISTS)
async def test_list_is_the_contract(
    app: App, version: str, method: str, key: str, entries: list[dict[str, Any]]
) -> None:
    async with connected(app, version) as wire:
        result = await wire.result(method)
    assert result[key] == entries
    assert "nextCursor" not in result
    if version == MODERN:
        assert (result["ttlMs"], result["cacheScope"]) == (3_600_000, "public")


@every_version
async def test_lists_never_vary(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        ids = []
        for number in range(100):
            ids.append(await wire.start("tools/list"))
            if number % 10 == 0:
                await wire.start("tools/call", {"name": "greet-ship", "arguments": {"shipName": f"S{number}"}})
        answers = [(await wire.answer(number))["result"] for number in ids]
    assert all(answer == answers[0] for answer in answers)


@every_version
@pytest.mark.parametrize("method", [method for method, _, _ in LISTS])
async def test_any_cursor_is_refused(app: App, version: str, method: str) -> None:
    async with connected(app, version) as wire:
        assert await wire.error(method, {"cursor": "page-2"}) == {"code": -32602, "message": "Invalid cursor"}


@every_version
async def test_call_gives_structured_content_and_the_same_as_text(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        result = await wire.result("tools/call", {"name": "greet-ship", "arguments": {"shipName": "Ada"}})
    assert result["structuredContent"] == {"greeting": "Ahoy Ada!", "shipsSeen": 1}
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert not result.get("isError")


@every_version
async def test_invalid_arguments_are_a_result(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        result = await wire.result("tools/call", {"name": "greet-ship"})
    assert result["isError"] is True
    assert "shipName: is required" in json.loads(result["content"][0]["text"])["message"]


@every_version
async def test_unknown_tool_is_a_protocol_error(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        error = await wire.error("tools/call", {"name": "sink-ship\x1b[2J"})
    assert error == {"code": -32602, "message": "Unknown tool: sink-ship?[2J"}


@every_version
async def test_malformed_params_name_the_field_and_no_library(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        error = await wire.error("tools/call", {"name": 5})
    assert error["code"] == -32602
    assert "name" in error["message"]
    assert "pydantic" not in json.dumps(error)


@every_version
async def test_unforeseen_exception_shows_nothing(app: App, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("secret: /etc/harbor.key")

    monkeypatch.setattr(type(app.dispatcher), "call", broken)
    async with connected(app, version) as wire:
        error = await wire.error("tools/call", {"name": "greet-ship", "arguments": {}})
    assert error == {"code": -32603, "message": "Internal error"}


@every_version
async def test_unknown_method(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        assert (await wire.error("harbor/close"))["code"] == -32601


@every_version
async def test_prompt_is_rendered(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        result = await wire.result("prompts/get", {"name": "plan-voyage", "arguments": {"destination": "Oslo"}})
    assert result["description"] == "Voyage to Oslo"
    assert result["messages"] == [{"role": "user", "content": {"type": "text", "text": "Sail to Oslo."}}]


async def test_blank_optional_argument_counts_as_left_out(app: App) -> None:
    async with connected(app, MODERN) as wire:
        arguments = {"destination": "Oslo", "cargo": ""}
        result = await wire.result("prompts/get", {"name": "plan-voyage", "arguments": arguments})
    assert result["messages"][0]["content"]["text"] == "Sail to Oslo."


@every_version
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"name": "plan-mutiny"}, "Unknown prompt: plan-mutiny"),
        ({"name": "plan-voyage"}, "Missing required argument of prompt plan-voyage: destination"),
        (
            {"name": "plan-voyage", "arguments": {"destination": ""}},
            "Missing required argument of prompt plan-voyage: destination",
        ),
    ],
)
async def test_prompt_errors(app: App, version: str, params: dict[str, Any], message: str) -> None:
    async with connected(app, version) as wire:
        assert await wire.error("prompts/get", params) == {"code": -32602, "message": message}


@every_version
async def test_resource_is_read(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        result = await wire.result("resources/read", {"uri": "harbor://tide"})
    assert result["contents"] == [{"uri": "harbor://tide", "mimeType": "application/json", "text": '{"level":3}'}]


@every_version
async def test_template_is_read(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        result = await wire.result("resources/read", {"uri": "berth://west/4/plan"})
    assert result["contents"][0]["text"] == "# Berth west/4\n"


@every_version
@pytest.mark.parametrize("uri", ["harbor://tides", "berth:///plan", "berth://nowhere/0/plan", "x" * 100_000])
async def test_resource_not_found(app: App, version: str, uri: str) -> None:
    async with connected(app, version) as wire:
        error = await wire.error("resources/read", {"uri": uri})
    assert error["code"] == (-32602 if version == MODERN else -32002)
    assert error["data"]["uri"] == uri


async def test_reads_say_how_long_and_for_whom_they_may_be_kept(app: App) -> None:
    async with connected(app, MODERN) as wire:
        kept = {
            uri: await wire.result("resources/read", {"uri": uri})
            for uri in ("harbor://tide", "harbor://session/ships", "berth://west/4/plan")
        }
    assert [(result["ttlMs"], result["cacheScope"]) for result in kept.values()] == [
        (0, "public"),
        (0, "private"),
        (300_000, "public"),
    ]


@every_version
@pytest.mark.parametrize(
    ("reference", "argument", "first"),
    [
        ({"type": "ref/prompt", "name": "plan-voyage"}, "destination", "library-o0"),
        ({"type": "ref/resource", "uri": "berth://{+berth}/plan"}, "berth", "version-o0"),
    ],
)
async def test_completion(app: App, version: str, reference: dict[str, str], argument: str, first: str) -> None:
    params = {"ref": reference, "argument": {"name": argument, "value": "o"}}
    async with connected(app, version) as wire:
        completion = (await wire.result("completion/complete", params))["completion"]
    assert completion["values"][0] == first
    assert (len(completion["values"]), completion["total"], completion["hasMore"]) == (100, 150, True)


@every_version
@pytest.mark.parametrize(
    ("reference", "argument"),
    [
        ({"type": "ref/prompt", "name": "no-prompt"}, "destination"),
        ({"type": "ref/prompt", "name": "plan-voyage"}, "cargo"),
        ({"type": "ref/resource", "uri": "berth://west/4/plan"}, "berth"),
    ],
)
async def test_unknown_reference_completes_to_nothing(
    app: App, version: str, reference: dict[str, str], argument: str
) -> None:
    params = {"ref": reference, "argument": {"name": argument, "value": ""}}
    async with connected(app, version) as wire:
        completion = (await wire.result("completion/complete", params))["completion"]
    assert completion == {"values": [], "total": 0, "hasMore": False}


@pytest.mark.parametrize("version", LEGACY)
async def test_log_level_is_accepted_where_it_exists(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        assert await wire.result("logging/setLevel", {"level": "warning"}) == {}
        assert (await wire.error("logging/setLevel", {"level": "loud"}))["code"] == -32602


async def test_log_level_is_gone_in_2026(app: App) -> None:
    async with connected(app, MODERN) as wire:
        assert (await wire.error("logging/setLevel", {"level": "warning"}))["code"] == -32601


@pytest.mark.parametrize("version", LEGACY)
async def test_resolving_is_announced_before_the_result(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        await wire.result("tools/call", {"name": "greet-ship", "arguments": {"shipName": "Ada"}})
        announced = [message["method"] for message in wire.notifications]
        assert announced == ["notifications/resources/list_changed", "notifications/resources/updated"]
        assert wire.notifications[1]["params"]["uri"] == "harbor://session/ships"
        await wire.result("tools/call", {"name": "greet-ship", "arguments": {"shipName": "Ada"}})
        assert len(wire.notifications) == 2


async def test_without_listening_2026_clients_hear_nothing(app: App) -> None:
    async with connected(app, MODERN) as wire:
        await wire.result("tools/call", {"name": "greet-ship", "arguments": {"shipName": "Ada"}})
        assert wire.notifications == []


async def test_listening_acknowledges_and_sends_only_what_there_is(app: App) -> None:
    asked = {
        "toolsListChanged": True,
        "promptsListChanged": True,
        "resourcesListChanged": True,
        "resourceSubscriptions": ["harbor://session/ships", "harbor://tide"],
    }
    async with connected(app, MODERN) as wire:
        stream = await wire.start("subscriptions/listen", {"notifications": asked})
        acknowledged = await wire.notified("notifications/subscriptions/acknowledged")
        assert acknowledged["params"]["notifications"] == {
            "resourcesListChanged": True,
            "resourceSubscriptions": ["harbor://session/ships"],
        }
        await wire.result("tools/call", {"name": "greet-ship", "arguments": {"shipName": "Ada"}})
        await wire.notified("notifications/resources/list_changed")
        updated = await wire.notified("notifications/resources/updated")
        assert updated["params"]["uri"] == "harbor://session/ships"
        for message in wire.notifications:
            assert message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == stream


@every_version
async def test_session_resource_follows_the_calls(app: App, version: str) -> None:
    async with connected(app, version) as wire:
        for ship in ("Ada", "Bea", "Ada"):
            await wire.result("tools/call", {"name": "greet-ship", "arguments": {"shipName": ship}})
        result = await wire.result("resources/read", {"uri": "harbor://session/ships"})
    assert json.loads(result["contents"][0]["text"]) == {"ships": ["Ada", "Bea"]}


@every_version
async def test_progress_only_with_a_token_and_before_the_result(app: App, version: str) -> None:
    call = {"name": "sound-horn", "arguments": {"how": "progress"}}
    async with connected(app, version) as wire:
        await wire.result("tools/call", call)
        assert wire.notifications == []
        answer = await wire.request("tools/call", call, progressToken="horn")
        methods = [message.get("method") for message in wire.received]
        assert wire.received[-1] == answer
        assert methods.count("notifications/progress") >= 1
        values = [message["params"]["progress"] for message in wire.notifications]
        assert values == sorted(set(values))
        assert all(message["params"]["progressToken"] == "horn" for message in wire.notifications)


@every_version
async def test_cancelled_call_stops_and_is_never_answered(app: App, docs: HarborDocs, version: str) -> None:
    async with connected(app, version) as wire:
        number = await wire.start("tools/call", {"name": "sound-horn", "arguments": {"how": "wait"}})
        await docs.started.wait()
        await wire.send(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number, "reason": "fog"}}
        )
        await asyncio.wait_for(docs.cancelled.wait(), 60)
        await wire.result("tools/list")
        assert all(message.get("id") != number for message in wire.received)


@every_version
async def test_slow_call_does_not_hold_up_others(app: App, docs: HarborDocs, version: str) -> None:
    async with connected(app, version) as wire:
        slow = await wire.start("tools/call", {"name": "sound-horn", "arguments": {"how": "wait"}})
        await docs.started.wait()
        await wire.result("tools/call", {"name": "sound-horn", "arguments": {"how": "softly"}})
        docs.release.set()
        assert (await wire.answer(slow))["result"]["structuredContent"] == {"sounded": 1}
