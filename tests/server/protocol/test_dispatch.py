"""Calls are validated both ways, and every failure becomes an error of the contract."""

import asyncio
import json
import logging
from dataclasses import replace
from typing import Any

import pytest
from tests.server.harbor.app import CONTRACT
from tests.server.harbor.contract.errors import ERRORS
from tests.server.harbor.docs import HarborDocs

from pro_context.protocol.binding import Bindings, BoundHandler, ContractPackages, Handlers
from pro_context.protocol.dispatch import Dispatcher, UnexpectedFailure, UnknownTool
from pro_context.protocol.memory_session import MemorySession
from pro_context.protocol.served_contract import App
from pro_context_contract import Block, ContractError, EmbeddedResource, Image

DRAWN = {"draw": ("text", "image")}


@pytest.fixture
def session() -> MemorySession:
    return MemorySession()


async def failed(app: App, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    envelope = await app.dispatcher.call(tool, arguments, MemorySession())
    assert envelope["isError"] is True
    return json.loads(envelope["content"][0]["text"])


async def test_success(app: App, session: MemorySession) -> None:
    envelope = await app.dispatcher.call("greet-ship", {"shipName": "Ada", "times": 2}, session)
    assert envelope["structuredContent"] == {"greeting": "Ahoy Ada! Ahoy Ada!", "shipsSeen": 1}
    assert [library.name for library in await session.resolved()] == ["Ada"]


async def test_unknown_tool_is_no_result(app: App, session: MemorySession) -> None:
    with pytest.raises(UnknownTool):
        await app.dispatcher.call("sink-ship", {}, session)


async def test_invalid_arguments_name_field_and_rule(app: App) -> None:
    error = await failed(app, "greet-ship", {"shipName": "A" * 21, "times": 4})
    assert error["code"] == "INVALID_INPUT"
    assert "shipName: must be at most 20 characters long; times: must be at most 3" in error["message"]


async def test_invalid_arguments_never_reach_the_handler(app: App, session: MemorySession) -> None:
    await app.dispatcher.call("greet-ship", {"shipName": "Ada", "times": 4}, session)
    assert not await session.resolved()


async def test_fact_becomes_the_error_of_the_contract(app: App) -> None:
    error = await failed(app, "sound-horn", {"how": "fact"})
    assert error["code"] == "HARBOR_NOT_FOUND"
    assert error["details"] == {"libraryId": "atlantis"}


@pytest.mark.parametrize("how", ["crash", "strange-fact", "bad-result"])
async def test_anything_unforeseen_is_an_internal_error(app: App, caplog: pytest.LogCaptureFixture, how: str) -> None:
    with caplog.at_level(logging.ERROR):
        error = await failed(app, "sound-horn", {"how": how})
    assert error["code"] == "INTERNAL_ERROR"
    assert "secret" not in json.dumps(error)
    [record] = caplog.records
    assert record.getMessage() == "tool sound-horn failed"
    assert record.exc_info


async def test_without_a_code_for_it_what_is_unforeseen_is_no_tool_result(
    app: App, session: MemorySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(ERRORS, "INTERNAL_ERROR")
    for how in ("crash", "strange-fact", "bad-result"):
        with pytest.raises(UnexpectedFailure):
            await app.dispatcher.call("sound-horn", {"how": how}, session)


class Bound(Handlers):
    """Handlers that need no import."""

    def __init__(self, **handlers: BoundHandler) -> None:
        super().__init__("tool", handlers, ContractPackages("", ""), object)
        self.bound.update(handlers)


def drawing(*blocks: Block) -> Dispatcher:
    """Return a dispatcher whose only tool draws what it is told, and declares text and pictures."""

    async def handle(docs: object) -> list[Block]:
        return list(blocks)

    contract = replace(CONTRACT, tools=({"name": "draw", "inputSchema": {"type": "object"}},), blocks=DRAWN)
    tools = Bound(draw=BoundHandler("draw", handle, None, takes_session=False))
    return Dispatcher(contract, Bindings(tools, Bound(), {}, ERRORS), docs=None)


async def test_limits_are_checked_though_not_published(session: MemorySession) -> None:
    async def handle(docs: object) -> list[Block]:
        return []

    schema = {"type": "object", "properties": {"what": {"type": "string"}, "where": {"type": "string"}}}
    limits = {"draw": {"what": {"maxLength": 3}}}
    contract = replace(CONTRACT, tools=({"name": "draw", "inputSchema": schema},), blocks=DRAWN, limits=limits)
    tools = Bound(draw=BoundHandler("draw", handle, None, takes_session=False))
    dispatcher = Dispatcher(contract, Bindings(tools, Bound(), {}, ERRORS), docs=None)
    assert not (await dispatcher.call("draw", {"what": "oak", "where": "outside"}, session)).get("isError")
    refused = await dispatcher.call("draw", {"what": "tree"}, session)
    assert "what: must be at most 3 characters long" in refused["content"][0]["text"]
    assert contract.tools[0]["inputSchema"] == schema


async def test_answer_in_blocks(session: MemorySession) -> None:
    envelope = await drawing("A flag:", Image(b"\x89PNG", "image/png")).call("draw", {}, session)
    assert envelope == {
        "content": [
            {"type": "text", "text": "A flag:"},
            {"type": "image", "data": "iVBORw==", "mimeType": "image/png"},
        ]
    }


async def test_block_of_an_undeclared_kind_is_an_internal_error(
    session: MemorySession, caplog: pytest.LogCaptureFixture
) -> None:
    dispatcher = drawing("A flag:", EmbeddedResource("flag://1", "text/plain", "red"))
    envelope = await dispatcher.call("draw", {}, session)
    assert json.loads(envelope["content"][0]["text"])["code"] == "INTERNAL_ERROR"
    assert "resource among the blocks, not only text, image" in caplog.text


async def test_cancellation_passes_through(app: App, docs: HarborDocs, session: MemorySession) -> None:
    call = asyncio.create_task(app.dispatcher.call("sound-horn", {"how": "wait"}, session))
    await docs.started.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert docs.cancelled.is_set()


async def test_slow_call_does_not_hold_up_others(app: App, docs: HarborDocs, session: MemorySession) -> None:
    slow = asyncio.create_task(app.dispatcher.call("sound-horn", {"how": "wait"}, session))
    await docs.started.wait()
    assert (await app.dispatcher.call("sound-horn", {"how": "softly"}, session))["structuredContent"] == {"sounded": 1}
    docs.release.set()
    assert (await slow)["structuredContent"] == {"sounded": 1}


async def test_resource_of_a_model_is_json(app: App, session: MemorySession) -> None:
    assert json.loads(await app.dispatcher.read("tide", {}, session)) == {"level": 3}


async def test_resource_of_a_template_is_given_its_parameters(app: App, session: MemorySession) -> None:
    assert await app.dispatcher.read("berth", {"berth": "west/4"}, session) == "# Berth west/4\n"


async def test_resource_failure_is_an_error_of_the_contract(app: App, session: MemorySession) -> None:
    with pytest.raises(ContractError) as failure:
        await app.dispatcher.read("berth", {"berth": "nowhere/0"}, session)
    assert failure.value.payload()["code"] == "HARBOR_NOT_FOUND"
