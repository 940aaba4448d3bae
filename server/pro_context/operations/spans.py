"""The spans of OpenTelemetry around the requests of clients; imported only where spans are exported.

A span has known names only: names of tools and texts of errors may contain texts of a client, such as a query.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from opentelemetry import trace
from opentelemetry.propagate import extract
from opentelemetry.trace import SpanKind, StatusCode

from pro_context.operations.request_log import OTHER
from pro_context.protocol.dispatch import OK
from pro_context.protocol.method_tables import METHODS
from pro_context.protocol.request import ProtocolError, Request

_ELEMENTS = {"tools/call": "gen_ai.tool.name", "prompts/get": "gen_ai.prompt.name"}


class RequestSpans:
    """The spans of requests, below the spans that clients name."""

    def __init__(self, elements: Collection[str], transport: Mapping[str, str]) -> None:
        """Make spans.

        Args:
            elements: the names of the tools and prompts that spans may have.
            transport: further attributes of every span.
        """
        self._elements = frozenset(elements)
        self._transport = transport

    @contextmanager
    def around(self, request: Request) -> Iterator[None]:
        """Make a span while the block runs."""
        method = _known_or_other(request.method, METHODS)
        attributes = {"mcp.method.name": method, "mcp.protocol.version": request.client.version, **self._transport}
        names = [method]
        if method == "tools/call":
            attributes["gen_ai.operation.name"] = "execute_tool"
        if method in _ELEMENTS and isinstance(name := request.params.get("name"), str):
            names.append(_known_or_other(name, self._elements))
            attributes[_ELEMENTS[method]] = names[-1]
        with trace.get_tracer("pro_context").start_as_current_span(
            " ".join(names),
            kind=SpanKind.SERVER,
            attributes=attributes,
            context=_parent(request.meta),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield
            except ProtocolError as error:
                code = str(error.code)
                span.set_attributes({"error.type": code, "rpc.response.status_code": code})
                span.set_status(StatusCode.ERROR)
                raise

    def note_outcome(self, tool: str, outcome: str, seconds: float) -> None:
        """Add the code of a tool's error to the current span."""
        if outcome != OK:
            span = trace.get_current_span()
            span.set_attribute("error.type", outcome)
            span.set_status(StatusCode.ERROR)


def _known_or_other(word: str, words: frozenset[str]) -> str:
    return word if word in words else OTHER


def _parent(meta: Mapping[str, Any]) -> Any:
    """Return the context that the client names (W3C Trace Context), None where it names none."""
    carrier = {name: value for name, value in meta.items() if isinstance(value, str)}
    context = extract(carrier)
    return context if trace.get_current_span(context).get_span_context().is_valid else None
