"""What is answered to a request that MCP does not serve: an HTTP status, and an error of JSON-RPC in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from pro_context.transports import json_rpc


class Refusal(Exception):
    """A request that is not served; raised by whoever finds out, answered by the endpoint."""

    def __init__(
        self,
        status: int,
        reason: str,
        code: int = json_rpc.INVALID_REQUEST,
        *,
        request_id: str | int | None = None,
        data: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Refuse a request.

        Args:
            status: of HTTP.
            reason: in our own words.
            code: of JSON-RPC or MCP.
            request_id: of the message, where it can be read.
            data: what MCP wants besides.
            headers: of the response.
        """
        super().__init__(reason)
        self._status = status
        self._body = json_rpc.error(code, reason, request_id, data)
        self._headers = headers

    @property
    def response(self) -> Response:
        """Return what the client is answered."""
        return json_response(self._body, self._status, self._headers)


def json_response(body: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response in JSON.

    Args:
        body: to be sent.
        status: of HTTP.
        headers: besides those of its type and length.
    """
    return Response(json_rpc.encode(body), status, headers, "application/json")
