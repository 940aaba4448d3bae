"""The reading of calls that name or write their arguments otherwise than the published schemas (decision 60).

Models call a tool as they know others: `libraryId` for `libraries`, `query` for `topic`, "3000" for 3000. The
`accepts` of a contract lists the other names of each argument. A call with exactly one reading is written as the
schema has it; any other call stays as it is, and the schema refuses it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from pro_context.protocol.arguments.library_ids import scoped_name_id
from pro_context.protocol.arguments.tool_names import Accepts, Schema, SeveralReadingsError
from pro_context.protocol.arguments.tool_reading import ToolReading

MAX_READ_AS = 400
"""The most characters of the sentence that says how a call was read."""

MOST_OF_A_SENT_TEXT = 80
"""The characters of a text that a sentence repeats from the call, and of an argument in the call to make."""


class Readings:
    """The readings of the tools' arguments.

    Args:
        schemas: the schema that the arguments of each tool must match, by the tool's name.
        accepts: by tool, the other names and the form of each argument; `libraries.libraryId` is a member of the
            objects in `libraries`. A tool that is not in it takes the published arguments only.
    """

    def __init__(self, schemas: Mapping[str, Schema], accepts: Mapping[str, Accepts]) -> None:
        self._schemas = schemas
        self._patterns = {
            tool: {name: re.compile(one["pattern"]) for name, one in schema["properties"].items() if "pattern" in one}
            for tool, schema in schemas.items()
            if "properties" in schema
        }
        self._accepts = accepts
        self._tools: dict[str, ToolReading] = {}

    def canonical(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments as the schema has them, unchanged where they do not have exactly one reading."""
        arguments = self._with_ids(tool, arguments)
        if tool not in self._accepts:
            return arguments
        if tool not in self._tools:
            self._tools[tool] = ToolReading(tool, self._schemas[tool], self._accepts[tool])
        reading = self._tools[tool]
        try:
            return arguments if reading.is_plain(arguments) else reading.read(arguments)
        except SeveralReadingsError:
            return arguments

    def _with_ids(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments, with a scoped name of npm as an id wherever a pattern takes the id and not the name."""
        changed = {}
        for name, pattern in self._patterns.get(tool, {}).items():
            value = arguments.get(name)
            if isinstance(value, str) and not pattern.search(value):
                library_id = scoped_name_id(value)
                if pattern.search(library_id):
                    changed[name] = library_id
        return {**arguments, **changed} if changed else arguments


def read_as(sent: Mapping[str, Any], read: Mapping[str, Any]) -> str:
    """Return the arguments that were read otherwise than they were sent, as `name=JSON`; "" for none."""
    if read is sent:
        return ""
    # Python takes 1 for True, JSON does not.
    changed = [name for name, value in read.items() if name not in sent or _json(sent[name]) != _json(value)]
    own = [value for value in sent.values() if isinstance(value, str)]
    text = ", ".join(f"{name}={_cut(_json(read[name]), of_call=read[name] in own)}" for name in changed)
    return text if len(text) <= MAX_READ_AS else text[: MAX_READ_AS - 1] + "…"


def _cut(text: str, *, of_call: bool) -> str:
    """Return the beginning of a long text that the call has itself, since its sender knows it; any other one whole."""
    return f"{text[:MOST_OF_A_SENT_TEXT]}…" if of_call and len(text) > MOST_OF_A_SENT_TEXT else text


def call_to_make(schema: Schema, arguments: Mapping[str, Any], broken: Collection[str]) -> str:
    """Return JSON arguments that a tool takes: those that were right, and a placeholder for each other required one.

    Args:
        schema: the schema of the tool's arguments.
        arguments: the arguments that the client sent, with their published names as far as they could be read.
        broken: the names of those that break a rule of the schema.
    """
    required = schema.get("required", ())
    right = {
        name: value
        for name, value in arguments.items()
        if name not in broken and value not in ("", [], {}) and len(_json(value)) <= MOST_OF_A_SENT_TEXT
    }
    order = [*required, *(name for name in right if name not in required)]
    return _json({name: right[name] if name in right else _placeholder(schema["properties"][name]) for name in order})


def _placeholder(schema: Schema) -> Any:
    if "default" in schema:
        return schema["default"]
    match schema.get("type"):
        case "array":
            return [_placeholder(schema["items"])]
        case "object":
            return {name: _placeholder(schema["properties"][name]) for name in schema.get("required", ())}
        case "number" | "integer":
            return schema.get("minimum", 1)
        case _:
            return "…"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
