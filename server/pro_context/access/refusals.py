"""What is answered to requests that are not served: an HTTP status, and a code of the catalogue or of JSON-RPC."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp_types import INVALID_REQUEST
from starlette.responses import Response

from pro_context_contract.contract import ContractError
from pro_context_contract.full.errors import AuthInvalid, AuthRequired, RateLimited


def no_key() -> Response:
    """Return the answer to a request without a key."""
    return _refusal(401, AuthRequired().payload(), {"WWW-Authenticate": "Bearer"})


def wrong_key() -> Response:
    """Return the answer to a request whose key is nobody's, or nobody's any more."""
    return _refusal(401, AuthInvalid().payload(), {"WWW-Authenticate": 'Bearer error="invalid_token"'})


def too_many(retry_after: int) -> Response:
    """Return the answer to a request beyond the limit.

    Args:
        retry_after: seconds until the next one is accepted.
    """
    error: ContractError = RateLimited(retry_after=retry_after)
    return _refusal(429, error.payload(), {"Retry-After": str(retry_after)})


def foreign_host() -> Response:
    """Return the answer to a request for a name that is not the server's."""
    return _protocol_error(421, "This server does not go by the name in the Host header (setting security.hosts)")


def foreign_origin() -> Response:
    """Return the answer to a request from a page that may not call."""
    return _protocol_error(403, "Pages of this Origin may not call this server (setting security.cors.origins)")


def _protocol_error(status: int, message: str) -> Response:
    # MCP: a JSON-RPC error without an id, since the body was not looked at.
    return _refusal(status, {"jsonrpc": "2.0", "id": None, "error": {"code": INVALID_REQUEST, "message": message}}, {})


def _refusal(status: int, payload: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    return Response(json.dumps(payload, ensure_ascii=False), status, dict(headers), "application/json")
