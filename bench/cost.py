"""What a call and a session cost, against the SDK's bare echo server in the same run (about 2 minutes).

    python bench/cost.py [--calls N] [--clients N] [--sessions N] [--runs N]

Both serve over HTTP, sessions and plain JSON, from a process of their own; the SDK's server is asked for the very
result that ours gave, and does nothing else. CPU is what the kernel counts for the process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import serving as documentation
from http_server import Connection, ServerProcess, calling, configured, load

LIMIT = 1.2
"""Of ours to the SDK's, for CPU; sessions must not cost more than its."""

SHORT, LONG = 40, 2_000
"""Lines of a page that are asked for."""


def main() -> int:
    """Print the figures; return 1 if one is beyond its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1_000)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--sessions", type=int, default=2_000)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    ratios = []
    with documentation.Site(3, 0) as site, tempfile.TemporaryDirectory() as name:
        documentation.in_thread(site)
        site.texts["/2.md"] = "".join(documentation.page(number) for number in range(6))
        cases = {
            "resolve-library": ("resolve-library", {"query": "bench"}),
            "read-page, short": ("read-page", {"url": f"{site.origin}/1.md", "maxLines": SHORT}),
            "read-page, long": ("read-page", {"url": f"{site.origin}/2.md", "maxLines": LONG}),
        }
        with ours(Path(name), site.origin) as server:
            for title, (tool, arguments) in cases.items():
                message = calling(tool, arguments)
                result = asyncio.run(warmed(server, message))
                with echo(Path(name), result) as rival:
                    ratios.append(cpu(title, server, rival, message, options))
        with ours(Path(name), site.origin) as server, echo(Path(name), result) as rival:
            kib = [sessions(each, options.sessions) for each in (server, rival)]
    print(f"a session: {kib[0]:.1f} KiB; the SDK's: {kib[1]:.1f} KiB")
    return 1 if max(ratios) > LIMIT or kib[0] > kib[1] else 0


def cpu(title: str, ours: ServerProcess, rival: ServerProcess, message: bytes, options: argparse.Namespace) -> float:
    """Print the CPU of calls of both servers; return the median ratio of turns that followed each other.

    What else the machine does, and how fast it is, changes within seconds: turns are short, and compared in pairs.
    """
    taken: dict[ServerProcess, list[float]] = {ours: [], rival: []}
    late: dict[ServerProcess, float] = {}
    for _ in range(options.runs):
        for server, seconds in taken.items():
            asyncio.run(load(server.address, message, options.clients, options.calls // 10))
            before = server.cpu
            waited = asyncio.run(load(server.address, message, options.clients, options.calls))
            seconds.append((server.cpu - before) / len(waited) * 1_000)
            late[server] = waited[int(len(waited) * 0.99)]
    medians = {server: statistics.median(seconds) for server, seconds in taken.items()}
    ratio = statistics.median(mine / its for mine, its in zip(taken[ours], taken[rival], strict=True))
    print(
        f"{title}: {medians[ours]:.2f} s of CPU per 1,000 calls, {medians[rival]:.2f} s of the SDK's echo "
        f"(x {ratio:.2f}); 99 of 100 within {late[ours] * 1e3:.0f} ms, {late[rival] * 1e3:.0f} ms",
        flush=True,
    )
    return ratio


def sessions(server: ServerProcess, number: int) -> float:
    """Return the KiB of memory that each of so many idle sessions takes."""

    async def open_all(count: int) -> None:
        for _ in range(count):
            (await Connection(server.address).start()).close()

    asyncio.run(open_all(200))  # what is made once is made by then
    before = server.memory
    asyncio.run(open_all(number))
    return (server.memory - before) * 1024 / number


async def warmed(server: ServerProcess, message: bytes) -> Any:
    """Return the result of a call once nothing is left to fetch for it."""
    connection = await Connection(server.address).start()
    for _ in range(3):
        _, body = await connection.post(message)
    connection.close()
    result = json.loads(body)["result"]
    assert not result.get("isError"), body[:500]
    return result


@contextmanager
def ours(folder: Path, origin: str) -> Iterator[ServerProcess]:
    """Serve the product, which knows one site."""
    source = {"name": "bench", "type": "url", "url": f"{origin}/llms.txt", "libraryId": "bench/bench"}
    yield from _running(configured(folder, {"sources": {"custom": [source]}}), folder / "log")


@contextmanager
def echo(folder: Path, result: Any) -> Iterator[ServerProcess]:
    """Serve a result by the SDK alone."""
    (folder / "result.json").write_text(json.dumps(result))
    command = [sys.executable, str(Path(__file__).parent / "echo_server.py"), str(folder / "result.json")]
    yield from _running(command, folder / "echo.log")


def _running(command: list[str], log: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(command, log)
    try:
        yield server
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main())
