"""What the real server answers to every tool's examples, captured over stdio."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from tests.contract import server_process
from tests.contract.promises import contracts, examples
from tests.worlds import serve

from pro_context_codegen.spec import Tool


@dataclass(frozen=True, slots=True)
class Answer:
    """One call and what came of it.

    Attributes:
        tool: its name.
        arguments: of the call.
        failed: whether the result is an error.
        value: structuredContent, or what the text of the failed result holds.
    """

    tool: str
    arguments: dict[str, Any]
    failed: bool
    value: Any


@dataclass(frozen=True, slots=True)
class Session:
    """What one client saw: answers of tools, contents of resources by URI."""

    answers: list[Answer]
    contents: dict[str, Any]


async def capture(folder: Path, contract: str) -> Session:
    """Call every tool as its examples do, in one session with all their worlds, and read every resource.

    Args:
        folder: of the test.
        contract: its name, in an error style whose errors are JSON.
    """
    called = [
        example for example in examples() if example.contract.name == contract and isinstance(example.element, Tool)
    ]
    with ExitStack() as stack:
        names = dict.fromkeys(name for example in called for name in example.worlds)
        worlds = {name: stack.enter_context(serve(name)) for name in names}
        configuration = server_process.configure(folder, contract, list(worlds.values()))
        async with Client(server_process.parameters(configuration)) as client:
            answers = []
            for example in called:
                origin = worlds[example.worlds[0]].origin if example.worlds else ""
                arguments = json.loads(json.dumps(example.spec["arguments"]).replace("{origin}", origin))
                result = await client.call_tool(example.element.name, arguments)
                value = json.loads(result.content[0].text)
                answers.append(Answer(example.element.name, arguments, bool(result.is_error), value))
            [spec] = [spec for spec in contracts() if spec.name == contract]
            contents = {}
            for resource in spec.resources:
                if resource.uri and resource.output:
                    contents[resource.uri] = json.loads((await client.read_resource(resource.uri)).contents[0].text)
    return Session(answers, contents)
