"""OpenTelemetry: the export of the spans that are made for requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pro_context.configuration.server_settings import CannotStart
from pro_context_contract import CONTRACTS, load_contract

if TYPE_CHECKING:
    from pro_context.configuration.server_settings import ServerSettings
    from pro_context.protocol.static_server import Spans

_EXPORTER = "opentelemetry.exporter.otlp.proto.http"
_TRANSPORTS = {
    "http": {"network.transport": "tcp", "network.protocol.name": "http"},
    "stdio": {"network.transport": "pipe"},
}


def check(settings: ServerSettings) -> None:
    """Check that spans can be exported as configured.

    Raises:
        CannotStart: a required package is not installed.
    """
    if settings.values.telemetry.endpoint and not (_is_installed("opentelemetry.sdk") and _is_installed(_EXPORTER)):
        raise CannotStart("telemetry.endpoint needs `pro-context[telemetry]` to be installed")


@contextmanager
def export_spans(settings: ServerSettings) -> Iterator[None]:
    """Export spans while the block runs, if the configuration names a collector.

    Raises:
        CannotStart: see `check`.
    """
    check(settings)
    endpoint = settings.values.telemetry.endpoint
    if not endpoint:
        yield
        return
    # OpenTelemetry is optional.
    from opentelemetry import trace  # noqa: PLC0415
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    provider = TracerProvider(
        resource=Resource.create({"service.name": "pro-context", "service.version": version("pro-context")})
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint)))
    trace.set_tracer_provider(provider)
    try:
        yield
    finally:
        provider.shutdown()


def spans(settings: ServerSettings) -> Spans | None:
    """Return the spans of requests, None where the configuration names no collector."""
    if not settings.values.telemetry.endpoint:
        return None
    # OpenTelemetry is optional.
    from pro_context.operations.spans import RequestSpans  # noqa: PLC0415

    contracts = [load_contract(name) for name in CONTRACTS]
    elements = [element["name"] for one in contracts for element in (*one.tools, *one.prompts)]
    return RequestSpans(elements, _TRANSPORTS[settings.values.server.transport.value])


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
