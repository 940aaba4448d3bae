"""The parsing and encoding of JSON-RPC messages, for any bytes that a client may send."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from pro_context.protocol.encoding import to_bytes
from pro_context_contract.protocol import INVALID_REQUEST, PARSE_ERROR

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
"""An escaped lone surrogate, which JSON permits and no other part of the product can store."""

_LONG_NUMBER = re.compile(rb"[0-9]{19}")
"""The digits of an integer that orjson may read as a float."""

_NO_DIGITS = bytes(set(range(256)) - set(b"0123456789"))


class Incoming(NamedTuple):
    """A request, or a notification if it has no id; `params` is {} if there are none."""

    method: str
    params: Mapping[str, Any]
    id: str | int | None = None


class Reply(NamedTuple):
    """A response; `error` is None for a result."""

    id: str | int | None
    result: Mapping[str, Any]
    error: Mapping[str, Any] | None = None


Message = Incoming | Reply


class UnreadableMessage(Exception):
    """The data is not a message; has the JSON-RPC code, the reason, and the id of the request if it is known."""

    def __init__(self, code: int, reason: str, request_id: str | int | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.request_id = request_id


def parse(data: bytes) -> dict[str, Any]:
    """Return the JSON object of a message.

    Raises:
        UnreadableMessage: -32700 if the data is not JSON in UTF-8, -32600 if it is not one object.
    """
    try:
        message = _parsed(data)
    except (ValueError, RecursionError):
        raise UnreadableMessage(PARSE_ERROR, "Parse error: not JSON in UTF-8") from None
    if isinstance(message, list):
        raise UnreadableMessage(INVALID_REQUEST, "Invalid request: batches are not supported")
    if not isinstance(message, dict):
        raise UnreadableMessage(INVALID_REQUEST, "Invalid request: not an object")
    return message


def _parsed(data: bytes) -> Any:
    # Counting the digits is ten times as fast as the search, which few messages need then.
    if len(data.translate(None, _NO_DIGITS)) < 19 or not _LONG_NUMBER.search(data):
        try:
            return orjson.loads(data)
        except orjson.JSONDecodeError:
            pass  # it refuses lone surrogates and numbers beyond a float too
    message = _DECODER.decode(data.decode("utf-8"))
    return json.loads(to_bytes(message)) if _SURROGATE.search(data) else message


def to_message(parsed: dict[str, Any]) -> Message:
    """Return a JSON object as a request, a notification or a response.

    Raises:
        UnreadableMessage: -32600 if it is none of them.
    """
    number = request_id(parsed)
    if number is None and "method" in parsed and "id" in parsed:
        raise UnreadableMessage(INVALID_REQUEST, "Invalid request: id must be a string or an integer")
    if parsed.get("jsonrpc") == "2.0":
        params = parsed.get("params")
        if isinstance(parsed.get("method"), str) and (params is None or isinstance(params, dict)):
            return Incoming(parsed["method"], params or {}, number)
        if "method" not in parsed and (response := _response(parsed)):
            return response
    reason = "Invalid request: not a JSON-RPC 2.0 message"
    raise UnreadableMessage(INVALID_REQUEST, reason, number)


def _response(parsed: dict[str, Any]) -> Reply | None:
    number, result, failure = parsed.get("id"), parsed.get("result"), parsed.get("error")
    is_id = isinstance(number, str | int) and not isinstance(number, bool)
    if is_id and isinstance(result, dict):
        return Reply(number, result)
    if isinstance(failure, dict) and isinstance(failure.get("code"), int) and isinstance(failure.get("message"), str):
        return Reply(number, {}, failure) if is_id or number is None else None
    return None


def request_id(message: dict[str, Any]) -> str | int | None:
    """Return the id of a request, None for any other message."""
    value = message.get("id")
    is_request = "result" not in message and "error" not in message
    return value if is_request and isinstance(value, str | int) and not isinstance(value, bool) else None


def result(request_id: str | int | None, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a response with a result."""
    return {"jsonrpc": "2.0", "id": request_id, "result": content}


def notification(method: str, params: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a notification; one without params has no such field."""
    return {"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})}


def error(code: int, reason: str, request_id: str | int | None = None, data: Any = None) -> dict[str, Any]:
    """Return an error response."""
    body = {"code": code, "message": reason, **({} if data is None else {"data": data})}
    return {"jsonrpc": "2.0", "id": request_id, "error": body}


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
