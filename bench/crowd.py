"""Many at once: what a crowd costs the sites, those who wait, and the memory (about 3 minutes).

    python bench/crowd.py [CASE…] [--requests N] [--sessions N]

The cases, each with a server of its own over HTTP and a site on loopback:
cold: a page that nobody has read, asked for by 1,000 at the same moment, is fetched once.
stale: a page that is too old, while the site is down, is given from the store, in less than 50 ms.
shared: two servers on one cache, both reading and writing, never say that it is locked.
idle: 10,000 sessions that nobody uses take at most 48 KiB each; the one too many takes the place of the oldest.
slow: 50 bodies and 200 heads that do not arrive delay a ping by less than 200 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from faulty_site import faulty_site
from http_server import Connection, calling, request, serving
from serving import title

PING = request("ping", {})
STALE_SECONDS, SLOW_SECONDS = 0.05, 0.2
SESSION_KIB = 48
SHARING_SECONDS = 20.0
AT_ONCE = 100
"""Connections that are opened at the same moment: more than the system keeps waiting would be its matter."""


def cold(folder: Path, options: argparse.Namespace) -> bool:
    """Tell whether one request upstream served all who asked for a page at the same moment."""

    async def ask(address: str, url: str) -> list[bytes]:
        connections: list[Connection] = []
        for _ in range(0, options.requests, AT_ONCE):
            connections += await asyncio.gather(*(Connection(address).start() for _ in range(AT_ONCE)))
        answers = await asyncio.gather(*(each.post(calling("read-page", {"url": url})) for each in connections))
        return [body for _, body in answers]

    with faulty_site(20, latency=0.5) as site, serving(folder, {"sources": {"custom": [site.source]}}) as server:
        asyncio.run(ask(server.address, f"{site.origin}/1.md"))  # the table of contents is read with it
        site.asked.clear()
        begun = time.monotonic()
        bodies = asyncio.run(ask(server.address, f"{site.origin}/2.md"))
        seconds = time.monotonic() - begun
    texts = Counter(body.partition(b'"cachedAt"')[0] for body in bodies)
    print(f"cold: {len(bodies)} asked, {site.asked['/2.md']} requests upstream, {len(texts)} answers, {seconds:.1f} s")
    return site.asked["/2.md"] == 1 and len(texts) == 1 and b"isError" not in bodies[0]


def stale(folder: Path, options: argparse.Namespace) -> bool:
    """Tell whether what is too old is given at once while its site is down."""

    async def read(address: str, url: str, times: int) -> tuple[list[float], bool]:
        connection = await Connection(address).start()
        waited, is_stale = [], True
        for _ in range(times):
            begun = time.perf_counter()
            outcome, page = await connection.call("read-page", {"url": url})
            waited.append(time.perf_counter() - begun)
            is_stale = is_stale and outcome == "ok" and page["stale"]
        return sorted(waited), is_stale

    with faulty_site(20) as site:
        further = {"sources": {"custom": [site.source]}, "cache": _cache(folder, defaultTTLHours=0.0001)}
        with serving(folder, further) as server:
            url = f"{site.origin}/1.md"
            asyncio.run(read(server.address, url, 1))
            site.share = 1.0
            time.sleep(1)
            waited, is_stale = asyncio.run(read(server.address, url, 200))
    late = waited[int(len(waited) * 0.99)]
    print(f"stale: the site down, {'all' if is_stale else 'not all'} answers stale; {_milliseconds(waited, late)}")
    return is_stale and late < STALE_SECONDS


def shared(folder: Path, options: argparse.Namespace) -> bool:
    """Tell whether two servers on one cache meet no lock."""
    told: Counter[str] = Counter()

    async def use(address: str, origin: str, until: float, number: int) -> None:
        connection, chance = await Connection(address).start(), random.Random(number)
        while time.monotonic() < until:
            page = chance.randrange(1_000)
            if number % 4:
                call = "read-page", {"url": f"{origin}/{page}.md"}
            else:  # it waits for what is being indexed
                call = "get-docs", {"libraries": [{"libraryId": "bench/bench"}], "topic": title(page)}
            outcome, answer = await connection.call(*call)
            told[outcome] += 1
            told["locked"] += "locked" in str(answer.get("message", ""))

    async def use_both(addresses: list[str], origin: str) -> None:
        until = time.monotonic() + options.seconds
        await asyncio.gather(*(use(each, origin, until, number) for number in range(8) for each in addresses))

    other = folder / "other"
    other.mkdir()
    with faulty_site(1_000) as site:
        further = {"sources": {"custom": [site.source]}, "cache": _cache(folder)}
        with serving(folder, further) as one, serving(other, further) as two:
            asyncio.run(use_both([one.address, two.address], site.origin))
    logs = (folder / "log").read_text() + (other / "log").read_text()
    told["locked"] += logs.count("locked")
    print(f"shared: {sum(site.asked.values())} requests upstream, {dict(told)}")
    return not told["locked"] and told["ok"] > 0 and set(told) <= {"ok", "locked", "INDEXING_IN_PROGRESS"}


def idle(folder: Path, options: argparse.Namespace) -> bool:
    """Tell whether sessions that nobody uses are cheap, and bounded in number."""

    async def open_all(address: str, number: int) -> list[Connection]:
        return [connection for _ in range(number) if (connection := await _left(address))]

    async def first_and_last(first: Connection, last: Connection) -> tuple[bytes, bytes]:
        return tuple([(await (await each.open()).post(PING))[0][9:12] for each in (first, last)])

    with serving(folder, {"server": {"maxSessions": options.sessions}}) as server:
        first, *_ = asyncio.run(open_all(server.address, 100))  # what is made once is made by then
        before = server.memory
        *_, last = asyncio.run(open_all(server.address, options.sessions))
        kib = (server.memory - before) * 1024 / (options.sessions - 100)
        statuses = asyncio.run(first_and_last(first, last))
    print(f"idle: {options.sessions} sessions, {kib:.1f} KiB each; the oldest is answered {statuses[0].decode()}")
    return kib <= SESSION_KIB and statuses == (b"404", b"200")


def slow(folder: Path, options: argparse.Namespace) -> bool:
    """Tell whether requests that do not arrive delay nobody."""

    async def wait(address: str) -> list[float]:
        slow_ones = [await Connection(address).open() for _ in range(250)]
        for number, each in enumerate(slow_ones):
            each.writer.write(each.head(1_000) + b'{"jsonrpc"' if number < 50 else each.head(1)[: 20 + number // 4])
        client, waited = await Connection(address).start(), []
        for _ in range(100):
            begun = time.perf_counter()
            head, _ = await client.post(PING)
            assert head.startswith(b"HTTP/1.1 200"), head
            waited.append(time.perf_counter() - begun)
            await asyncio.sleep(0.02)
        for each in slow_ones:
            each.close()
        return sorted(waited)

    with serving(folder, {}) as server:
        waited = asyncio.run(wait(server.address))
    print(f"slow: 50 bodies and 200 heads that do not arrive; a ping {_milliseconds(waited, waited[-1])}")
    return waited[-1] < SLOW_SECONDS


async def _left(address: str) -> Connection:
    """Return a session that is opened and left alone."""
    connection = await Connection(address).start()
    connection.close()
    return connection


def _cache(folder: Path, **further: object) -> dict[str, object]:
    return {"directory": str(folder / "cache"), **further}


def _milliseconds(waited: list[float], most: float) -> str:
    return f"{waited[len(waited) // 2] * 1e3:.1f} ms in the middle, {most * 1e3:.1f} ms at most"


CASES: dict[str, Callable[[Path, argparse.Namespace], bool]] = {
    case.__name__: case for case in (cold, stale, shared, idle, slow)
}


def main() -> int:
    """Print the figures; return 1 if one is not what it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], metavar="CASE", help=f"of {', '.join(CASES)}")
    parser.add_argument("--requests", type=int, default=1_000)
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=SHARING_SECONDS, help="that two servers share a cache")
    options = parser.parse_args()
    failed = 0
    for name in options.cases or CASES:
        with tempfile.TemporaryDirectory() as folder:
            failed += not CASES[name](Path(folder), options)
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
