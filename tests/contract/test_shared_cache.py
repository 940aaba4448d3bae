"""Two servers and the command line on one cache directory, all at work at the same time."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from tests.contract import server_process
from tests.worlds import World, serve

OPERATORS = (
    (("warm", "tideway/tideway"), ("cache", "clear", "langchain-ai/langchain"), ("cache", "status", "--json")),
    (("cache", "verify", "--json"), ("warm", "langchain-ai/langchain"), ("cache", "clear")),
)
"""Commands of two terminals, one after the other in each."""
WHILE_CLEARED = {"TOPIC_NOT_FOUND", "INDEXING_IN_PROGRESS"}
"""What a search may end in when the pages are deleted in the middle of it."""


def questions(langchain: World, tideway: World) -> list[tuple[str, dict[str, Any], str]]:
    """Return tools, arguments, and words of the right answer."""
    page = {"url": f"{langchain.origin}/docs/concepts/retries"}
    return [
        ("get-docs", {"libraries": [{"libraryId": langchain.library_id}], "topic": "retry strategies"}, "retr"),
        ("read-page", page, "Retry Strategies"),
        ("search-docs", {"query": "workers", "libraryIds": [tideway.library_id]}, "orkers"),
        ("get-library-info", {"libraryId": langchain.library_id}, "Chat Model Integrations"),
        ("read-page", {"url": f"{tideway.origin}/docs/workers.html"}, "Concurrency"),
    ]


class Agent:
    """Asks one server the same questions over and over."""

    def __init__(self, client: Client, asked: list[tuple[str, dict[str, Any], str]]) -> None:
        self.client = client
        self.asked = asked
        self.answers: Counter[str] = Counter()

    async def ask_all(self) -> set[str]:
        """Ask everything once; return the codes of what failed."""
        codes = set()
        for tool, arguments, words in self.asked:
            result = await self.client.call_tool(tool, arguments)
            text = result.content[0].text
            if result.is_error:
                codes.add(json.loads(text)["code"])
            else:
                assert words in text, tool
                self.answers[tool] += 1
        return codes

    async def ask_until(self, done: asyncio.Event) -> set[str]:
        """Ask until everybody else is done; return the codes of what failed."""
        codes = set()
        while not done.is_set():
            codes |= await self.ask_all()
        return codes


async def operate(configuration: Path, commands: Iterable[tuple[str, ...]]) -> None:
    for command in commands:
        ended = await asyncio.to_thread(server_process.outcome, configuration, *command)
        # What a server stores again while it is being deleted is left, and said to be. Pages that are deleted while
        # they are fetched are not stored, which is said too.
        deleted = "clear" in command or "pages are not stored" in ended.stderr
        assert ended.returncode in ({0, 1} if deleted else {0}), ended.stderr
        assert "locked" not in ended.stderr


async def operate_all(configuration: Path, done: asyncio.Event) -> None:
    try:
        await asyncio.gather(*(operate(configuration, commands) for commands in OPERATORS))
    finally:
        done.set()


async def test_servers_and_commands_share_a_cache_directory(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serve("langchain") as langchain, serve("tideway") as tideway:
        configuration = server_process.configure(tmp_path, "full", [langchain, tideway])
        async with AsyncExitStack() as stack:
            agents = []
            for _ in range(2):
                client = await stack.enter_async_context(Client(server_process.parameters(configuration)))
                agents.append(Agent(client, questions(langchain, tideway)))
            done = asyncio.Event()
            asking = (agent.ask_until(done) for agent in agents)
            *codes, _ = await asyncio.gather(*asking, operate_all(configuration, done))
            assert set().union(*codes) <= WHILE_CLEARED
            assert [await agent.ask_all() for agent in agents] == [set(), set()]
            assert all(agent.answers.keys() == {tool for tool, _, _ in agent.asked} for agent in agents)
        sound = await asyncio.to_thread(server_process.outcome, configuration, "cache", "verify", "--json")
    assert json.loads(sound.stdout)["ok"] is True
    said = capfd.readouterr().err
    assert "locked" not in said
    assert "store fails" not in said
