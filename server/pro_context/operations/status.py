"""The content of the status page and `/status.json`, for everybody, for holders of a key, and for administrators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from pro_context.access.keys import key_state
from pro_context.operations.latencies import Latencies
from pro_context.operations.overview import snapshot_values
from pro_context.protocol.dispatch import OK

if TYPE_CHECKING:
    from pro_context.operations.measurements import Measurements
    from pro_context.operations.overview import Overview
    from pro_context_engine import ApiKey, EngineStatus, FailedWork, SiteTrouble, Snapshot

MOST_LIBRARIES = 200
MOST_SITES = 50

Report = dict[str, Any]


class Visibility(IntEnum):
    """The part of the content that a client may see; `EVERYBODY` sees nothing private."""

    EVERYBODY = 0
    MEMBER = 1
    ADMINISTRATOR = 2


@dataclass(frozen=True, slots=True)
class Subject:
    """The server that a report is about.

    Attributes:
        version: version of the server.
        contracts: (path, name, version) of each contract.
        measurements: counts of the server.
        sessions: returns the number of open sessions.
        known_keys: returns the keys with their use.
    """

    version: str
    contracts: Sequence[tuple[str, str, str]]
    measurements: Measurements
    sessions: Callable[[], int]
    known_keys: Callable[[], Awaitable[Sequence[ApiKey]]]


async def report(subject: Subject, overview: Overview | None, visibility: Visibility, now: datetime) -> Report:
    """Return the content that a client may see, as plain values."""
    contracts = [{"path": path, "name": name, "version": version} for path, name, version in subject.contracts]
    content: Report = {
        "version": subject.version,
        "uptime": subject.measurements.uptime,
        "contracts": contracts,
    }
    if visibility >= Visibility.MEMBER:
        content |= {"sessions": subject.sessions(), **_of_measurements(subject.measurements)}
    if visibility >= Visibility.MEMBER and overview is not None:
        content |= {"cache": _cache(overview, now), "upstream": _upstream(overview.status)}
    if visibility >= Visibility.ADMINISTRATOR:
        content["keys"] = [_key(key, now) for key in await subject.known_keys()]
    return content


def _of_measurements(measurements: Measurements) -> Report:
    minutes = measurements.latency.minutes()
    return {
        "requests": {
            "total": measurements.rate.total,
            "underWay": measurements.under_way,
            "rateLimited": measurements.rate_limited,
            "perMinute": [minute.calls for minute in measurements.rate.minutes()],
        },
        "calls": {
            "total": sum(measurements.calls.values()),
            "lastHour": _percentiles(Latencies.sum_of(minutes)),
            "perMinute": [_percentiles(minute) if minute.calls else None for minute in minutes],
        },
        "tools": [_tool(measurements, contract, tool) for contract, tool in sorted(measurements.durations)],
    }


def _percentiles(latencies: Latencies) -> Report:
    """Return the number of calls, and the milliseconds within which a half, 95 % and 99 % of them ended."""
    shares = {"p50Ms": 0.5, "p95Ms": 0.95, "p99Ms": 0.99}
    found = {name: latencies.percentile(share) for name, share in shares.items()}
    milliseconds = {name: None if value is None else round(value * 1_000, 1) for name, value in found.items()}
    return {"calls": latencies.calls, **milliseconds}


def _tool(measurements: Measurements, contract: str, tool: str) -> Report:
    outcomes = {
        outcome: count for (of, name, outcome), count in measurements.calls.items() if (of, name) == (contract, tool)
    }
    durations = measurements.durations[contract, tool]
    spread = _percentiles(durations.latencies)
    return {
        "contract": contract,
        "tool": tool,
        **spread,
        "meanMs": round(durations.total / spread["calls"] * 1000, 1),
        "errors": {outcome: count for outcome, count in sorted(outcomes.items()) if outcome != OK},
    }


def _cache(overview: Overview, now: datetime) -> Report:
    status, store = overview.status, overview.store
    return {
        "lookups": status.lookups,
        "hitRate": round(status.hits / status.lookups, 3) if status.lookups else None,
        "pages": sum(snapshot.pages for snapshot in store.snapshots),
        "bytes": store.size,
        "limitBytes": store.limit,
        "failing": status.store_failing,
        "filling": status.filling,
        "failedWork": [_failed(work) for work in status.failed_work],
        "libraries": [_library(snapshot, now) for snapshot in store.snapshots[:MOST_LIBRARIES]],
        "librariesInAll": len({snapshot.library_id for snapshot in store.snapshots if snapshot.library_id}),
        "snapshots": len(store.snapshots),
    }


def _library(snapshot: Snapshot, now: datetime) -> Report:
    return {
        **snapshot_values(snapshot),
        "fetchedAt": snapshot.fetched_at.astimezone(UTC).isoformat(timespec="seconds"),
        "ageSeconds": max(0, int((now - snapshot.fetched_at).total_seconds())),
    }


def _failed(work: FailedWork) -> Report:
    return {
        "libraryId": work.library_id, "version": work.version, "attempts": work.attempts, "reason": work.reason
    }  # fmt: skip


def _upstream(status: EngineStatus) -> Report:
    return {
        "lastSuccess": status.last_fetch.isoformat(timespec="seconds") if status.last_fetch else None,
        "kinds": [{"kind": kind.value, "ok": ok, "failed": failed} for kind, (ok, failed) in status.sites.items()],
        "sites": [_site(trouble) for trouble in status.troubled[:MOST_SITES]],
    }


def _site(trouble: SiteTrouble) -> Mapping[str, Any]:
    state = "resting" if trouble.resting else "failing"
    return {"origin": trouble.origin, "state": state, "failures": trouble.failures}


def _key(key: ApiKey, now: datetime) -> Report:
    return {
        "prefix": key.prefix,
        "name": key.name,
        "state": key_state(key, now),
        "admin": key.is_admin,
        "uses": key.uses,
        "lastUsedAt": key.last_used_at.isoformat(timespec="seconds") if key.last_used_at else None,
    }
