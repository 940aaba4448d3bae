"""Spans of OpenTelemetry: the SDK of MCP makes one for each message; here they are sent to a collector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pro_context_contract import CONTRACTS, load_contract

if TYPE_CHECKING:
    from pro_context.configuration.server_settings import ServerSettings

_EXPORTER = "opentelemetry.exporter.otlp.proto.http"
_TRANSPORTS = {
    "http": {"network.transport": "tcp", "network.protocol.name": "http"},
    "stdio": {"network.transport": "pipe"},
}


class CannotExport(Exception):
    """Spans cannot be sent as it is configured; the text says why."""


def check(settings: ServerSettings) -> None:
    """Look whether spans can be sent as it is configured.

    Raises:
        CannotExport: what that needs is not installed.
    """
    if settings.values.telemetry.endpoint and not (_is_there("opentelemetry.sdk") and _is_there(_EXPORTER)):
        raise CannotExport("telemetry.endpoint needs `pro-context[telemetry]` to be installed")


@contextmanager
def exporting(settings: ServerSettings) -> Iterator[None]:
    """Send spans where that is configured, while the block runs.

    Args:
        settings: of the server.

    Raises:
        CannotExport: see `check`.
    """
    check(settings)
    values = settings.values
    if not values.telemetry.endpoint:
        yield
        return
    # Not installed everywhere.
    from opentelemetry import trace  # noqa: PLC0415
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    from pro_context.operations.discreet_spans import DiscreetSpans  # noqa: PLC0415

    elements = [one["name"] for contract in CONTRACTS for one in _elements(contract)]
    sent = DiscreetSpans(
        OTLPSpanExporter(endpoint=values.telemetry.endpoint), elements, _TRANSPORTS[values.server.transport.value]
    )
    provider = TracerProvider(
        resource=Resource.create({"service.name": "pro-context", "service.version": version("pro-context")})
    )
    provider.add_span_processor(BatchSpanProcessor(sent))
    trace.set_tracer_provider(provider)
    try:
        yield
    finally:
        provider.shutdown()


def _elements(contract: str) -> list[Mapping[str, Any]]:
    offered = load_contract(contract)
    return [*offered.tools, *offered.prompts]


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
