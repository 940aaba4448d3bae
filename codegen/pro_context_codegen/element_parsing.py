"""The conversion of checked YAML content to plain values, element by element."""

from __future__ import annotations

from typing import Any

from pro_context_codegen.spec import Argument, Detail, ErrorCode, Message, Prompt, Resource, Tool


def tool(content: dict[str, Any], file: str) -> Tool:
    """Return the tool that a file of `tools/` defines."""
    return Tool(
        **_common(content, content["tool"], file),
        annotations=content["annotations"],
        input=content["input"],
        output=content.get("output"),
        errors=tuple(content["errors"]),
        uses=tuple(content.get("uses", ())),
        blocks=tuple(content.get("blocks", ())),
        limits=content.get("limits", {}),
        accepts=content.get("accepts", {}),
    )


def resource(content: dict[str, Any], file: str) -> Resource:
    """Return the resource that a file of `resources/` defines."""
    return Resource(
        **_common(content, content["resource"], file),
        mime_type=content["mimeType"],
        uri=content.get("uri", ""),
        uri_template=content.get("uriTemplate", ""),
        parameters=content.get("parameters", {}),
        annotations=content.get("annotations", {}),
        output=content.get("output"),
        uses=tuple(content.get("uses", ())),
        errors=tuple(content.get("errors", ())),
    )


def prompt(content: dict[str, Any], file: str) -> Prompt:
    """Return the prompt that a file of `prompts/` defines."""
    return Prompt(
        **_common(content, content["prompt"], file),
        arguments=tuple(Argument(**argument) for argument in content["arguments"]),
        result_description=content["result"]["description"],
        messages=tuple(_message(**message) for message in content["result"]["messages"]),
    )


def _common(content: dict[str, Any], name: str, file: str) -> dict[str, Any]:
    """Return the members that every element has."""
    return {
        "name": name,
        "file": file,
        **{key: content[key] for key in ("title", "since", "description")},
        "behavior": content.get("behavior", {}),
        "examples": tuple(content.get("examples", ())),
    }


def _message(role: str, text: str = "", image: Any = None, resource: Any = None) -> Message:
    if image:
        return Message(role, data=image["data"], mime_type=image["mimeType"])
    if resource:
        return Message(role, resource["text"], resource["uri"], resource["mimeType"])
    return Message(role, text)


def error(code: str, entry: dict[str, Any]) -> ErrorCode:
    """Return the error of one entry of errors.yaml."""
    return ErrorCode(
        code=code,
        since=entry["since"],
        when=entry["when"],
        recoverable=entry["recoverable"],
        message=entry["message"],
        suggestion=entry["suggestion"],
        suggestion_without=entry.get("suggestionWithout", {}),
        details=tuple(
            Detail(name, detail["type"], detail["description"], detail.get("optional", False))
            for name, detail in entry.get("details", {}).items()
        ),
        raised_from=tuple(entry.get("raised_from", ())),
        raised_by=entry.get("raised_by", ""),
        message_without=entry.get("messageWithout", {}),
        suggestion_when=entry.get("suggestionWhen", {}),
    )
