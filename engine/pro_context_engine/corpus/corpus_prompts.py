"""Prompts of a corpus: `*.template.md` with one message, `*.template.yaml` with several; both take arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pro_context_engine.corpus import front_matter
from pro_context_engine.corpus.parsed_files import Document, Unreadable, read_yaml
from pro_context_engine.corpus.values import CorpusProblem, CorpusPrompt, PromptArgument, PromptMessage
from pro_context_engine.documents.pages.text import clean, one_line

MARKDOWN = ".template.md"
YAML = ".template.yaml"

_MOST_TEXT = 64_000
_MOST_LISTED = 64
_NAME = re.compile(r"[A-Za-z_][\w-]{0,63}", re.ASCII)
_PLACEHOLDER = re.compile(r"\{\{\{?([^{}]{0,200})\}?\}\}")


def is_template(path: str) -> bool:
    """Tell whether a file is a prompt and not a page."""
    return path.endswith((MARKDOWN, YAML))


def name_of(path: str) -> str:
    """Return the name of the prompt in a file: its path without the ending."""
    return path.removesuffix(MARKDOWN).removesuffix(YAML)


def read(path: str, text: str) -> CorpusPrompt:
    """Return the prompt in a file.

    Args:
        path: path of the file in the corpus; its ending decides on the format.
        text: text of the file.

    Raises:
        Unreadable: at the first error.
    """
    text = clean(text)
    if path.endswith(YAML):
        document = read_yaml(path, text)
        messages = tuple(_messages(document, _fields(document).get("messages")))
    else:
        found, body = front_matter.split(path, text)
        document = found or Document(path, {}, {(): 1})
        if not 1 <= len(body.strip()) <= _MOST_TEXT:
            raise Unreadable(CorpusProblem(path, 0, f"must have a text of 1 to {_MOST_TEXT} characters"))
        messages = (PromptMessage("user", body.strip("\n")),)
    fields = _fields(document)
    arguments = tuple(_arguments(document, fields.get("arguments") or []))
    _check_placeholders(path, text, messages, {argument.name for argument in arguments})
    title, description = (_text(document, fields, key) for key in ("title", "description"))
    return CorpusPrompt(name_of(path), title, description, arguments, messages)


def render(prompt: CorpusPrompt, given: Mapping[str, str]) -> list[PromptMessage]:
    """Return the messages of a prompt with its arguments filled in; a missing argument becomes "".

    Args:
        prompt: a prompt whose placeholders all name its own arguments.
        given: arguments by name; placeholders in them are not replaced.
    """
    return [
        PromptMessage(message.role, _PLACEHOLDER.sub(lambda place: given.get(place[1].strip(), ""), message.text))
        for message in prompt.messages
    ]


def _fields(document: Document) -> Mapping[str, Any]:
    if not isinstance(document.value, dict):
        raise Unreadable(document.problem("must have fields: title, description, arguments"))
    return document.value


def _messages(document: Document, values: Any) -> Iterator[PromptMessage]:
    if not isinstance(values, list) or not 1 <= len(values) <= _MOST_LISTED:
        raise Unreadable(document.problem(f"must be a list of 1 to {_MOST_LISTED}", "messages"))
    for number, entry in enumerate(values):
        at = ("messages", number)
        if not isinstance(entry, dict) or entry.get("role") not in ("user", "assistant"):
            raise Unreadable(document.problem("must be user or assistant", *at, "role"))
        content = entry.get("content")
        if isinstance(content, dict) and content.get("type") == "text":
            content = content.get("text")
        if not isinstance(content, str) or not 1 <= len(content.strip()) <= _MOST_TEXT:
            what = f"must be {{type: text, text: …}} of 1 to {_MOST_TEXT} characters"
            raise Unreadable(document.problem(what, *at, "content"))
        yield PromptMessage(entry["role"], content.strip("\n"))


def _arguments(document: Document, values: Any) -> Iterator[PromptArgument]:
    if not isinstance(values, list) or len(values) > _MOST_LISTED:
        raise Unreadable(document.problem(f"must be a list of at most {_MOST_LISTED}", "arguments"))
    names: set[str] = set()
    for number, entry in enumerate(values):
        at = ("arguments", number)
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise Unreadable(document.problem("must be a name of letters, digits, hyphens, underscores", *at, "name"))
        if name in names:
            raise Unreadable(document.problem("is used twice", *at, "name"))
        names.add(name)
        required = entry.get("required", False)
        if not isinstance(required, bool):
            raise Unreadable(document.problem("must be true or false", *at, "required"))
        title, description = (_text(document, entry, key, *at) for key in ("title", "description"))
        yield PromptArgument(name, title, description, required)


def _text(document: Document, fields: Mapping[str, Any], key: str, *at: str | int) -> str:
    text = fields.get(key)
    if text is None:
        return ""
    if not isinstance(text, str) or len(text) > _MOST_TEXT:
        raise Unreadable(document.problem("must be a text", *at, key))
    return one_line(text)


def _check_placeholders(path: str, text: str, messages: Sequence[PromptMessage], arguments: set[str]) -> None:
    for message in messages:
        for place in _PLACEHOLDER.finditer(message.text):
            name = place[1].strip()
            if name not in arguments:
                what = "has a placeholder that names none of its arguments"
                shown = f": {name}" if _NAME.fullmatch(name) else ""
                line = text[: text.index(place[0])].count("\n") + 1 if place[0] in text else 0
                raise Unreadable(CorpusProblem(path, line, f"{what}{shown}"))
