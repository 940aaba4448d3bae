"""Many clients while the site they read fails: what they are told, and what it costs in memory (about 3 minutes).

    python bench/storm.py [--clients N] [--calls N] [--pages N] [--share S] [--fresh SECONDS]

A fifth of the answers of the site are faults: refusals, resets, cut bodies, rubbish, slowness. Clients read pages, ask
and search; pages are fresh for seconds only, so that the site is asked, and fails, until the end. Every call must end
in an answer or in a code that says what happened, and memory must not grow any more in the second half.

With `--fresh 86400` all is stored after a while and nothing more is written: then memory grows until the caches of the
store are at their bounds, 64 MB in all (`pro_context_engine.adapters.store.loop_cache`), and no further.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from faulty_site import FaultySite, faulty_site
from http_server import Connection, ServerProcess, serving
from serving import title

FORESEEN = {
    "ok",
    "INDEXING_IN_PROGRESS",
    "INVALID_CONTENT",
    "NETWORK_FETCH_FAILED",
    "SOURCE_UNAVAILABLE",
    "TOPIC_NOT_FOUND",
}
"""What a call may end in while a site fails."""

GROWTH = 1.05
"""Of memory, from the third quarter of the time to the last."""

SAMPLE_SECONDS = 0.25
FRESH_SECONDS = 20.0
MOST_SHOWN = 4_000
"""Characters of the log, from its first traceback on."""


async def client(server: ServerProcess, site: FaultySite, calls: int, number: int, told: Counter[str]) -> None:
    """Make so many calls, and count how they end."""
    chance = random.Random(number)
    connection = await Connection(server.address).start()
    for _ in range(calls):
        page = chance.randrange(len(site.texts) - 1)
        tool, arguments = chance.choices(
            [
                ("read-page", {"url": f"{site.origin}/{page}.md"}),
                ("get-docs", {"libraries": [{"libraryId": "bench/bench"}], "topic": title(page)}),
                ("search-docs", {"query": title(page), "libraryIds": ["bench/bench"]}),
                ("resolve-library", {"query": "bench"}),
            ],
            weights=[80, 8, 8, 4],
        )[0]
        outcome, _ = await connection.call(tool, arguments)
        told[outcome] += 1
    connection.close()


async def sampled(server: ServerProcess, into: list[float]) -> None:
    """Take note of the memory until cancelled."""
    while True:
        into.append(server.memory)
        await asyncio.sleep(SAMPLE_SECONDS)


async def storm(
    server: ServerProcess, site: FaultySite, options: argparse.Namespace
) -> tuple[Counter[str], list[float]]:
    """Return how all calls ended, and the memory meanwhile."""
    told: Counter[str] = Counter()
    memory: list[float] = []
    sampling = asyncio.create_task(sampled(server, memory))
    await asyncio.gather(*(client(server, site, options.calls, number, told) for number in range(options.clients)))
    sampling.cancel()
    return told, memory


def quartered(memory: Sequence[float]) -> list[Sequence[float]]:
    """Return four parts of about equal length, in order."""
    ends = [len(memory) * number // 4 for number in range(5)]
    return [memory[start:end] or memory[-1:] for start, end in pairwise(ends)]


def main() -> int:
    """Print the figures; return 1 if an answer was not foreseen, or memory grew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--calls", type=int, default=200, help="of each client")
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--share", type=float, default=0.2)
    parser.add_argument("--fresh", type=float, default=FRESH_SECONDS, help="seconds for which a page is fresh")
    parser.add_argument("--growth", type=float, default=GROWTH, help="of memory that is borne")
    options = parser.parse_args()
    begun = time.monotonic()
    with faulty_site(options.pages, share=options.share) as site, tempfile.TemporaryDirectory() as name:
        further = {"sources": {"custom": [site.source]}, "cache": {"defaultTTLHours": options.fresh / 3_600}}
        with serving(Path(name), further) as server:
            told, memory = asyncio.run(storm(server, site, options))
        log = (Path(name) / "log").read_text()
    unforeseen = {code: count for code, count in told.items() if code not in FORESEEN}
    quarters = [statistics.median(quarter) for quarter in quartered(memory)]
    print(f"{sum(told.values())} calls of {options.clients} clients in {time.monotonic() - begun:.0f} s: {dict(told)}")
    print(f"{sum(site.asked.values())} requests upstream, {options.share:.0%} of them faults")
    print(f"memory: {memory[0]:.0f} MB before, {', '.join(f'{each:.0f}' for each in quarters)} MB in the four quarters")
    print(f"unforeseen: {unforeseen or 0}; tracebacks in the log: {log.count('Traceback')}")
    print(log[log.index("Traceback") :][:MOST_SHOWN] if "Traceback" in log else "", end="")
    return 1 if unforeseen or "Traceback" in log or quarters[3] > quarters[2] * options.growth else 0


if __name__ == "__main__":
    sys.exit(main())
