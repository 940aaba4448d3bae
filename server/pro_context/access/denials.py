"""The responses to denied requests: an HTTP status, and an error of a contract or of JSON-RPC."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from pro_context.access.asgi_scope import MESSAGE, headers_of
from pro_context.access.peeking import method_of
from pro_context.protocol import json_rpc
from pro_context.protocol.contract_server import TOO_MANY_REQUESTS, too_many_requests
from pro_context.protocol.encoding import error_text, failure, to_text
from pro_context_contract.contract import ContractError
from pro_context_contract.full.errors import ERRORS
from pro_context_contract.protocol import INVALID_REQUEST

if TYPE_CHECKING:
    from starlette.types import Scope


@dataclass(frozen=True, slots=True)
class DenialWording:
    """The errors of one contract in its error style.

    Attributes:
        codes: the error of each code of the contract.
        style: the error style.
        versions: the protocol versions in which a call of a session is refused with a result.
    """

    codes: Mapping[str, Callable[..., ContractError]]
    style: str
    versions: Collection[str] = ()


OWN_WORDING = DenialWording(ERRORS, "flat")
"""The wording at paths without a contract: that of the contract full."""


class Denials:
    """The responses to denied requests, worded as the requested contract does, else as protocol errors."""

    def __init__(self, wordings: Mapping[str, DenialWording]) -> None:
        """Use the wording of each contract.

        Args:
            wordings: the wording by the path of the contract.
        """
        self._wordings = wordings

    def no_key(self, scope: Scope) -> Response:
        """Return the response to a request without a key."""
        body = self._error_body(scope, "AUTH_REQUIRED") or _protocol_error(
            "An API key is required (Authorization: Bearer)"
        )
        return _response(401, body, {"WWW-Authenticate": "Bearer"})

    def wrong_key(self, scope: Scope) -> Response:
        """Return the response to a request with an unknown, revoked or expired key."""
        body = self._error_body(scope, "AUTH_INVALID") or _protocol_error("The API key is not valid")
        return _response(401, body, {"WWW-Authenticate": 'Bearer error="invalid_token"'})

    def beyond_limit(self, scope: Scope, message: dict[str, Any], retry_after: int) -> Response | None:
        """Return the response to a message beyond the limit, None for a call of a tool that its endpoint must answer.

        A call in a session is answered here without a look at the session and the tool: the refusal of many requests
        must cost less than serving them.

        Args:
            scope: scope of the request.
            message: the message in its body, {} without one.
            retry_after: seconds until the next message is accepted.
        """
        if method_of(message) != "tools/call":
            return self.too_many(scope, retry_after)
        wording, request_id = self._wording_at(scope), json_rpc.request_id(message)
        error = wording.codes.get("RATE_LIMITED")
        if error is None or request_id is None or not _is_in_session(scope, message, wording.versions):
            return None
        params = message.get("params")
        scope[MESSAGE] = "tools/call", params.get("name") if isinstance(params, dict) else None
        result = failure(error(retry_after=retry_after).payload(), wording.style)
        return _response(200, to_text(json_rpc.result(request_id, result)))

    def too_many(self, scope: Scope, retry_after: int) -> Response:
        """Return the response to a request beyond the limit."""
        body = self._error_body(scope, "RATE_LIMITED", retry_after=retry_after) or _protocol_error(
            too_many_requests(retry_after), TOO_MANY_REQUESTS, {"retryAfter": retry_after}
        )
        return _response(429, body, {"Retry-After": str(retry_after)})

    def _error_body(self, scope: Scope, code: str, **details: Any) -> str:
        """Return the error in the wording of the contract at the request's path, "" if the contract lacks the code."""
        wording = self._wording_at(scope)
        error = wording.codes.get(code)
        return "" if error is None else error_text(error(**details).payload(), wording.style)

    def _wording_at(self, scope: Scope) -> DenialWording:
        return self._wordings.get(scope["path"].removesuffix("/"), OWN_WORDING)


def foreign_host() -> Response:
    """Return the response to a request with a foreign host name."""
    reason = "The host name in the Host header is not one of this server (setting security.hosts)"
    return _response(421, _protocol_error(reason))


def foreign_origin() -> Response:
    """Return the response to a request from a page of a foreign origin."""
    reason = "Pages of this Origin may not call this server (setting security.cors.origins)"
    return _response(403, _protocol_error(reason))


def _is_in_session(scope: Scope, message: Mapping[str, Any], versions: Collection[str]) -> bool:
    """Tell whether a message belongs to a session of one of these versions, according to its headers."""
    headers = headers_of(scope)
    version = headers.get("mcp-protocol-version")
    is_spoken = bool(versions) if version is None else version in versions
    return is_spoken and "mcp-session-id" in headers and message.get("jsonrpc") == "2.0"


def _protocol_error(message: str, code: int = INVALID_REQUEST, data: object = None) -> str:
    # MCP: a JSON-RPC error without an id, since the body was not read.
    return to_text(json_rpc.error(code, message, data=data))


def _response(status: int, body: str, headers: Mapping[str, str] | None = None) -> Response:
    return Response(body, status, headers, "application/json")
