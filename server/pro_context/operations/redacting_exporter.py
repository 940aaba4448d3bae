"""The export of spans with listed attributes only, whose values are known names.

Names of tools and texts of errors may contain texts of a client, such as a query.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace.status import Status

from pro_context.operations.request_log import OTHER
from pro_context.operations.spans import CODE
from pro_context.protocol.method_tables import METHODS

METHOD = "mcp.method.name"
ELEMENTS = ("gen_ai.tool.name", "gen_ai.prompt.name")
"""Attributes with the name of a tool or prompt, or any other text that a client sent as one."""

_PASSED_ON = ("error.type", "gen_ai.operation.name", "mcp.protocol.version", "rpc.response.status_code")


class RedactingExporter(SpanExporter):
    """An exporter that removes arguments, results, request ids, texts of errors and unknown names from spans."""

    def __init__(self, exporter: SpanExporter, elements: Collection[str], transport: Mapping[str, str]) -> None:
        """Wrap an exporter.

        Args:
            exporter: sends the spans.
            elements: names of the contracts' tools and prompts.
            transport: further attributes of every span.
        """
        self._exporter = exporter
        self._elements = frozenset(elements)
        self._transport = transport

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send the spans."""
        return self._exporter.export([self._redacted(span) for span in spans])

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Send the spans that wait."""
        return self._exporter.force_flush(timeout_millis)

    def shutdown(self) -> None:
        """Stop to send spans."""
        self._exporter.shutdown()

    def _redacted(self, span: ReadableSpan) -> ReadableSpan:
        given = span.attributes or {}
        kept: dict[str, Any] = {name: given[name] for name in _PASSED_ON if name in given}
        method = _known_or_other(given.get(METHOD), METHODS)
        elements = {name: _known_or_other(given[name], self._elements) for name in ELEMENTS if name in given}
        # An error of a tool is not a protocol error; the contract's code is more precise than "tool_error".
        code = {"error.type": given[CODE]} if CODE in given else {}
        return ReadableSpan(
            " ".join([method, *elements.values()]),
            span.context,
            span.parent,
            span.resource,
            {**kept, METHOD: method, **elements, **code, **self._transport},
            kind=span.kind,
            status=Status(span.status.status_code),
            start_time=span.start_time,
            end_time=span.end_time,
            instrumentation_scope=span.instrumentation_scope,
        )


def _known_or_other(word: object, words: frozenset[str]) -> str:
    return word if isinstance(word, str) and word in words else OTHER
