"""The content blocks of MCP, for answers and prompts that hold more than JSON, and the contents of resources.

Generated from codegen/pro_context_codegen/templates/blocks.py.jinja; do not edit.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Image:
    """A picture inside an answer or a prompt."""

    data: bytes
    mime_type: str


@dataclass(frozen=True, slots=True)
class Audio:
    """A sound inside an answer."""

    data: bytes
    mime_type: str


@dataclass(frozen=True, slots=True)
class EmbeddedResource:
    """A resource with its content inside an answer or a prompt; its URI need not be readable."""

    uri: str
    mime_type: str
    content: str | bytes


Block = str | Image | Audio | EmbeddedResource
"""One block of an answer; a string is a block of text."""


def block_payload(block: Block) -> dict[str, Any]:
    """Return a content block of MCP as plain JSON values."""
    match block:
        case Image():
            return {"type": "image", "data": _base64(block.data), "mimeType": block.mime_type}
        case Audio():
            return {"type": "audio", "data": _base64(block.data), "mimeType": block.mime_type}
        case EmbeddedResource():
            content = resource_payload(block.uri, block.mime_type, block.content)
            return {"type": "resource", "resource": content}
        case _:
            return {"type": "text", "text": block}


def resource_payload(uri: str, mime_type: str, content: str | bytes) -> dict[str, Any]:
    """Return the contents of a resource as plain JSON values: text as it is, bytes in base64."""
    held = {"text": content} if isinstance(content, str) else {"blob": _base64(content)}
    return {"uri": uri, "mimeType": mime_type, **held}


def _base64(data: bytes) -> str:
    return b64encode(data).decode("ascii")
