"""What a server loses that is killed while it works: nothing it has acknowledged (about 5 minutes).

    python bench/kills.py [--kills N] [--every SECONDS] [--clients N]

Clients read pages, each for the first time; a page that was given is acknowledged. The server is killed by SIGKILL
again and again, and started again on the same files; then all acknowledged pages are read once more: each must come
from the store, unchanged, without a request to the site. `cache verify` must find the files sound.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

from faulty_site import FaultySite, faulty_site
from http_server import Connection, ServerProcess, configured

READY_SECONDS = 3.0
FIRST_PAGE_SECONDS = 60.0


class Reading:
    """Clients that read, and what they were given.

    Attributes:
        acknowledged: the text of each page by its address.
    """

    def __init__(self, site: FaultySite, clients: int) -> None:
        self.acknowledged: dict[str, str] = {}
        self._urls = (f"{site.origin}/{number}.md" for number in range(len(site.texts) - 1))
        self._clients = clients

    async def until_killed(self, server: ServerProcess, seconds: float) -> None:
        """Read, and kill the server so long after the first page."""
        begun = asyncio.Event()
        clients = [asyncio.create_task(self._read(server, begun)) for _ in range(self._clients)]
        async with asyncio.timeout(FIRST_PAGE_SECONDS):
            await begun.wait()
        await asyncio.sleep(seconds)
        server.kill()
        await asyncio.gather(*clients)

    async def _read(self, server: ServerProcess, begun: asyncio.Event) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            connection = await Connection(server.address).start()
            for url in self._urls:
                outcome, page = await connection.call("read-page", {"url": url})
                assert outcome == "ok", page
                self.acknowledged[url] = page["content"]
                begun.set()


async def lost(server: ServerProcess, acknowledged: dict[str, str]) -> int:
    """Return how many pages are not as they were acknowledged, or not from the store."""
    connection = await Connection(server.address).start()
    missing = 0
    for url, content in acknowledged.items():
        outcome, page = await connection.call("read-page", {"url": url})
        missing += outcome != "ok" or not page["cached"] or page["content"] != content
    connection.close()
    return missing


def started(command: list[str], log: Path, most_seconds: float) -> tuple[ServerProcess, float]:
    """Return a server that is ready by its own word (`/readyz`), and the seconds until then."""
    begun = time.monotonic()
    server = ServerProcess(command, log)
    with urlopen(f"{server.address.removesuffix('/mcp')}/readyz", timeout=most_seconds) as answer:
        assert answer.status == 200, answer.read()
    return server, time.monotonic() - begun


def main() -> int:
    """Print the figures; return 1 if anything was lost, or a start took too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--every", type=float, default=12.0, help="seconds")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--pages", type=int, default=20_000, help="that there are to read")
    parser.add_argument("--ready", type=float, default=READY_SECONDS, help="seconds that a start may take")
    options = parser.parse_args()
    ready: list[float] = []
    with faulty_site(options.pages, latency=0.005) as site, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reading = Reading(site, options.clients)
        command = configured(folder, {"sources": {"custom": [site.source]}})
        for _ in range(options.kills):
            server, seconds = started(command, folder / "log", options.ready)
            ready.append(seconds)
            asyncio.run(reading.until_killed(server, options.every))
        server, seconds = started(command, folder / "log", options.ready)
        ready.append(seconds)
        spent = server.cpu
        site.asked.clear()
        acknowledged = reading.acknowledged
        missing = asyncio.run(lost(server, acknowledged))
        refetched = sum(count for path, count in site.asked.items() if f"{site.origin}{path}" in acknowledged)
        server.close()
        verified = subprocess.run([*command, "cache", "verify", "--json"], capture_output=True, text=True, check=False)
    is_sound = json.loads(verified.stdout)["ok"]
    print(f"{options.kills} kills: {missing} of {len(acknowledged)} acknowledged pages lost, {refetched} fetched again")
    print(f"the store is {'sound' if is_sound else 'damaged'}")
    average = sum(ready) / len(ready)
    print(f"from start to ready: {max(ready[1:]):.2f} s at most, {average:.2f} s on average; {spent:.2f} s of CPU")
    return 1 if missing or refetched or not is_sound or max(ready[1:]) > options.ready else 0


if __name__ == "__main__":
    sys.exit(main())
