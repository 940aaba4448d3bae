"""A contract as plain values, the input of every generator."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pro_context_codegen.naming import pascal, snake

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One file of `tools/`, `resources/` or `prompts/`; schemas may hold `#/types/…` references."""

    name: str
    file: str
    title: str
    since: str
    description: str
    behavior: Mapping[str, str]
    examples: tuple[Mapping[str, Any], ...]

    @property
    def module(self) -> str:
        """Return the name of the generated module and of the handler's module; of a prompt, that of its function."""
        return snake(self.name)

    @property
    def class_name(self) -> str:
        """Return the stem of the names of the generated classes."""
        return pascal(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Element):
    """A tool, which answers with its `output` or in `blocks`.

    `limits` are further bounds of arguments, which the server checks and the published schema does not have; `accepts`
    are the other names and forms of arguments that a call may use.
    """

    annotations: Mapping[str, Any]
    input: Schema
    output: Schema | None
    errors: tuple[str, ...]
    uses: tuple[str, ...]
    blocks: tuple[str, ...]
    limits: Mapping[str, Schema]
    accepts: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource(Element):
    """A resource, which has either a `uri` or a `uri_template` with `parameters`."""

    mime_type: str
    uri: str
    uri_template: str
    parameters: Mapping[str, Mapping[str, str]]
    annotations: Mapping[str, Any]
    output: Schema | None
    uses: tuple[str, ...]
    errors: tuple[str, ...]

    @property
    def binary(self) -> bool:
        """Tell whether the content is bytes, not text."""
        return self.mime_type != "application/json" and not self.mime_type.startswith("text/")


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a prompt; `complete` names the kind of its completion, "" for none."""

    name: str
    description: str
    required: bool
    complete: str = ""

    @property
    def identifier(self) -> str:
        """Return the Python name of the argument."""
        return snake(self.name)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt: text, an image (with base64 `data`) or a resource (with a `uri`).

    `text` and `uri` are templates.
    """

    role: str
    text: str = ""
    uri: str = ""
    mime_type: str = ""
    data: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt(Element):
    """A prompt; `result_description` is a template too."""

    arguments: tuple[Argument, ...]
    result_description: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Detail:
    """One detail of an error; the payload omits an optional detail that is empty."""

    name: str
    type: str
    description: str
    optional: bool = False

    @property
    def identifier(self) -> str:
        """Return the Python name of the detail, which is also the name of the engine fact's field."""
        return snake(self.name)


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """One entry of the error catalogue."""

    code: str
    since: str
    when: str
    recoverable: bool | str
    message: str
    suggestion: str
    suggestion_without: Mapping[str, str]
    details: tuple[Detail, ...]
    raised_from: tuple[str, ...] = ()
    raised_by: str = ""
    message_without: Mapping[str, str] = field(default_factory=dict)
    suggestion_when: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def class_name(self) -> str:
        """Return the name of the generated exception."""
        return pascal(self.code)

    @property
    def alternatives(self) -> Iterator[tuple[str, str, str]]:
        """Yield key, detail (with `suggestionWhen` also its value) and text of every alternative text."""
        for name, text in self.message_without.items():
            yield "messageWithout", name, text
        for name, text in self.suggestion_without.items():
            yield "suggestionWithout", name, text
        for name, texts in self.suggestion_when.items():
            for value, text in texts.items():
                yield "suggestionWhen", f"{name}.{value}", text

    def detail(self, name: str) -> Detail | None:
        """Return the detail of this name, None if there is none."""
        return next((detail for detail in self.details if detail.name == name), None)


PLACEHOLDER = re.compile(r"\{([a-z][A-Za-z0-9]*)\}")
"""The place of a detail in an error's texts."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """An announced removal (decision 10) of an `element`, such as `tool:NAME` or `tool:NAME.input.FIELD`."""

    element: str
    since: str
    remove_in: str
    reason: str
    use: str


@dataclass(frozen=True, slots=True)
class ContractSpec:
    """A whole contract folder."""

    name: str
    folder: str
    version: str
    server: Mapping[str, str]
    instructions: str
    protocol_versions: tuple[str, ...]
    capabilities: Mapping[str, Any]
    error_style: str
    tools: tuple[Tool, ...]
    resources: tuple[Resource, ...]
    prompts: tuple[Prompt, ...]
    errors: tuple[ErrorCode, ...]
    types: Mapping[str, Schema]
    deprecations: tuple[Deprecation, ...] = ()
    budget: Mapping[str, int] = field(default_factory=dict)
    lists_output_descriptions: bool = True
    events_path: str = ""
    corpus_filters: str = ""
    output_fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def answering(self) -> tuple[Tool | Resource, ...]:
        """Return the elements that have handlers and therefore can fail with a code."""
        return (*self.tools, *self.resources)

    @property
    def elements(self) -> tuple[Tool | Resource | Prompt, ...]:
        """Return every element in the contract's order: tools, resources, prompts."""
        return (*self.answering, *self.prompts)
