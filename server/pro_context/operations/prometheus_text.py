"""The metrics of a server in the text format 0.0.4 of Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from pro_context.operations.measurements import BOUNDS

if TYPE_CHECKING:
    from pro_context.operations.measurements import Measurements
    from pro_context.operations.overview import Overview

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PREFIX = "pro_context_"

Labels = Mapping[str, str]
Sample = tuple[Labels, float]


def exposition(measurements: Measurements, overview: Overview | None, sessions: int, version: str) -> str:
    """Return all metrics."""
    lines = [*_server_metrics(measurements, sessions, version)]
    if overview is not None:
        lines += _engine_metrics(overview)
    return "\n".join(lines) + "\n"


def _server_metrics(measurements: Measurements, sessions: int, version: str) -> Iterator[str]:
    yield from _metric("info", "gauge", "The version of the server.", [({"version": version}, 1)])
    yield from _metric(
        "start_time_seconds", "gauge", "Time of the start in seconds since 1970.", [({}, measurements.started_at)]
    )
    requests = [
        ({"place": place, "status": str(status)}, count) for (place, status), count in measurements.requests.items()
    ]
    yield from _metric("http_requests_total", "counter", "HTTP requests; status 0: the client had left.", requests)
    calls = [
        ({"contract": contract, "tool": tool, "outcome": outcome}, count)
        for (contract, tool, outcome), count in measurements.calls.items()
    ]
    yield from _metric("tool_calls_total", "counter", "Calls of tools; the outcome is ok or an error code.", calls)
    yield from _durations(measurements)
    beyond = "Requests and calls beyond the limit of a key or an address."
    yield from _metric("rate_limited_total", "counter", beyond, [({}, measurements.rate_limited)])
    yield from _metric("requests_under_way", "gauge", "Current requests to contracts.", [({}, measurements.under_way)])
    yield from _metric("sessions", "gauge", "Open sessions.", [({}, sessions)])


def _engine_metrics(overview: Overview) -> Iterator[str]:
    status, store = overview.status, overview.store
    lookups = [({"result": "hit"}, status.hits), ({"result": "miss"}, status.lookups - status.hits)]
    yield from _metric("cache_lookups_total", "counter", "Pages and topics looked up in the store.", lookups)
    fetches = [
        ({"kind": kind.value, "outcome": outcome}, count)
        for kind, counts in status.sites.items()
        for outcome, count in zip(("ok", "failed"), counts, strict=True)
    ]
    yield from _metric("upstream_fetches_total", "counter", "Fetched documents by kind of site.", fetches)
    resting = sum(trouble.resting for trouble in status.troubled)
    yield from _metric("upstream_sites_failing", "gauge", "Sites that fail.", [({}, len(status.troubled))])
    yield from _metric("upstream_sites_resting", "gauge", "Sites that are not asked for a while.", [({}, resting)])
    yield from _metric("libraries_filling", "gauge", "Libraries that are being indexed.", [({}, status.filling)])
    yield from _metric("stored_pages", "gauge", "Pages in the store.", [({}, status.stored_pages)])
    yield from _metric("store_bytes", "gauge", "Size of the store.", [({}, store.size)])
    yield from _metric("store_limit_bytes", "gauge", "Maximum size of the store.", [({}, store.limit)])
    yield from _metric("store_failing", "gauge", "1 if documentation is not stored.", [({}, int(status.store_failing))])


def _durations(measurements: Measurements) -> Iterator[str]:
    name = "tool_call_duration_seconds"
    yield from _head(name, "histogram", "Duration of calls of tools.")
    for (contract, tool), durations in measurements.durations.items():
        labels = {"contract": contract, "tool": tool}
        counts = list(accumulate(durations.counts))
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], counts, strict=True):
            yield _sample(f"{name}_bucket", {**labels, "le": bound}, count)
        yield _sample(f"{name}_sum", labels, durations.total)
        yield _sample(f"{name}_count", labels, counts[-1])


def _metric(name: str, kind: str, meaning: str, samples: Iterable[Sample]) -> Iterator[str]:
    yield from _head(name, kind, meaning)
    for labels, value in samples:
        yield _sample(name, labels, value)


def _head(name: str, kind: str, meaning: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}{name} {meaning}"
    yield f"# TYPE {PREFIX}{name} {kind}"


def _sample(name: str, labels: Labels, value: float) -> str:
    # All values of labels are known names, so none needs quoting.
    written = ",".join(f'{label}="{text}"' for label, text in labels.items())
    return f"{PREFIX}{name}{f'{{{written}}}' if written else ''} {value}"
