"""The spans of OpenTelemetry around the requests of clients; imported only where spans are exported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from opentelemetry import trace
from opentelemetry.propagate import extract
from opentelemetry.trace import SpanKind, StatusCode

from pro_context.protocol.dispatch import OK
from pro_context.protocol.request import ProtocolError, Request

CODE = "pro_context.error.code"
"""The attribute of ours with the code of a tool's error, until the span is exported."""

_ELEMENTS = {"tools/call": "gen_ai.tool.name", "prompts/get": "gen_ai.prompt.name"}


class RequestSpans:
    """The spans of requests, below the spans that clients name."""

    @contextmanager
    def around(self, request: Request) -> Iterator[Callable[[Mapping[str, Any]], None]]:
        """Make a span while the block runs; give a function that notes the result."""
        tracer = trace.get_tracer("pro_context")
        with tracer.start_as_current_span(
            request.method,
            kind=SpanKind.SERVER,
            attributes=_attributes(request),
            context=_parent(request.meta),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:

            def note(result: Mapping[str, Any]) -> None:
                if result.get("isError"):
                    span.set_attribute("error.type", "tool_error")
                    span.set_status(StatusCode.ERROR)

            try:
                yield note
            except ProtocolError as error:
                code = str(error.code)
                span.set_attributes({"error.type": code, "rpc.response.status_code": code})
                span.set_status(StatusCode.ERROR, error.message)
                raise

    def note_outcome(self, tool: str, outcome: str, seconds: float) -> None:
        """Add the code of a tool's error to the current span, which only records that it is an error."""
        if outcome != OK:
            trace.get_current_span().set_attribute(CODE, outcome)


def _attributes(request: Request) -> dict[str, str]:
    found = {"mcp.method.name": request.method, "mcp.protocol.version": request.client.version}
    if request.method == "tools/call":
        found["gen_ai.operation.name"] = "execute_tool"
    element, name = _ELEMENTS.get(request.method), request.params.get("name")
    return {**found, element: name} if element and isinstance(name, str) else found


def _parent(meta: Mapping[str, Any]) -> Any:
    """Return the context that the client names (W3C Trace Context), None where it names none."""
    carrier = {name: value for name, value in meta.items() if isinstance(value, str)}
    context = extract(carrier)
    return context if trace.get_current_span(context).get_span_context().is_valid else None
