"""What is answered to requests that are not served: an HTTP status, and a code of a catalogue or of JSON-RPC."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp_types import INVALID_REQUEST
from starlette.datastructures import Headers
from starlette.responses import Response

from pro_context.access.request_subject import method_of
from pro_context.operations.request_labels import MESSAGE
from pro_context.protocol.contract_server import TOO_MANY_REQUESTS, too_many_requests
from pro_context.protocol.encoding import error_text, failure, to_text
from pro_context.transports import json_rpc
from pro_context_contract.contract import ContractError
from pro_context_contract.full.errors import ERRORS

if TYPE_CHECKING:
    from starlette.types import Scope


@dataclass(frozen=True, slots=True)
class Words:
    """How one contract says that something is wrong.

    Attributes:
        codes: the error of each code of its catalogue.
        style: in which they are written.
        versions: of the protocol, in which what is called in a session is refused as its result.
    """

    codes: Mapping[str, Callable[..., ContractError]]
    style: str
    versions: Collection[str] = ()


OURS = Words(ERRORS, "flat")
"""The server's own, where no contract is served: those of seed 000 section 7."""


class Refusals:
    """Refuses in the words of the contract that is asked for, or in those of the protocol where it has none."""

    def __init__(self, words: Mapping[str, Words]) -> None:
        """Know the words of each contract.

        Args:
            words: by the path that the contract is served at.
        """
        self._words = words

    def no_key(self, scope: Scope) -> Response:
        """Return the answer to a request without a key."""
        body = self._said(scope, "AUTH_REQUIRED") or _protocol_error("An API key is required (Authorization: Bearer)")
        return _response(401, body, {"WWW-Authenticate": "Bearer"})

    def wrong_key(self, scope: Scope) -> Response:
        """Return the answer to a request whose key is nobody's, or nobody's any more."""
        body = self._said(scope, "AUTH_INVALID") or _protocol_error("The API key is not valid")
        return _response(401, body, {"WWW-Authenticate": 'Bearer error="invalid_token"'})

    def beyond_limit(self, scope: Scope, message: dict[str, Any], retry_after: int) -> Response | None:
        """Return the answer to a message beyond the limit, None for a call of a tool that its endpoint must answer.

        A call in a session is answered here, whether there is such a session and such a tool or not: what refuses a
        flood must cost less than what serves it.

        Args:
            scope: of the request.
            message: in its body, {} where that is none.
            retry_after: seconds until the next one is accepted.
        """
        if method_of(message) != "tools/call":
            return self.too_many(scope, retry_after)
        words, request_id = self._words_at(scope), json_rpc.request_id(message)
        error = words.codes.get("RATE_LIMITED")
        if error is None or request_id is None or not _is_in_session(scope, message, words.versions):
            return None
        params = message.get("params")
        tool = params.get("name") if isinstance(params, dict) else ""
        scope[MESSAGE] = "tools/call", tool if isinstance(tool, str) else ""
        result = failure(error(retry_after=retry_after).payload(), words.style)
        return _response(200, to_text({"jsonrpc": "2.0", "id": request_id, "result": result}))

    def too_many(self, scope: Scope, retry_after: int) -> Response:
        """Return the answer to a request beyond the limit.

        Args:
            scope: of the request.
            retry_after: seconds until the next one is accepted.
        """
        body = self._said(scope, "RATE_LIMITED", retry_after=retry_after) or _protocol_error(
            too_many_requests(retry_after), TOO_MANY_REQUESTS, {"retryAfter": retry_after}
        )
        return _response(429, body, {"Retry-After": str(retry_after)})

    def _said(self, scope: Scope, code: str, **details: Any) -> str:
        """Return the error as the contract at the request's path writes it, "" where it has no such code."""
        words = self._words_at(scope)
        error = words.codes.get(code)
        return "" if error is None else error_text(error(**details).payload(), words.style)

    def _words_at(self, scope: Scope) -> Words:
        return self._words.get(scope["path"].removesuffix("/"), OURS)


def foreign_host() -> Response:
    """Return the answer to a request for a name that is not the server's."""
    reason = "This server does not go by the name in the Host header (setting security.hosts)"
    return _response(421, _protocol_error(reason))


def foreign_origin() -> Response:
    """Return the answer to a request from a page that may not call."""
    reason = "Pages of this Origin may not call this server (setting security.cors.origins)"
    return _response(403, _protocol_error(reason))


def _is_in_session(scope: Scope, message: Mapping[str, Any], versions: Collection[str]) -> bool:
    """Tell whether a message comes in a session of one of these versions, as its headers say."""
    headers = Headers(scope=scope)
    version = headers.get("mcp-protocol-version")
    is_spoken = bool(versions) if version is None else version in versions
    return is_spoken and "mcp-session-id" in headers and message.get("jsonrpc") == "2.0"


def _protocol_error(message: str, code: int = INVALID_REQUEST, data: object = None) -> str:
    # MCP: a JSON-RPC error without an id, since the body was not looked at.
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return to_text({"jsonrpc": "2.0", "id": None, "error": error})


def _response(status: int, body: str, headers: Mapping[str, str] | None = None) -> Response:
    return Response(body, status, headers, "application/json")
