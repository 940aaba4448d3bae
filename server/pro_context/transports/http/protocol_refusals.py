"""The responses to refused MCP requests: an HTTP status, and a JSON-RPC error with a text of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from pro_context.protocol import json_rpc
from pro_context.protocol.encoding import to_bytes
from pro_context_contract.protocol import INVALID_REQUEST


class Refusal(Exception):
    """A request is refused, with a message of our own; the endpoint answers it with `response`."""

    def __init__(
        self,
        status: int,
        reason: str,
        code: int = INVALID_REQUEST,
        *,
        request_id: str | int | None = None,
        data: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(reason)
        self._status = status
        self._body = json_rpc.error(code, reason, request_id, data)
        self._headers = headers

    @property
    def response(self) -> Response:
        """Return the response to the client."""
        return json_response(self._body, self._status, self._headers)


def json_response(body: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response in JSON."""
    return Response(to_bytes(body), status, headers, "application/json")
