"""The server's instructions are enough: an agent without a model follows them, with the real server over stdio."""

from __future__ import annotations

import re

import pytest
from docs.transcripts.instructed_agent import Call, Instructions, NotSaid, Situation
from docs.transcripts.make import PAGE, page, sessions

from pro_context_contract import load_contract

INSTRUCTIONS = load_contract("full").initialize["instructions"]
STEP = re.compile(r"^(?:\d+\. “.*”|[a-z-]+ \{.*\})$", re.MULTILINE)


@pytest.fixture(scope="module")
async def done() -> list[tuple[Situation, list[Call]]]:
    return await sessions()


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


async def test_no_call_fails_and_each_has_an_answer(done: list[tuple[Situation, list[Call]]]) -> None:
    assert [call.tool for _, calls in done for call in calls if call.is_error or not call.answer] == []
    assert len(done) == 3


async def test_resolve_is_skipped_where_the_id_is_known(done: list[tuple[Situation, list[Call]]]) -> None:
    tools = [[call.tool for call in calls] for _, calls in done]
    assert tools == [["get-docs", "check-code"], ["get-docs"], ["resolve-library", "get-docs", "read-page"]]


async def test_the_first_answer_is_about_the_question(done: list[tuple[Situation, list[Call]]]) -> None:
    [code, error, name] = [{call.tool: call.answer for call in calls} for _, calls in done]
    assert "attempts: int = 5" in code["get-docs"]["content"]
    assert [one["kind"] for one in code["check-code"]["findings"]] == ["unknown-argument"]
    assert "DeliveryFailed" in error["get-docs"]["content"]
    assert name["get-docs"]["libraryId"] == "langchain-ai/langchain"
    assert name["read-page"]["content"]


async def test_the_page_shows_these_calls(done: list[tuple[Situation, list[Call]]]) -> None:
    assert STEP.findall(page(done)) == STEP.findall(PAGE.read_text(encoding="utf-8")), "hatch run transcripts"


@pytest.mark.parametrize("pattern", [r"before you write code", r"cheapest first call is (\S+)"])
def test_an_agent_stops_where_the_instructions_say_nothing(pattern: str) -> None:
    rule = Instructions(INSTRUCTIONS).rule(pattern)
    with pytest.raises(NotSaid):
        Instructions(INSTRUCTIONS.replace(rule.sentence, "")).rule(pattern)
