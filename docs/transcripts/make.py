"""Write docs/transcripts.md: `hatch run transcripts`.

Each transcript is a session with the real server over stdio. The worlds of `tests/worlds` are its documentation. An
agent without a model follows the server's instructions (`instructed_agent.py`).
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from docs.transcripts.instructed_agent import Call, Situation, follow
from mcp.client.client import Client
from tests.contract.server_process import configure, parameters
from tests.worlds import serve

PAGE = Path(__file__).parents[1] / "transcripts.md"
WORLDS = ("langchain", "installed")
SHOWN_LINES = 14
"""The most lines of an answer that the page shows."""

TRACEBACK = """\
Traceback (most recent call last):
  File "orders/notify.py", line 31, in notify
    receipt = await courier.deliver(Parcel({"order": order.number}))
  File ".venv/lib/python3.12/site-packages/brightwheel/_delivery/courier.py", line 52, in deliver
    raise DeliveryFailed(parcel.parcel_id, status)
brightwheel.errors.DeliveryFailed: parcel 7f3a was not delivered"""

WROTE = """\
from brightwheel import Courier, RetryPolicy

courier = Courier("https://partner.example/inbox", secret=SECRET, retries=RetryPolicy(attempts=3))
"""

SITUATIONS = (
    Situation(
        "A package of the project",
        "Give up after three attempts to deliver an order. The project imports `brightwheel`.",
        "limit the attempts of a delivery",
        package="brightwheel",
        wrote=WROTE,
    ),
    Situation(
        "An error that a library raises",
        "Find out why this happens, and what to do with the parcel. The traceback names `site-packages/brightwheel`.",
        "DeliveryFailed: parcel was not delivered",
        package="brightwheel",
        traceback=TRACEBACK,
    ),
    Situation(
        "A library whose id is not known",
        "Show the words of a chat model as they come, with that library for chains of language models.",
        "stream the output of a chat model",
        words="lang chain",
    ),
)

HEAD = """\
# Transcripts

What an agent does that only has the server's instructions. Each session below ran with the real server over stdio, on
documentation that was written for tests. The agent has no model: it takes every step from the sentence that stands
with it ([instructed_agent.py](transcripts/instructed_agent.py)). `hatch run transcripts` writes this page.
"""


async def sessions() -> list[tuple[Situation, list[Call]]]:
    """Run every situation in a session of its own; return the calls."""
    done = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        worlds = [stack.enter_context(serve(name)) for name in WORLDS]
        configuration = configure(folder, "full", worlds)
        for situation in SITUATIONS:
            async with Client(parameters(configuration)) as client:
                calls = await follow(client, client.instructions or "", situation)
            done.append((situation, [_settled(call, worlds[0].origin) for call in calls]))
    return done


def page(done: Sequence[tuple[Situation, Sequence[Call]]]) -> str:
    """Return the page."""
    parts = [HEAD]
    for situation, calls in done:
        parts.append(f"## {situation.title}\n\n{situation.told}\n")
        if situation.traceback:
            parts.append(f"```text\n{situation.traceback}\n```\n")
        parts += [_step(number, call) for number, call in enumerate(calls, 1)]
        tokens = sum(call.answer.get("tokens", 0) for call in calls)
        parts.append(f"Calls: {len(calls)}; tokens of documentation: {tokens}.\n")
    return "\n".join(parts)


def _step(number: int, call: Call) -> str:
    arguments = {name: "…" if name == "context" else value for name, value in call.arguments.items()}
    written = json.dumps(arguments, ensure_ascii=False)
    return f"{number}. “{call.rule.sentence}”\n\n```text\n{call.tool} {written}\n\n{_answer(call)}\n```\n"


def _answer(call: Call) -> str:
    answer = call.answer
    if "results" in answer:
        return "\n".join(f"{one['relevance']:.2f}  {one['libraryId']}  {one['name']}" for one in answer["results"][:3])
    if "findings" in answer:
        found = (f"line {one['line']}: {one['kind']}: {one['message']}{_closest(one)}" for one in answer["findings"])
        return "\n".join(found) or "no findings"
    lines = [line for line in answer["content"].replace("```", "'''").split("\n") if line]
    cut = ["…"] if len(lines) > SHOWN_LINES else []
    return "\n".join([*lines[:SHOWN_LINES], *cut])


def _closest(finding: Mapping[str, Any]) -> str:
    names = [one["name"] for one in finding.get("closest", [])]
    return f" Closest: {', '.join(names)}." if names else ""


def _settled(call: Call, origin: str) -> Call:
    """Return a call without what differs from run to run: the port of the world, and the marks of quoted text."""

    def settled(value: Any) -> Any:
        text = json.dumps(value, ensure_ascii=False).replace(origin, "https://docs.example")
        return json.loads(re.sub(r"\[[0-9a-f]{8}\]", "[mark]", text))

    return Call(call.tool, settled(call.arguments), call.rule, settled(call.answer), call.is_error)


if __name__ == "__main__":
    PAGE.write_text(page(asyncio.run(sessions())), encoding="utf-8")
    print(f"docs/{PAGE.name}: {len(SITUATIONS)} transcripts")
