"""The encoding of results and error payloads as `CallToolResult` envelopes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import orjson

_WRAPPED = ("code", "message", "suggestion", "recoverable")

Envelope = dict[str, Any]
"""A `CallToolResult` as plain JSON."""


def success(result: Mapping[str, Any]) -> Envelope:
    """Return the envelope of a success: `structuredContent`, and the same value as JSON text for older clients."""
    return {"content": [{"type": "text", "text": to_text(result)}], "structuredContent": result}


def failure(payload: Mapping[str, Any], style: str) -> Envelope:
    """Return the envelope of a failure in the contract's error style.

    Args:
        payload: `ContractError.payload()`: code, message, recoverable, suggestion and details.
        style: `flat` (the payload itself), `wrapped` (`{"error": …}` without details) or `prose` (message and
            suggestion as text), as the contract's `contract.yaml` says.
    """
    return {"content": [{"type": "text", "text": error_text(payload, style)}], "isError": True}


def to_text(value: object) -> str:
    """Return compact JSON as text; see `to_bytes`."""
    return to_bytes(value).decode()


def to_bytes(value: object) -> bytes:
    """Return compact JSON in UTF-8; a lone surrogate, which UTF-8 cannot encode, becomes a question mark."""
    try:
        # orjson is ten times as fast as the standard library on a page of documentation.
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def error_text(payload: Mapping[str, Any], style: str) -> str:
    """Return the text of an error in a contract's error style; see `failure`."""
    match style:
        case "flat":
            return to_text(payload)
        case "wrapped":
            return to_text({"error": {key: payload[key] for key in _WRAPPED}})
        case "prose":
            prose = f"{payload['message']} {payload['suggestion']}".rstrip()
            return prose.encode("utf-8", "replace").decode("utf-8")
        case _:
            raise ValueError(f"unknown error style {style!r}")
