"""An agent without a model: it takes its rules from the sentences of the server's instructions, and follows them.

It knows what an agent knows from its own work: the packages that the project uses, an error, the code that it wrote.
Which tool it calls, and with which arguments, stands in the instructions. A sentence that is missing there stops it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp.client.client import Client


class NotSaid(Exception):
    """The instructions have no sentence about something that the agent needs."""


@dataclass(frozen=True)
class Rule:
    """A sentence of the instructions, and the names in it."""

    sentence: str
    names: tuple[str, ...]


class Instructions:
    """The instructions of a server, asked for one rule after the other."""

    def __init__(self, text: str) -> None:
        self._text = re.sub(r"\s+", " ", text)

    def rule(self, pattern: str) -> Rule:
        """Return the sentence that fits a pattern, whose groups are names of tools and arguments.

        Raises:
            NotSaid: there is none.
        """
        for sentence in re.split(r"(?<=[.;]) ", self._text):
            if found := re.search(pattern, sentence):
                return Rule(sentence, found.groups())
        raise NotSaid(pattern)


@dataclass(frozen=True)
class Situation:
    """The work of an agent at the moment when it may call the server.

    Attributes:
        title: the situation in a few words.
        told: what the agent was asked to do.
        question: what it wants to know, in its own words.
        package: a package of the project that it is about, as `pypi/NAME` needs it; "" if it knows no exact name.
        words: how it names the library otherwise.
        traceback: the error that it was given.
        wrote: the code that it wrote after the answer.
    """

    title: str
    told: str
    question: str
    package: str = ""
    words: str = ""
    traceback: str = ""
    wrote: str = ""


@dataclass(frozen=True)
class Call:
    """A call, the rule that led to it, and its answer."""

    tool: str
    arguments: Mapping[str, Any]
    rule: Rule
    answer: Mapping[str, Any] = field(default_factory=dict)
    is_error: bool = False


async def follow(client: Client, instructions: str, situation: Situation) -> list[Call]:
    """Work on a situation by the instructions; return the calls.

    Raises:
        NotSaid: the instructions are not enough for it.
    """
    said, calls = Instructions(instructions), list[Call]()

    async def call(tool: str, rule: Rule, **arguments: Any) -> Mapping[str, Any]:
        result = await client.call_tool(tool, arguments)
        answer: Mapping[str, Any] = result.structured_content or {}
        calls.append(Call(tool, arguments, rule, answer, bool(result.is_error)))
        return answer

    when = said.rule(r"before you write code" if not situation.traceback else r"for an error that a library raises")
    forms = said.rule(r"an id is (pypi/)NAME, (npm/)NAME or org/project, so (\S+) is needed only for a name you do not")
    library_id = f"{forms.names[0]}{situation.package}"
    if not situation.package:
        found = await call(forms.names[2], forms, query=situation.words)
        library_id = found["results"][0]["libraryId"]
    cheapest = said.rule(r"cheapest first call is (\S+) with (\w+) and a (\w+)")
    tool, libraries, topic = cheapest.names
    arguments: dict[str, Any] = {libraries: [{"libraryId": library_id}], topic: situation.question}
    reasons = [when.sentence, cheapest.sentence]
    if situation.traceback:
        error = said.rule(r"its message is the (\w+) and its traceback the (\w+)")
        arguments |= {error.names[0]: situation.question, error.names[1]: situation.traceback}
        reasons.append(error.sentence)
    answer = await call(tool, Rule(" ".join(reasons), cheapest.names), **arguments)
    if situation.wrote:
        check = said.rule(r"(\S+) checks code before you show it")
        await call(check.names[0], check, code=situation.wrote)
    elif not situation.traceback:
        page = said.rule(r"(\S+) opens a page at its heading")
        await call(page.names[0], page, url=answer["source"])
    return calls
