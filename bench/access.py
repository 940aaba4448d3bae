"""What strangers and floods cost those who have a key: a real server over HTTP, its load from processes of their own.

    python bench/access.py [--seconds N] [--pairs N]

Prints how long it takes to find out that a key is wrong, by how it is wrong; then what a quiet key waits for a cached
answer: alone, beside another key that asks 500 times a second, and beside 1,000 requests a second without a key.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from http_server import Connection, calling, serving

from pro_context.access.key_ring import KeyRing
from pro_context.access.keys import digest, new_key
from pro_context_engine.adapters.store.sqlite.key_store import open_keys
from pro_context_engine.domain.api_keys import ApiKey

QUIET_EVERY = 0.1
FLOOD, STRANGERS = 500, 1_000
CONNECTIONS = 16
UNHURRIED = 60_000
"""Requests a minute of the key whose calls are measured."""

LIMITS = {"rateLimit": {"maxRequestsPerMinute": 60, "burstSize": 10}}
"""As they are without a configuration: of the key that asks too often."""

CALL = calling("resolve-library", {"query": "pydantic"})


async def flood(address: str, key: str, rate: int) -> None:
    """Ask so often a second until SIGTERM, then print what was answered."""
    counts: dict[str, int] = {}
    first = await Connection(address, key).open()
    if key:
        await first.start()

    async def ask(number: int) -> None:
        connection = await Connection(address, "").open()
        connection.headers = first.headers
        due = time.monotonic() + number / rate
        while True:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due = max(due + CONNECTIONS / rate, time.monotonic() - 1)
            head, body = await connection.post(CALL)
            what = (
                "RATE_LIMITED" if b"RATE_LIMITED" in body and head.startswith(b"HTTP/1.1 200") else head[9:12].decode()
            )
            counts[what] = counts.get(what, 0) + 1

    tasks = [asyncio.create_task(ask(number)) for number in range(CONNECTIONS)]
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: [task.cancel() for task in tasks])
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks)
    print(json.dumps(counts))


async def quiet(address: str, key: str, seconds: float) -> list[float]:
    """Return the seconds that calls at a steady, small rate waited for their answers."""
    connection = await Connection(address, key).start()
    waited = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        started = time.perf_counter()
        _, body = await connection.post(CALL)
        assert b"structuredContent" in body, body
        waited.append(time.perf_counter() - started)
        await asyncio.sleep(QUIET_EVERY)
    return waited


def measure(
    title: str, address: str, keys: tuple[str, str], seconds: float, rate: int = 0, *, known: bool = True
) -> None:
    """Print what the quiet key waits beside a flood, and what the flood is answered."""
    counts = ""
    command = [sys.executable, __file__, "--flood", address, keys[1] if known else "", str(rate)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True) if rate else None
    time.sleep(2)
    waited = sorted(asyncio.run(quiet(address, keys[0], seconds)))
    if process:
        process.terminate()
        counts = process.communicate()[0].strip()
    p99 = waited[int(len(waited) * 0.99)]
    median = statistics.median(waited)
    print(f"{title:34} median {median * 1e3:6.1f} ms   p99 {p99 * 1e3:6.1f} ms   {counts}", flush=True)


def timing(pairs: int) -> None:
    """Print how long wrong keys take to be told from right ones."""
    right = new_key()
    ring = KeyRing(None, "s3cret-of-the-operator")
    kept = ApiKey(right[:8], digest(right), "bench", datetime.now(UTC))
    ring._keys = {
        kept.prefix: kept,
        **{f"pc_{number:05}": replace(kept, prefix=f"pc_{number:05}") for number in range(999)},
    }
    kinds = {"right prefix, wrong rest": right[:8] + secrets.token_urlsafe(27)[:35], "unknown prefix": new_key()}
    taken: dict[str, list[int]] = {name: [] for name in kinds}
    for _ in range(pairs):
        for name, key in kinds.items():
            started = time.perf_counter_ns()
            ring.caller(key)
            taken[name].append(time.perf_counter_ns() - started)
    medians = {name: statistics.median(values) for name, values in taken.items()}
    first, second = medians.values()
    print(", ".join(f"{name}: {value / 1e3:.2f} µs" for name, value in medians.items()), end="; ")
    print(f"difference of medians {abs(first - second) / min(first, second):.1%} in {pairs} pairs")


def main() -> int:
    """Measure, or flood where that is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--flood", nargs=3)
    options = parser.parse_args()
    if options.flood:
        address, key, rate = options.flood
        asyncio.run(flood(address, key, int(rate)))
        return 0
    timing(options.pairs)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store, keys = open_keys(folder / "cache"), (new_key(), new_key())
        for key, limit in zip(keys, (UNHURRIED, None), strict=True):
            kept = ApiKey(key[:8], digest(key), "bench", datetime.now(UTC), rate_limit=limit)
            assert asyncio.run(store.add(kept))
        with serving(folder, LIMITS) as server:
            measure("alone", server.address, keys, options.seconds)
            measure(f"beside a key, {FLOOD} calls/s", server.address, keys, options.seconds, FLOOD)
            title = f"beside strangers, {STRANGERS} requests/s"
            measure(title, server.address, keys, options.seconds, STRANGERS, known=False)
        print(f"{len(server.log.read_text().splitlines())} lines of log")
    return 0


if __name__ == "__main__":
    sys.exit(main())
