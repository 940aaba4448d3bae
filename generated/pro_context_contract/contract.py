"""The classes that all contracts share.

Generated from codegen/pro_context_codegen/templates/contract.py.jinja; do not edit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, Self

from pro_context_contract.blocks import Block, block_payload


@dataclass(frozen=True, slots=True)
class ErrorEntry:
    """One code of the error catalogue.

    Attributes:
        code: the code that clients see.
        since: the contract version that added the code.
        when: the situation, in plain words.
        recoverable: whether a retry may help; "{detail}" if that detail tells.
        message: the template of the message.
        suggestion: the template of the advice.
        details: type, description and optional of each detail by wire name.
        raised_from: the class names of the engine's facts that the error answers.
        raised_by: the part of the server that raises the error, "" if a fact of the engine does.
    """

    code: str
    since: str
    when: str
    recoverable: bool | str
    message: str
    suggestion: str
    details: Mapping[str, Mapping[str, Any]]
    raised_from: tuple[str, ...]
    raised_by: str


@dataclass(frozen=True, slots=True)
class Contract:
    """A published contract as ready payloads.

    Attributes:
        name: the contract's name.
        version: the contract's semantic version.
        error_style: the form of tool errors.
        protocol_versions: the versions of MCP that serve the contract, preferred first.
        initialize: `capabilities`, `serverInfo` and `instructions`.
        tools: entries of tools/list, in order.
        resources: entries of resources/list, in order.
        resource_templates: entries of resources/templates/list, in order.
        prompts: entries of prompts/list, in order.
        errors: the catalogue by code.
        prompt_completions: prompt name → argument → kind of completion ("library" or "version").
        template_completions: resource template → parameter → kind of completion.
        blocks: the kinds of content block of each tool that answers in blocks, by wire name.
        limits: further bounds of arguments that the published inputSchema does not have, by tool and argument.
        accepts: the other names and forms of arguments that a call may use, by tool and argument.
        events_path: the HTTP path that answers `mcp.…` requests with events, "" for none.
        corpus_filters: the tool whose filters a built corpus defines, "" for none; such a contract needs a corpus.
    """

    name: str
    version: str
    error_style: Literal["flat", "wrapped", "prose"]
    protocol_versions: tuple[str, ...]
    initialize: dict[str, Any]
    tools: tuple[dict[str, Any], ...]
    resources: tuple[dict[str, Any], ...]
    resource_templates: tuple[dict[str, Any], ...]
    prompts: tuple[dict[str, Any], ...]
    errors: Mapping[str, ErrorEntry]
    prompt_completions: Mapping[str, Mapping[str, str]]
    template_completions: Mapping[str, Mapping[str, str]]
    blocks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    limits: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    accepts: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    events_path: str = ""
    corpus_filters: str = ""

    def accepted(self, tool: Mapping[str, Any]) -> dict[str, Any]:
        """Return the schema that the arguments of a tool must match: its inputSchema with its limits.

        Args:
            tool: an entry of `tools`.
        """
        schema: dict[str, Any] = tool["inputSchema"]
        limits = self.limits.get(tool["name"], {})
        properties = {name: {**value, **limits.get(name, {})} for name, value in schema.get("properties", {}).items()}
        return {**schema, "properties": properties} if limits else schema


class ContractError(Exception):
    """Base class of a contract's errors, which tell a caller why a request cannot be answered.

    Attributes:
        code: the code in the catalogue.
        message: the reason.
        suggestion: the advice for the next step.
        recoverable: whether a retry may help.
        details: plain JSON values by wire name.
    """

    code: ClassVar[str]

    def __init__(self, *, message: str, suggestion: str, recoverable: bool, details: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion
        self.recoverable = recoverable
        self.details = dict(details)

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        """Return the error that answers an engine's fact.

        Args:
            fact: the fact's fields by name.
        """
        raise TypeError(f"no fact raises {cls.code}")

    def payload(self) -> dict[str, Any]:
        """Return the error as plain JSON values, in the style `flat`."""
        payload: dict[str, Any] = {
            "code": self.code,
            "message": self.message,
            "recoverable": self.recoverable,
            "suggestion": self.suggestion,
        }
        if "retryAfter" in self.details:
            payload["retryAfter"] = self.details["retryAfter"]
        if self.details:
            payload["details"] = self.details
        return payload


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a rendered prompt."""

    role: Literal["user", "assistant"]
    content: Block


@dataclass(frozen=True, slots=True)
class PromptText:
    """A rendered prompt."""

    description: str
    messages: tuple[PromptMessage, ...]

    def payload(self) -> dict[str, Any]:
        """Return the result of prompts/get as plain JSON values."""
        return {
            "description": self.description,
            "messages": [
                {"role": message.role, "content": block_payload(message.content)} for message in self.messages
            ],
        }


@dataclass(frozen=True, slots=True)
class ResolvedLibrary:
    """A library that was resolved in a session; `resolved_at` is in UTC."""

    library_id: str
    name: str
    languages: tuple[str, ...]
    resolved_at: datetime


LogLevel = Literal["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
"""The severity of a message, least severe first (RFC 5424, as in MCP's logging)."""


class Session(Protocol):
    """The session of a call: its resolved and its used libraries, and messages to the client during the call."""

    def remember(self, library_id: str, name: str, languages: Sequence[str]) -> None:
        """Add a library to those resolved in this session; a known one keeps its place."""
        ...

    async def resolved(self) -> Sequence[ResolvedLibrary]:
        """Return the libraries resolved in this session, in the order of their first resolution."""
        ...

    def note_use(self, library_ids: Iterable[str]) -> None:
        """Add libraries to those whose documentation this session has used; a known one keeps its place."""
        ...

    async def used(self) -> Sequence[str]:
        """Return the ids of the used libraries in the order of first use; () where clients may share the session."""
        ...

    async def log(self, level: LogLevel, message: str) -> None:
        """Send the client a message about the progress of the call, if it wants messages of this level.

        Args:
            level: the severity.
            message: words of the product, never text from documentation.
        """
        ...


def fence(text: str) -> str:
    """Return the text in a code fence longer than any run of backticks inside it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}\n{text.removesuffix(chr(10))}\n{ticks}"


def module_name(wire_name: str) -> str:
    """Return the module name of a tool or resource: `get-docs` gives get_docs."""
    return "_".join(word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", wire_name))


def read_contract(name: str) -> Contract:
    """Return the contract with the payloads in the folder of this name."""
    folder = Path(__file__).parent / name / "payloads"

    def payload(file: str) -> Any:
        return json.loads((folder / f"{file}.json").read_bytes())

    identity, completions = payload("contract"), payload("completions")
    return Contract(
        name=identity["contract"],
        version=identity["version"],
        error_style=identity["errorStyle"],
        protocol_versions=tuple(identity["protocolVersions"]),
        initialize=payload("initialize"),
        tools=tuple(payload("tools-list")["tools"]),
        resources=tuple(payload("resources-list")["resources"]),
        resource_templates=tuple(payload("resource-templates-list")["resourceTemplates"]),
        prompts=tuple(payload("prompts-list")["prompts"]),
        errors={code: _error_entry(code, entry) for code, entry in payload("errors").items()},
        prompt_completions=completions["prompts"],
        template_completions=completions["resourceTemplates"],
        blocks={tool: tuple(kinds) for tool, kinds in identity.get("blocks", {}).items()},
        limits=identity.get("limits", {}),
        accepts=identity.get("accepts", {}),
        events_path=identity.get("eventsPath", ""),
        corpus_filters=identity.get("corpusFilters", ""),
    )


def _error_entry(code: str, entry: Mapping[str, Any]) -> ErrorEntry:
    return ErrorEntry(
        code=code,
        since=entry["since"],
        when=entry["when"],
        recoverable=entry["recoverable"],
        message=entry["message"],
        suggestion=entry["suggestion"],
        details=entry["details"],
        raised_from=tuple(entry["raisedFrom"]),
        raised_by=entry["raisedBy"],
    )
