"""The methods of each protocol version, the checks of their params, and the fields of their results."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from pro_context.protocol.request import ProtocolError
from pro_context.protocol.simple_schemas import fits_simple_schema
from pro_context.protocol.validation import Schemas
from pro_context_contract.protocol import INVALID_PARAMS, METHOD_NOT_FOUND, tables

_TABLES = tables()
_REQUESTS: Mapping[str, Mapping[str, str]] = _TABLES["requests"]
_NOTIFICATIONS: Mapping[str, Mapping[str, str]] = _TABLES["notifications"]

METHODS = frozenset(
    method for by_version in (_REQUESTS, _NOTIFICATIONS) for own in by_version.values() for method in own
)
"""The methods of all versions, of requests and of notifications."""


def check_request(method: str, version: str, params: Mapping[str, Any]) -> None:
    """Check that a version has a method, and that its params are as they must be.

    Raises:
        ProtocolError: -32601 or -32602.
    """
    shape = _REQUESTS[version].get(method)
    if shape is None:
        raise ProtocolError(METHOD_NOT_FOUND, "Method not found", method)
    if problems := _problems(version, shape, params):
        raise ProtocolError(INVALID_PARAMS, f"Invalid params: {problems}")


def is_notification(method: str, version: str, params: Mapping[str, Any]) -> bool:
    """Tell whether a version has a notification, and whether its params are as they must be."""
    shape = _NOTIFICATIONS[version].get(method)
    return shape is not None and not _problems(version, shape, params)


def shaped(method: str, version: str, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result with the fields that it may have in a version."""
    fields = _fields(method, version)
    return {name: value for name, value in result.items() if name in fields}


def _problems(version: str, shape: str, params: Mapping[str, Any]) -> str:
    # Params of the first requests need no library: its import takes a third of the time until they are answered.
    if "jsonschema_rs" not in sys.modules and fits_simple_schema(
        params, _definitions(version)[shape], _definitions(version)
    ):
        return ""
    return _params(version).problems(shape, params)


def _definitions(version: str) -> Mapping[str, Any]:
    definitions: Mapping[str, Any] = _TABLES["definitions"][_TABLES["shapes"][version]]
    return definitions


@cache
def _params(version: str) -> Schemas:
    definitions = _definitions(version)
    return Schemas({name: {"$ref": f"#/$defs/{name}", "$defs": definitions} for name in definitions})


@cache
def _fields(method: str, version: str) -> frozenset[str]:
    return frozenset(_TABLES["results"][version][method])
